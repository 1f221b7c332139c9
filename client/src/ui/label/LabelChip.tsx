import type { Label } from '@livelane/shared/labels/label.schema';
import { NAME_ON_CARD, truncate } from '#lib/truncate';
import classes from './label.module.css';

export type ShownLabel = Pick<Label, 'id' | 'name' | 'colour'>;

interface Props {
  /** Undefined while the labels of its workspace load: its space is reserved. */
  label: ShownLabel | undefined;
  /** Shortened, or a bar for users who have chosen bars. */
  isOnCard?: boolean;
}

/** A label: its name, and its colour as a mark. */
export function LabelChip({ label, isOnCard }: Props) {
  const name = label?.name ?? '';
  return (
    <span
      className={`${classes.label} ${isOnCard ? classes.onCard : ''}`}
      data-colour={label?.colour}
      title={name}
    >
      <bdi>{isOnCard ? truncate(name, NAME_ON_CARD) : name}</bdi>
    </span>
  );
}
