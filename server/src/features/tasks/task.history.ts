import type { StoredTask } from '@livelane/shared/tasks/task.schema';
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
