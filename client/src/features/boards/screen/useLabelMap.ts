import { useMemo } from 'react';
import { distinguished } from '#features/labels/label.names';
import { useLabels } from '#features/labels/labels.api';
import type { BoardLabel } from '../board.context';

interface Place {
  workspaceId: string;
  workspaceName?: string | undefined;
}

const NAMELESS: readonly Place[] = [];

/**
 * The labels of some workspaces by id; empty until they have loaded.
 * @param projects name their workspaces, if there are several; while they stay the same, so does the result
 */
export function useLabelMap(
  workspaceIds: readonly string[],
  projects: readonly Place[] = NAMELESS,
): ReadonlyMap<string, BoardLabel> {
  const { data } = useLabels(workspaceIds);
  return useMemo(() => {
    const names = new Map(projects.map(({ workspaceId, workspaceName }) => [workspaceId, workspaceName]));
    return new Map(distinguished(data ?? [], (id) => names.get(id)).map((label) => [label.id, label]));
  }, [data, projects]);
}
