import type { Label } from '@livelane/shared/labels/label.schema';
import { useMemo } from 'react';
import { useLabels } from '#features/labels/labels.api';

/** The labels of some workspaces by id; empty until they have come. */
export function useLabelMap(workspaceIds: readonly string[]): ReadonlyMap<string, Label> {
  const { data } = useLabels(workspaceIds);
  return useMemo(() => new Map(data?.map((label) => [label.id, label])), [data]);
}
