import { compareRanked } from '@livelane/shared/rank/rank';
import type { Place } from '@livelane/shared/tasks/bulk.schema';
import { inputFields } from '@livelane/shared/tasks/task.conversions';
import { bulkIdFields, bulkValueFields } from '@livelane/shared/tasks/task.fields';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { type Assignable, assignableOn, withAssignable } from './assignable';
import { type BoardState, type Change, perState } from './board.types';
import { findInView } from './board.view';
import { type BulkEdit, bulkOf, edited, type Part } from './bulk.mutations';
import type { BoardMutation, Clock } from './mutations';
import { placeIn } from './personal.rank';
import type { Beside, Undoable } from './undo';

/** Whether a card is still as a part of a bulk change has left it; a move that goes with it may have been refused. */
function isAsMade(
  before: StoredTask,
  made: Change | undefined,
  now: StoredTask | undefined,
  movedTo: TaskState | undefined,
): boolean {
  if (made?.kind === 'delete') return now === undefined;
  if (!now) return false;
  if (made?.kind === 'move') return now.state === made.state;
  if (movedTo && now.state !== movedTo && now.state !== before.state) return false;
  const fields = made?.kind === 'patch' ? made.fields : {};
  return bulkValueFields.every(
    (name) => !(name in fields) || JSON.stringify(now[name]) === JSON.stringify(fields[name]),
  );
}

/** Whether a card has left a personal board by this very change, of its assignees. */
const isUnassigned = (board: BoardState, before: StoredTask, made: Change | undefined): boolean =>
  board.kind === 'personal' &&
  made?.kind === 'patch' &&
  before.assignees.some((id) => made.fields.assignees?.includes(id) === false);

/** The opposite of an edit: of the fields that it set, and of lists what it added and removed, whatever else is in them. */
export function opposite(before: StoredTask, fields: Partial<StoredTask>): BulkEdit {
  const values = bulkValueFields.filter((name) => name in fields);
  const ids = bulkIdFields.flatMap((name) => {
    const set = fields[name];
    if (!set) return [];
    const add = before[name].filter((id) => !set.includes(id));
    const remove = set.filter((id) => !before[name].includes(id));
    return [[name, { add, remove }]];
  });
  return { ...inputFields(before, values), ...Object.fromEntries(ids) };
}

/** A card as it was before the change that is undone, and as it is; a deleted one is nowhere. */
interface Return {
  before: StoredTask;
  task?: StoredTask;
}

/** The neighbours of each card in its former place, when those before it are back. */
function neighboursBack(board: BoardState, cards: readonly Return[]): Place[] {
  const returning = new Set(cards.map(({ before }) => before.id));
  const columns = perState((state) =>
    board.view[state].ids.flatMap((id) => (returning.has(id) ? [] : (board.view[state].cards[id] ?? []))),
  );
  return cards.map(({ before }) => {
    const column = columns[before.state];
    const below = column.findIndex((each) => compareRanked(each, before) > 0);
    const index = below < 0 ? column.length : below;
    const [afterId, beforeId] = [column[index - 1]?.id, column[index]?.id];
    column.splice(index, 0, before);
    return { ...(afterId && { afterId }), ...(beforeId && { beforeId }) };
  });
}

/**
 * The former place of each card in its own project, when those before it are back: beside the cards beside which it
 * stood, else by its position. This counts what stands above at that time: also cards that come back later, and may
 * stand above their places until then.
 */
function placesBack(cards: readonly Return[], beside: Beside): Place[] {
  const later = cards.map(({ task }) => ({ state: task?.state, place: task ? placeIn(task.rank) : 0 }));
  const laterIds = new Set(cards.map(({ before }) => before.id));
  return cards.map(({ before }) => {
    const own = later.shift();
    laterIds.delete(before.id);
    for (const each of later)
      if (own?.state && each.state === own.state && each.place > own.place) each.place--;
    const there = later.filter(({ state }) => state === before.state);
    let position = placeIn(before.rank);
    for (const { place } of there.toSorted((one, other) => one.place - other.place))
      if (place < position) position++;
    for (const each of there) if (each.place >= position) each.place++;
    const afterId = beside[before.id]?.afterId;
    let beforeId = beside[before.id]?.beforeId;
    while (beforeId && laterIds.has(beforeId)) beforeId = beside[beforeId]?.beforeId;
    return { position, ...(afterId && { afterId }), ...(beforeId && { beforeId }) };
  });
}

/** Cards of one project with their former places, from above: each comes there upon those before it. */
function withPlaces<Card extends Return>(
  board: BoardState,
  cards: readonly Card[],
  beside: Beside = {},
): Array<Card & { place: Place }> {
  const fromAbove = [...cards].sort((one, other) => compareRanked(one.before, other.before));
  // The board over all projects does not show all cards of this one, and its ranks are places, which change.
  const places = board.kind === 'personal' ? placesBack(fromAbove, beside) : neighboursBack(board, fromAbove);
  return fromAbove.map((card, at) => ({ ...card, place: places[at] ?? {} }));
}

/** Moves of cards of one project to their former places. */
function movesBack(board: BoardState, cards: ReadonlyArray<Required<Return>>, beside?: Beside): Part[] {
  return withPlaces(board, cards, beside).map(({ task, before: { state, rank }, place }) => ({
    task,
    change: { kind: 'move', state, rank, boardId: board.id },
    request: { move: { state, ...place } },
  }));
}

/** Restorations of deleted cards of one project at their former places. */
function restorations(board: BoardState, cards: readonly StoredTask[], beside?: Beside): Part[] {
  const gone = cards.map((before) => ({ before }));
  return withPlaces(board, gone, beside).map(({ before: task, place }) => ({
    task,
    change: { kind: 'create', task },
    request: { restore: true, place },
  }));
}

/**
 * The changes that undo a bulk change, in sending order, and the number of cards left as they are because they have
 * been changed since: by others, as their ops say, or as the cards themselves show where ops were missed.
 * @param known who can be assigned in the project, for the board over all projects
 */
export function revertMany(
  clock: Clock,
  board: BoardState,
  { mutation, befores = [], beside, overwritten, movedTo }: Undoable,
  known?: Assignable,
): { back: BoardMutation[]; left: number } {
  const { change } = mutation.pending;
  const partOf = (id: string) => (change.kind === 'bulk' ? change.changes[id] : undefined);
  const now = (id: string) => findInView(board.view, id);
  const assignable = assignableOn(board, known);
  const possible = befores.map((before) => withAssignable(before, assignable));
  const own = possible.filter((before) => {
    const [made, task] = [partOf(before.id), now(before.id)];
    if (overwritten.has(before.id)) return false;
    return isAsMade(before, made, task, movedTo) || (!task && isUnassigned(board, before, made));
  });
  const restored = restorations(
    board,
    own.filter(({ id }) => partOf(id)?.kind === 'delete'),
    beside,
  );
  const moved = movesBack(
    board,
    own.flatMap((before) => {
      const task = now(before.id);
      if (!task || (movedTo ? movedTo !== task.state : partOf(before.id)?.kind !== 'move')) return [];
      // On the board over all projects another card's move may have brought it to its former place.
      const isThere = task.state === before.state && task.rank === before.rank;
      return isThere && board.kind === 'project' ? [] : { task, before };
    }),
    beside,
  );
  const edits = own.flatMap((before): Part[] => {
    const [made, task] = [partOf(before.id), now(before.id)];
    if (made?.kind !== 'patch') return [];
    const edit = opposite(before, made.fields);
    const back: Change = task
      ? { kind: 'patch', fields: edited(task, edit) }
      : { kind: 'create', task: before };
    return [{ task: task ?? before, change: back, request: { edit } }];
  });
  const back = [restored, moved, edits].flatMap((parts) => bulkOf(clock, parts) ?? []);
  return { back, left: befores.length - own.length };
}
