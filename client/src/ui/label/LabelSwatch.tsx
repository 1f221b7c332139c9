import type { LabelColour } from '@livelane/shared/labels/label.values';
import classes from './label.module.css';

/** A colour with its pattern; its name is beside it. */
export function LabelSwatch({ colour }: { colour: LabelColour }) {
  return <span aria-hidden className={classes.swatch} data-colour={colour} />;
}
