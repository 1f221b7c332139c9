import type { Op } from '@livelane/shared/boards/op.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { OpsRange } from './board.reducer';
import type { BoardsState } from './board.types';
import { findInView } from './board.view';

/** What somebody else did to a card, as this user sees it. */
export interface RemoteChange {
  projectId: string;
  kind: 'created' | 'moved' | 'changed' | 'deleted';
  taskId: string;
  /** The first name; null when the project does not know the actor any more. */
  actor: string | null;
  title: string;
  state: TaskState;
  /** From 1, in the column as it is shown without a filter. */
  position: number;
}

const KINDS: Partial<Record<Op['type'], RemoteChange['kind']>> = {
  'task.created': 'created',
  'task.restored': 'created',
  'task.moved': 'moved',
  'task.patched': 'changed',
  'task.deleted': 'deleted',
};

/** What others changed by some ops. @param before, after the boards without and with them */
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
    return ops.flatMap((op): RemoteChange[] => {
      if (op.type === 'noop' || op.v <= old.v || op.actorId === userId || !('taskId' in op)) return [];
      const kind = KINDS[op.type];
      const task = findInView(now.view, op.taskId) ?? findInView(old.view, op.taskId);
      if (!kind || !task) return [];
      const actor = now.members.find(({ id }) => id === op.actorId);
      return [
        {
          projectId,
          kind,
          taskId: op.taskId,
          actor: actor ? actor.firstName : null,
          title: task.title,
          state: task.state,
          position: now.view[task.state].ids.indexOf(op.taskId) + 1,
        },
      ];
    });
  });
}
