import type { View } from '@livelane/shared/views/view.schema';
import type { BoardLook } from '../board.look';
import { writeLook } from '../board.look';
import { type BoardFilter, writeFilter } from '../filters/board.filter';

/** The content of a saved view. */
type Kept = Required<Pick<View, 'filter' | 'grouping'>>;

/**
 * The part of filter and look that a view contains.
 * @param workspaces of the board's projects, by project: views contain projects, not workspaces
 */
export function keptOf(
  filter: BoardFilter,
  { lanes }: Pick<BoardLook, 'lanes'>,
  workspaces: ReadonlyMap<string, string>,
): Kept {
  const { title, priorities, estimates, dueFrom, dueTo, assignees, labels, workspaceId, projectIds } = filter;
  const isChosen = (id: string) => projectIds.length === 0 || projectIds.includes(id);
  const inWorkspace = [...workspaces].flatMap(([id, of]) => (of === workspaceId && isChosen(id) ? [id] : []));
  // A view without projects shows all. No project has the workspace's id: with that alone it shows none.
  if (workspaceId && inWorkspace.length === 0) inWorkspace.push(workspaceId);
  const projects = workspaceId ? inWorkspace : projectIds;
  return {
    filter: {
      ...(title && { text: title }),
      ...(priorities.length > 0 && { priorities }),
      ...(estimates.length > 0 && { timeEstimateIds: estimates as Kept['filter']['timeEstimateIds'] }),
      ...(dueFrom && { dueFrom }),
      ...(dueTo && { dueTo }),
      ...(assignees.length > 0 && { assignees }),
      ...(labels.length > 0 && { labels }),
      ...(projects.length > 0 && { projects }),
    },
    grouping: lanes,
  };
}

/** The address of a board with a view; other parameters stay. */
export function addressOf(params: URLSearchParams, { id, filter, grouping }: View, sort: BoardLook['sort']) {
  const shown: BoardFilter = {
    title: filter.text ?? '',
    priorities: filter.priorities ?? [],
    estimates: filter.timeEstimateIds ?? [],
    dueFrom: filter.dueFrom ?? null,
    dueTo: filter.dueTo ?? null,
    assignees: filter.assignees ?? [],
    labels: filter.labels ?? [],
    workspaceId: null,
    projectIds: filter.projects ?? [],
  };
  return writeLook(writeFilter(params, shown), { lanes: grouping, sort, viewId: id });
}

/** Whether the board shows a view. The order of lists does not matter. */
export function isShown(view: View, now: Kept): boolean {
  const plain = ({ filter, grouping }: Kept) =>
    JSON.stringify([
      grouping,
      Object.entries(filter)
        .filter(
          ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
        )
        .map(([name, value]) => [name, Array.isArray(value) ? [...value].map(String).sort() : value])
        .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    ]);
  return plain(view) === plain(now);
}
