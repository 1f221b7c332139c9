import type { Op, VisibleOp } from '@livelane/shared/boards/op.schema';
import type { StoredOp } from '../../oplog/op.types';
import type { HiddenEffect, TaskEffect } from '../tasks/task.effect';
import { canSee, type Sight, type Viewer } from '../tasks/task.sight';

/** An op that gives or takes the viewer the sight of PRIVATE tasks at large: he must read the board anew. */
export function changesSightOf(viewer: Viewer, op: StoredOp): boolean {
  if (op.type !== 'member.roleChanged' || op.patch.userId !== viewer.userId) return false;
  const was = (op.before as { roleId?: string } | null)?.roleId;
  return (was === 'owner') !== (op.patch.roleId === 'owner');
}

/** True when every viewer sees the op alike, so that it can be sent to the whole room at once. */
export function isSameForAll(op: StoredOp): boolean {
  const effect = op.effect as (TaskEffect & HiddenEffect) | undefined;
  return !effect?.sight && !effect?.hidden && op.type !== 'member.roleChanged';
}

/** The op without what stays on the server. */
export function publicPart(op: StoredOp): Op {
  const { before: _before, effect: _effect, ...shown } = op;
  return shown as Op;
}

/**
 * An op as one recipient's rights see its tasks (SPEC.md#visibility): whoever gains sight of a task
 * gets `task.created`, whoever loses it `task.deleted`, whoever has none a `noop`.
 */
export function viewOp(viewer: Viewer, op: StoredOp): VisibleOp {
  const { sight, hidden } = (op.effect ?? {}) as TaskEffect & HiddenEffect;
  if (hidden) return withoutHidden(viewer, op, hidden);
  if (!sight || !('taskId' in op)) return publicPart(op);
  const sawBefore = sight.before !== null && canSee(viewer, sight.before);
  const seesAfter = sight.after !== null && canSee(viewer, sight.after);
  if (sawBefore && !seesAfter && op.type !== 'task.deleted') {
    return { ...publicPart(op), type: 'task.deleted', patch: {} } as VisibleOp;
  }
  if (!sawBefore && seesAfter && sight.before !== null) {
    return { ...publicPart(op), type: 'task.created', patch: sight.task } as VisibleOp;
  }
  return sawBefore || seesAfter ? publicPart(op) : { v: op.v, type: 'noop' };
}

function withoutHidden(viewer: Viewer, op: StoredOp, hidden: Record<string, Sight>): VisibleOp {
  const isShown = (taskId: string): boolean => {
    const sight = hidden[taskId];
    return !sight || canSee(viewer, sight);
  };
  const shown = publicPart(op);
  if (shown.type === 'column.rebalanced') {
    const ranks = Object.fromEntries(Object.entries(shown.patch.ranks).filter(([taskId]) => isShown(taskId)));
    return { ...shown, patch: { ...shown.patch, ranks } };
  }
  if (shown.type === 'member.removed') {
    return { ...shown, patch: { ...shown.patch, unassigned: shown.patch.unassigned.filter(isShown) } };
  }
  return shown;
}
