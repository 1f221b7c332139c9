import { applyOp } from '@livelane/shared/boards/fold';
import type { Op, VisibleOp } from '@livelane/shared/boards/op.schema';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { canSee } from '../../server/src/features/tasks/task.visibility';
import type { OpDocument } from '../../server/src/oplog/op.model';
import type { Truth } from './invariants';
import type { Stage } from './simulation';

/** Applies one op of a log to the tasks that it changes. */
export function applyTo(tasks: Map<string, StoredTask>, { _id: id, ...op }: OpDocument): void {
  for (const [taskId, task] of applyOp((each) => tasks.get(each), { id, ...op } as unknown as Op)) {
    if (task) tasks.set(taskId, task);
    else tasks.delete(taskId);
  }
}

/** I11 and SPEC.md#visibility: nothing is pushed to who is not a member, nor of tasks that they cannot see. */
export function checkPushes({ cluster, history, users }: Stage, { projectId, ops }: Truth): void {
  const [owner] = users;
  const roles = new Map<string, ProjectRole>(owner ? [[owner.id, 'owner']] : []);
  const tasks = new Map<string, StoredTask>();
  const pushed = new Map<number, Array<{ userId: string; op: VisibleOp }>>();
  for (const { userId, ...push } of cluster.pushes) {
    if (push.projectId !== projectId) continue;
    for (const op of push.ops) pushed.set(op.v, [...(pushed.get(op.v) ?? []), { userId, op }]);
  }
  for (const op of ops) {
    const before = op.taskId === undefined ? undefined : tasks.get(op.taskId);
    applyTo(tasks, op);
    follow(roles, op);
    const after = op.taskId === undefined ? undefined : tasks.get(op.taskId);
    for (const { userId, op: shown } of pushed.get(op.v) ?? []) {
      const role = roles.get(userId);
      if (!role) {
        history.fail('I11', `version ${op.v} was pushed to ${userId}, who is no member then`);
        return;
      }
      const viewer = { userId, role };
      const isShown = [before, after].some((task) => task && canSee(viewer, task));
      if (shown.type === 'noop' || op.taskId === undefined || isShown) continue;
      history.fail('visibility', `version ${op.v} shows ${userId} a PRIVATE task that they cannot see`);
    }
  }
}

/** The ops that change roles. */
export const ROLE_OPS = ['member.added', 'member.roleChanged', 'member.removed'] as const;

/** Applies an op's change of roles. */
export function follow(roles: Map<string, ProjectRole>, { type, patch }: OpDocument): void {
  const { userId, roleId } = patch as { userId: string; roleId: ProjectRole };
  if (type === 'member.removed') roles.delete(userId);
  else if (type === 'member.added' || type === 'member.roleChanged') roles.set(userId, roleId);
}
