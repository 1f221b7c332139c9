import type { MoveConflict } from '@livelane/shared/http/error.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { AppError } from '../../http/errors';
import type { Oplog } from '../../oplog/oplog';

/** The task as it was at version `rev`: later ops' old values put back (SPEC.md#conflicts). */
export async function taskAt(oplog: Oplog, task: StoredTask, rev: number): Promise<StoredTask> {
  const later = await oplog.taskHistory(task.projectId, task.id, rev);
  const then = { ...task };
  for (const op of later.reverse()) {
    if (op.type === 'task.patched' || op.type === 'task.moved') Object.assign(then, op.before);
    else if (op.type === 'member.removed') then.assignees = [...then.assignees, op.patch.userId];
  }
  return then;
}

/** Who gave the task its present description after version `rev`. */
export async function describedBy(oplog: Oplog, task: StoredTask, rev: number): Promise<string | undefined> {
  const later = await oplog.taskHistory(task.projectId, task.id, rev);
  return later.findLast((op) => op.type === 'task.patched' && op.patch.description !== undefined)?.actorId;
}

/**
 * A move that waited must not overwrite a newer one of somebody else (SPEC.md#conflicts). Who has moved the card
 * himself since, on another device, knows of it.
 * @throws AppError `stale_move`, also where the card never stood in the state that was expected
 */
export async function assertNotMovedByOthers(
  oplog: Oplog,
  { id, projectId, state }: StoredTask,
  expected: TaskState,
  userId: string,
): Promise<void> {
  if (state === expected) return;
  const moves = await oplog.taskMoves(projectId, id);
  const last = moves.findLast(({ type, before }) => type !== 'task.moved' || stateOf(before) !== state);
  const wasThere = moves.some(({ patch }) => stateOf(patch) === expected);
  if (last?.actorId === userId && wasThere) return;
  const conflict: MoveConflict | undefined = last && {
    state,
    actorId: last.actorId,
    at: last.at,
    v: last.v,
  };
  throw new AppError('stale_move', undefined, conflict && { conflict });
}

const stateOf = (side: unknown): TaskState | undefined => (side as { state?: TaskState } | null)?.state;
