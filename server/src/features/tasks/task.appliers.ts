import type { Appliers, StoredOpOf } from '../../oplog/op.types';
import type { TaskEffect } from './task.effect';
import type { TaskStore } from './task.store';

type TaskAppliers = Pick<
  Appliers,
  'task.created' | 'task.restored' | 'task.patched' | 'task.moved' | 'task.deleted' | 'column.rebalanced'
>;

/** How ops change the rows of tasks: each step harmless to repeat (R3). */
export function taskAppliers(store: TaskStore): TaskAppliers & {
  /** The part of `member.removed` that concerns tasks. */
  unassign(op: StoredOpOf<'member.removed'>): Promise<void>;
} {
  const put = (op: StoredOpOf<'task.created' | 'task.restored'>) =>
    store.put(op.patch, (op.effect as TaskEffect | undefined)?.movedFrom);
  const patch = (op: StoredOpOf<'task.patched' | 'task.moved'>) =>
    store.patch(op.projectId, op.taskId, op.v, { ...op.patch, updatedAt: op.at });
  return {
    'task.created': put,
    'task.restored': put,
    'task.patched': patch,
    'task.moved': patch,
    'task.deleted': ({ projectId, taskId, v, at, patch: { movedTo } }) =>
      store.patch(projectId, taskId, v, { deletedAt: new Date(at), ...(movedTo && { movedTo }) }),
    'column.rebalanced': (op) => store.rerank(op.projectId, op.patch.ranks, op.v, op.at),
    async unassign({ projectId, patch: { userId, unassigned }, v, at }) {
      if (unassigned.length > 0) await store.unassign(projectId, unassigned, userId, v, at);
    },
  };
}
