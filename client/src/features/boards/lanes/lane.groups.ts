import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskPriorities, taskStates } from '@livelane/shared/tasks/task.values';
import type { Grouping } from '@livelane/shared/views/view.values';
import { type Cards, perState, type ViewColumns } from '#board-sync/board.types';
import { screenOrder } from '#lib/screenLanguage';

/** The lane of cards without a value. */
export const NONE = '';

/** A lane's value, and its cards in each column. */
export interface Lane {
  /** The id of a person, label or project, or a priority. */
  key: string;
  cells: Readonly<Record<TaskState, readonly string[]>>;
}

/** The lanes in which a card is: one for each of its people or labels. */
function lanesOf(task: StoredTask, grouping: Grouping): readonly string[] {
  if (grouping === 'priority') return [task.priority ?? NONE];
  if (grouping === 'project') return [task.projectId];
  const ids = grouping === 'assignee' ? task.assignees : task.labels;
  return ids.length > 0 ? ids : [NONE];
}

type Groups = ReadonlyMap<string, readonly string[]>;

const NO_CARDS: readonly string[] = [];

/** The cards of a column by lane; a lane with unchanged cards keeps its list, so that it is not rendered. */
function groupColumn(ids: readonly string[], cards: Cards, grouping: Grouping, before?: Groups): Groups {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const task = cards[id];
    if (!task) continue;
    for (const key of lanesOf(task, grouping)) {
      const group = groups.get(key);
      if (group) group.push(id);
      else groups.set(key, [id]);
    }
  }
  return new Map([...groups].map(([key, group]) => [key, sameList(before?.get(key), group)]));
}

function sameList(before: readonly string[] | undefined, now: readonly string[]): readonly string[] {
  return before?.length === now.length && now.every((id, index) => before[index] === id) ? before : now;
}

function sameLane(before: Lane | undefined, now: Lane): Lane {
  const isSame = before && taskStates.every((state) => before.cells[state] === now.cells[state]);
  return isSame ? before : now;
}

/** Groups a board incrementally: unchanged columns are not grouped again, and their lanes stay the same objects. */
export function laneGrouper(grouping: Grouping) {
  const last = new Map<TaskState, { ids: readonly string[]; cards: Cards; groups: Groups }>();
  let lastLanes: ReadonlyMap<string, Lane> = new Map();
  const groupsOf = (state: TaskState, ids: readonly string[], cards: Cards): Groups => {
    const before = last.get(state);
    if (before?.ids === ids && before.cards === cards) return before.groups;
    const groups = groupColumn(ids, cards, grouping, before?.groups);
    last.set(state, { ids, cards, groups });
    return groups;
  };
  /**
   * @param states the columns that are shown
   * @param shown the cards of each column, in shown order
   * @param keys the lanes in order; lanes of other keys follow, and `NONE` comes last
   * @param isKept whether a lane of these keys is shown without cards
   */
  return (
    view: ViewColumns,
    states: readonly TaskState[],
    shown: (state: TaskState) => readonly string[],
    keys: readonly string[],
    isKept: (key: string) => boolean,
  ): Lane[] => {
    const groups = perState((state) => groupsOf(state, shown(state), view[state].cards));
    const found = new Set(states.flatMap((state) => [...groups[state].keys()]));
    const isShown = (key: string) => found.has(key) || isKept(key);
    const others = [...found].filter((key) => key !== NONE && !keys.includes(key));
    const all = [...keys.filter(isShown), ...others, ...(found.has(NONE) || isKept(NONE) ? [NONE] : [])];
    const lanes = all.map((key) => {
      const cells = perState((state) => groups[state].get(key) ?? NO_CARDS);
      return sameLane(lastLanes.get(key), { key, cells });
    });
    lastLanes = new Map(lanes.map((lane) => [lane.key, lane]));
    return lanes;
  };
}

/** With more people than this only those with cards have a lane. */
const PEOPLE_WITH_LANES = 40;

interface Known {
  /** Whether a card can be put into a person's lane. */
  isAssignable: (personId: string) => boolean;
  people: ReadonlyMap<string, { firstName: string; surname: string }>;
  labels: ReadonlyMap<string, { name: string }>;
  projectName: (projectId: string) => string;
  projectIds: readonly string[];
}

/** The lanes of a board, in order, and which of them are shown without cards, as drop targets. */
export function laneKeys(
  grouping: Grouping,
  { isAssignable, people, labels, projectName, projectIds }: Known,
): { keys: string[]; isKept: (key: string) => boolean } {
  const byName = (ids: Iterable<string>, nameOf: (id: string) => string) => {
    const { compare } = screenOrder();
    return [...new Set(ids)].sort((a, b) => compare(nameOf(a), nameOf(b)));
  };
  if (grouping === 'priority') return { keys: [...taskPriorities], isKept: (key) => key !== NONE };
  if (grouping === 'label')
    return { keys: byName(labels.keys(), (id) => labels.get(id)?.name ?? ''), isKept: (key) => key === NONE };
  if (grouping === 'project') return { keys: byName(projectIds, projectName), isKept: () => false };
  const name = (id: string) => {
    const person = people.get(id);
    return `${person?.firstName} ${person?.surname}`;
  };
  return {
    keys: byName(people.keys(), name),
    isKept: (key) => key === NONE || (people.size <= PEOPLE_WITH_LANES && isAssignable(key)),
  };
}
