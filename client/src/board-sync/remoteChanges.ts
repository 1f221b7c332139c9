import type { Op, VisibleOp } from '@livelane/shared/boards/op.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { OpsRange } from './board.slice';
import { type BoardState, type BoardsState, PERSONAL_BOARD } from './board.types';
import { findInView } from './board.view';
import type { PersonalRange } from './personal.reducer';

/** Someone else's change of a card, as this user sees it. */
export interface RemoteChange {
  boardId: string;
  kind: 'created' | 'moved' | 'changed' | 'deleted';
  taskId: string;
  actorId: string;
  /** The first name; null if the board or the project does not know it. */
  actor: string | null;
  title: string;
  state: TaskState;
  /** From 1, in the unfiltered column. */
  position: number;
}

const KINDS: Partial<Record<Op['type'], RemoteChange['kind']>> = {
  'task.created': 'created',
  'task.restored': 'created',
  'task.moved': 'moved',
  'task.patched': 'changed',
  'task.deleted': 'deleted',
};

/** Changes of others in some ops. @param before, after the boards without and with them */
export function remoteChanges(
  before: BoardsState,
  after: BoardsState,
  ranges: readonly OpsRange[],
  userId: string,
): RemoteChange[] {
  return ranges.flatMap(({ projectId, ops }) => {
    const old = before.boards[projectId];
    const now = after.boards[projectId];
    if (old?.kind !== 'project' || now?.kind !== 'project') return [];
    const isNew = (op: VisibleOp) => op.v > old.v;
    const nameOf = (id: string) => now.members.find((member) => member.id === id)?.firstName ?? null;
    return changesOn(old, now, ops.filter(isNew), userId, nameOf);
  });
}

/** The same for the personal board. */
export function personalChanges(
  before: BoardsState,
  after: BoardsState,
  { projectId, ops, userId }: PersonalRange,
): RemoteChange[] {
  const old = before.boards[PERSONAL_BOARD];
  const now = after.boards[PERSONAL_BOARD];
  if (old?.kind !== 'personal' || now?.kind !== 'personal') return [];
  const held = old.cursors[projectId]?.v ?? Number.POSITIVE_INFINITY;
  const isNew = (op: VisibleOp) => op.v > held;
  // This board does not know projects' members.
  return changesOn(old, now, ops.filter(isNew), userId, () => null);
}

function changesOn(
  old: BoardState,
  now: BoardState,
  ops: readonly VisibleOp[],
  userId: string,
  nameOf: (userId: string) => string | null,
): RemoteChange[] {
  return ops.flatMap((op): RemoteChange[] => {
    if (op.type === 'noop' || op.actorId === userId || !('taskId' in op)) return [];
    const before = findInView(old.view, op.taskId);
    const after = findInView(now.view, op.taskId);
    const kind = KINDS[op.type];
    const task = after ?? before;
    if (!kind || !task) return [];
    const { taskId, actorId } = op;
    return [
      {
        boardId: now.id,
        // A card comes onto the personal board when it is assigned to its user.
        kind: kind === 'changed' && !before ? 'created' : kind,
        taskId,
        actorId,
        actor: nameOf(actorId),
        title: task.title,
        state: task.state,
        position: now.view[task.state].ids.indexOf(taskId) + 1,
      },
    ];
  });
}
