import { useMemo } from 'react';
import { useLabels } from '#features/labels/labels.api';
import type { ShownLabel } from '#ui/label/LabelChip';

/** The labels of some workspaces by id; empty until they have come. */
export function useLabelMap(workspaceIds: readonly string[]): ReadonlyMap<string, ShownLabel> {
  const { data } = useLabels(workspaceIds);
  return useMemo(() => new Map(data?.map((label) => [label.id, label])), [data]);
}
