import type { Op, VisibleOp } from '@livelane/shared/boards/op.schema';
import { unassignedBy } from '@livelane/shared/boards/op.tasks';
import type { StoredOp } from '../../oplog/op.types';
import type { OpViewer, PersonalCards, PersonalNews } from '../../realtime/realtime.types';
import { positionAfter } from '../tasks/task.ops';
import type { BoardReplica } from './board.replica';
import { viewOp } from './op.view';

/** Fields by which a change of a task can change places: where it is, and who sees it. */
const PLACING = ['state', 'visibility', 'assignees'] as const;

/**
 * The effect of ops on the cards of someone's personal board (R34): ops of these cards, of those that join it and of
 * those that leave it, and the present places. The viewer's own role is the same throughout.
 *
 * @param board with the last of the ops, and no later one
 * @param cards its places are updated
 */
export function personalNews(
  board: BoardReplica,
  { viewer, places }: PersonalCards,
  ops: readonly StoredOp[],
): PersonalNews {
  const shown = ops.flatMap((op) => personalOp(board, viewer, places, op) ?? []);
  const news: PersonalNews = { ops: shown, places: {} };
  const placing = ops.filter(changesPlaces).length;
  if (placing === 0) return news;
  for (const [taskId, held] of places) {
    const task = board.get(taskId);
    const place = task ? positionAfter(board, viewer, task) : held;
    // Someone who read the board between two of the ops holds the places of that moment.
    if (place === held && placing === 1) continue;
    places.set(taskId, place);
    news.places[taskId] = place;
  }
  return news;
}

function personalOp(
  board: BoardReplica,
  viewer: OpViewer,
  places: Map<string, number>,
  op: StoredOp,
): VisibleOp | null {
  const shown = viewOp(viewer, op);
  if (shown.type === 'noop') return null;
  if (!('taskId' in op)) return ofCards(shown, (taskId) => places.has(taskId));
  const { taskId } = op;
  const [was, is] = assignments(op, viewer.userId) ?? [places.has(taskId), places.has(taskId)];
  // It has no place until one is sent.
  if (is && !was) places.set(taskId, -1);
  if (!is) places.delete(taskId);
  if (was || !is) return was ? shown : null;
  if (shown.type === 'task.created' || shown.type === 'task.restored') return shown;
  const task = board.get(taskId);
  if (task?.assignees.includes(viewer.userId))
    return { ...shown, type: 'task.created', patch: task } as VisibleOp;
  // A later op has taken it from them.
  places.delete(taskId);
  return null;
}

/** Is a task its user's before and after an op? Undefined where the op leaves that as it is. */
function assignments(op: StoredOp, userId: string): [was: boolean, is: boolean] | undefined {
  const before = (op.before as { assignees?: string[] } | null)?.assignees?.includes(userId) ?? false;
  switch (op.type) {
    case 'task.created':
    case 'task.restored':
      return [false, op.patch.assignees.includes(userId)];
    case 'task.patched':
      return op.patch.assignees && [before, op.patch.assignees.includes(userId)];
    case 'task.deleted':
      return [before, false];
    default:
      return undefined;
  }
}

/** An op about many tasks, with only those that are on the board; null if none is. */
function ofCards(shown: Op, isHere: (taskId: string) => boolean): VisibleOp | null {
  switch (shown.type) {
    case 'column.rebalanced': {
      const ranks = Object.entries(shown.patch.ranks).filter(([taskId]) => isHere(taskId));
      if (ranks.length === 0) return null;
      return { ...shown, patch: { ...shown.patch, ranks: Object.fromEntries(ranks) } };
    }
    case 'label.removed': {
      const tasks = shown.patch.tasks.filter(isHere);
      return tasks.length === 0 ? null : { ...shown, patch: { ...shown.patch, tasks } };
    }
    case 'member.removed':
    case 'member.roleChanged': {
      const unassigned = unassignedBy(shown).filter(isHere);
      return unassigned.length === 0 ? null : ({ ...shown, patch: { ...shown.patch, unassigned } } as Op);
    }
    default:
      return null;
  }
}

function changesPlaces(op: StoredOp): boolean {
  switch (op.type) {
    case 'task.created':
    case 'task.restored':
    case 'task.moved':
    case 'task.deleted':
    case 'member.removed':
    case 'member.roleChanged':
      return true;
    case 'task.patched':
      return PLACING.some((name) => name in op.patch);
    default:
      return false;
  }
}
