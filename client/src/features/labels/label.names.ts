import { type LabelColour, labelColours } from '@livelane/shared/labels/label.values';

/** As the server compares them: without case, surrounding spaces and Unicode variants. */
const labelKey = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** The label of this name, if there is one. */
export const labelNamed = <L extends { name: string }>(labels: readonly L[], name: string): L | undefined =>
  labels.find((label) => labelKey(label.name) === labelKey(name));

interface Named {
  name: string;
  workspaceId: string;
}

/**
 * Labels of several workspaces: those with equal names also get their workspace's name.
 * @param workspaceName undefined until it is known
 */
export function distinguished<L extends Named>(
  labels: readonly L[],
  workspaceName: (workspaceId: string) => string | undefined,
): Array<L & { workspace?: string | undefined }> {
  const counts = new Map<string, number>();
  for (const { name } of labels) counts.set(labelKey(name), (counts.get(labelKey(name)) ?? 0) + 1);
  return labels.map((label) =>
    counts.get(labelKey(label.name)) === 1
      ? label
      : { ...label, workspace: workspaceName(label.workspaceId) },
  );
}

/** The first of the least used colours, so that consecutive new labels differ. */
export function nextColour(labels: readonly { colour: LabelColour }[]): LabelColour {
  const uses = (colour: LabelColour) => labels.filter((label) => label.colour === colour).length;
  return labelColours.reduce((best, colour) => (uses(colour) < uses(best) ? colour : best));
}
