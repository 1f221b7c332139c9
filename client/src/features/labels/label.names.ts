import { type LabelColour, labelColours } from '@livelane/shared/labels/label.values';

/** As the server compares them: without case, surrounding spaces and Unicode variants. */
const labelKey = (name: string): string => name.trim().normalize('NFC').toLocaleLowerCase();

/** The label of this name, if there is one. */
export const labelNamed = <L extends { name: string }>(labels: readonly L[], name: string): L | undefined =>
  labels.find((label) => labelKey(label.name) === labelKey(name));

/** The first of the colours that are used least: labels that are made one after the other differ. */
export function nextColour(labels: readonly { colour: LabelColour }[]): LabelColour {
  const uses = (colour: LabelColour) => labels.filter((label) => label.colour === colour).length;
  return labelColours.reduce((best, colour) => (uses(colour) < uses(best) ? colour : best));
}
