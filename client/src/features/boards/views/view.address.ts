import type { View } from '@livelane/shared/views/view.schema';
import type { BoardLook } from '../board.look';
import { writeLook } from '../board.look';
import { type BoardFilter, isSet, NO_FILTER, writeFilter } from '../filters/board.filter';

/** The content of a saved view. */
type Kept = Required<Pick<View, 'filter' | 'grouping'>>;
/** Views contain projects, not workspaces. */
type KeptPart = Exclude<keyof BoardFilter, 'workspaceId'>;

/** The parts of a board's filter as views name them. */
const names = {
  title: 'text',
  priorities: 'priorities',
  estimates: 'timeEstimateIds',
  dueFrom: 'dueFrom',
  dueTo: 'dueTo',
  assignees: 'assignees',
  labels: 'labels',
  projectIds: 'projects',
} as const satisfies Record<KeptPart, keyof Kept['filter']>;
const allNames = Object.entries(names) as Array<[KeptPart, keyof Kept['filter']]>;

/**
 * The part of filter and look that a view contains.
 * @param workspaces of the board's projects, by project
 */
export function keptOf(
  filter: BoardFilter,
  { lanes }: Pick<BoardLook, 'lanes'>,
  workspaces: ReadonlyMap<string, string>,
): Kept {
  const { workspaceId, projectIds } = filter;
  const isChosen = (id: string) => projectIds.length === 0 || projectIds.includes(id);
  const inWorkspace = [...workspaces].flatMap(([id, of]) => (of === workspaceId && isChosen(id) ? [id] : []));
  // A view without projects shows all. No project has the workspace's id: with that alone it shows none.
  if (workspaceId && inWorkspace.length === 0) inWorkspace.push(workspaceId);
  const kept = { ...filter, projectIds: workspaceId ? inWorkspace : projectIds };
  return {
    filter: Object.fromEntries(
      allNames.flatMap(([part, name]) => (isSet(kept[part]) ? [[name, kept[part]]] : [])),
    ),
    grouping: lanes,
  };
}

/** The address of a board with a view; other parameters stay. */
export function addressOf(params: URLSearchParams, { id, filter, grouping }: View, sort: BoardLook['sort']) {
  const shown = allNames.map(([part, name]) => [part, filter[name] ?? NO_FILTER[part]]);
  const look = { lanes: grouping, sort, viewId: id };
  return writeLook(writeFilter(params, { ...NO_FILTER, ...Object.fromEntries(shown) }), look);
}

/** Whether the board shows a view. The order of lists does not matter. */
export function isShown(view: View, now: Kept): boolean {
  const plain = ({ filter, grouping }: Kept) =>
    JSON.stringify([
      grouping,
      Object.entries(filter)
        .filter(([, value]) => isSet(value))
        .map(([name, value]) => [name, Array.isArray(value) ? [...value].map(String).sort() : value])
        .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    ]);
  return plain(view) === plain(now);
}
