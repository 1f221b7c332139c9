import { useEffect, useEffectEvent } from 'react';
import { useLabels, useReadLabels } from './labels.api';

/**
 * Calls `onGone` with those of a filter's labels that do not exist; without a connection they stay unknown.
 * @param labelIds the same list until it changes
 */
export function useGoneLabels(
  workspaceIds: readonly string[],
  labelIds: readonly string[],
  onGone: (ids: string[]) => void,
): void {
  const { data } = useLabels(workspaceIds);
  const readNow = useEffectEvent(useReadLabels(workspaceIds));
  const tell = useEffectEvent(onGone);
  useEffect(() => {
    const unknownAmong = (labels: NonNullable<typeof data>) =>
      labelIds.filter((id) => !labels.some((label) => label.id === id));
    if (!data || unknownAmong(data).length === 0) return;
    let isOver = false;
    const check = async () => {
      // The list may be older than a label in a link.
      const gone = unknownAmong(await readNow());
      if (!isOver && gone.length > 0) tell(gone);
    };
    check().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [data, labelIds]);
}
