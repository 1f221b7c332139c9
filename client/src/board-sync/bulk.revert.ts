import { inputFields } from '@livelane/shared/tasks/task.conversions';
import { bulkIdFields, bulkValueFields } from '@livelane/shared/tasks/task.fields';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { BoardState, Change } from './board.types';
import { findInView } from './board.view';
import { type BulkEdit, bulkOf, edited, type Part } from './bulk.mutations';
import type { BoardMutation, Clock } from './mutations';
import { placeIn } from './personal.rank';
import type { Undoable } from './undo';

/** Whether a card is still as a part of a bulk change has left it. */
function isAsMade(
  made: Change | undefined,
  now: StoredTask | undefined,
  movedTo: TaskState | undefined,
): boolean {
  if (made?.kind === 'delete') return now === undefined;
  const state = made?.kind === 'move' ? made.state : movedTo;
  if (!now || (state && now.state !== state)) return false;
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

/**
 * The changes that undo a bulk change, in sending order, and the number of cards left as they are because they have
 * been changed since: by others, as their ops say, or as the cards themselves show where ops were missed.
 */
export function revertMany(
  clock: Clock,
  board: BoardState,
  { mutation, befores = [], overwritten, movedTo }: Undoable,
): { back: BoardMutation[]; left: number } {
  const { change } = mutation.pending;
  const partOf = (id: string) => (change.kind === 'bulk' ? change.changes[id] : undefined);
  const now = (id: string) => findInView(board.view, id);
  const own = befores.filter((before) => {
    const [made, task] = [partOf(before.id), now(before.id)];
    if (overwritten.has(before.id)) return false;
    return isAsMade(made, task, movedTo) || (!task && isUnassigned(board, before, made));
  });
  const restored = own.flatMap((task): Part[] =>
    partOf(task.id)?.kind === 'delete'
      ? [{ task, change: { kind: 'create', task }, request: { restore: true } }]
      : [],
  );
  const moved = own.flatMap((before): Part[] => {
    const task = now(before.id);
    const isMoved = movedTo !== undefined || partOf(before.id)?.kind === 'move';
    if (!isMoved || !task || (task.state === before.state && task.rank === before.rank)) return [];
    const { ids, cards } = board.view[before.state];
    // Ranks of other projects, on the board over all of them, say nothing of the place in this one.
    const others = ids
      .flatMap((id) => cards[id] ?? [])
      .filter(({ id, projectId }) => id !== task.id && projectId === task.projectId);
    const afterId = others.findLast(({ rank }) => rank < before.rank)?.id;
    const beforeId = others.find(({ rank }) => rank > before.rank)?.id;
    const position = board.kind === 'personal' && { position: placeIn(before.rank) };
    const move = {
      state: before.state,
      ...position,
      ...(afterId && { afterId }),
      ...(beforeId && { beforeId }),
    };
    const back: Change = { kind: 'move', state: before.state, rank: before.rank, boardId: board.id };
    return [{ task, change: back, request: { move } }];
  });
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
