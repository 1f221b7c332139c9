import type { Op, VisibleOp } from '@livelane/shared/boards/op.schema';
import { unassignedBy } from '@livelane/shared/boards/op.tasks';
import type { HiddenEffect, TaskEffect } from '../../oplog/op.effects';
import type { StoredOp } from '../../oplog/op.types';
import { canSee, type Viewer } from '../tasks/task.visibility';

/** The recipients of an op. */
type Audience =
  /** Everyone on the board, alike. */
  | { of: 'everyone' }
  /** Everyone on the board, but not alike. */
  | { of: 'each' }
  /** Everyone who sees the task, before or after the op. */
  | { of: 'task'; sight: NonNullable<TaskEffect['sight']> }
  /** Everyone, but without the tasks that they do not see. */
  | { of: 'tasks'; hidden: NonNullable<HiddenEffect['hidden']> }
  | { of: 'nobody' };

const EVERYONE: Audience = { of: 'everyone' };
const NOBODY: Audience = { of: 'nobody' };
/** The patch of an op that tells no more than its type. */
const NOTHING = Object.freeze({});

/** Each type of op has its rule here. An op without a rule, or without the data that its rule needs, is for nobody. */
function audienceOf(op: StoredOp): Audience {
  switch (op.type) {
    case 'task.created':
    case 'task.restored':
    case 'task.patched':
    case 'task.moved':
    case 'comment.added':
    case 'comment.edited':
    case 'comment.deleted':
    case 'comment.restored':
    case 'checklist.added':
    case 'checklist.changed':
    case 'checklist.removed':
      if (!op.effect) return NOBODY;
      return op.effect.sight ? { of: 'task', sight: op.effect.sight } : EVERYONE;
    case 'task.deleted':
      if (!op.effect) return NOBODY;
      if (op.effect.sight) return { of: 'task', sight: op.effect.sight };
      return op.patch.movedTo === undefined ? EVERYONE : { of: 'each' };
    case 'column.rebalanced':
    case 'member.removed':
    case 'label.removed':
      if (!op.effect) return NOBODY;
      return op.effect.hidden ? { of: 'tasks', hidden: op.effect.hidden } : EVERYONE;
    case 'member.roleChanged':
      return op.effect?.hidden ? { of: 'tasks', hidden: op.effect.hidden } : { of: 'each' };
    case 'column.changed':
    case 'member.added':
    case 'project.patched':
    case 'project.deleted':
      return EVERYONE;
    default:
      op satisfies never;
      return NOBODY;
  }
}

/** An op that may give or take the viewer's sight of all PRIVATE tasks: they must read the board again. */
export function changesSightOf(viewer: Viewer, op: StoredOp): boolean {
  if (op.type !== 'member.added' && op.type !== 'member.removed' && op.type !== 'member.roleChanged')
    return false;
  if (op.patch.userId !== viewer.userId) return false;
  // Whatever they hold is from another membership, or from a role in the workspace that has no op here.
  if (op.type !== 'member.roleChanged') return true;
  // PRIVATE tasks that they saw as an assignee only.
  if (op.effect?.hidden) return true;
  const was = (op.before as { roleId?: string } | null)?.roleId;
  return (was === 'owner') !== (op.patch.roleId === 'owner');
}

/** True when every viewer sees the op alike, so that it can be sent to the whole room at once. */
export function isSameForAll(op: StoredOp): boolean {
  const { of } = audienceOf(op);
  return of === 'everyone' || of === 'nobody';
}

/** The fields of an op that leave the server; all others stay. */
function publicPart(viewer: Viewer, op: StoredOp): Op {
  const { id, projectId, v, type, actorId, mutationId, bulkId, at } = op;
  const taskId = 'taskId' in op ? { taskId: op.taskId } : {};
  const hasPatch = op.type !== 'task.deleted' || op.effect?.moved?.toldTo.includes(viewer.userId);
  const bulk = bulkId === undefined ? {} : { bulkId };
  return {
    id,
    projectId,
    v,
    type,
    ...taskId,
    actorId,
    mutationId,
    ...bulk,
    patch: hasPatch ? op.patch : NOTHING,
    at,
  } as Op;
}

/**
 * An op as one recipient's rights see its tasks (SPEC.md#visibility): someone who gains sight of a task
 * gets `task.created`, someone who loses it `task.deleted`, someone who has none a `noop`.
 */
export function viewOp(viewer: Viewer, op: StoredOp): VisibleOp {
  const audience = audienceOf(op);
  switch (audience.of) {
    case 'everyone':
    case 'each':
      return publicPart(viewer, op);
    case 'task':
      return viewTaskOp(viewer, op, audience.sight);
    case 'tasks':
      return withoutHidden(viewer, op, audience.hidden);
    default:
      return { v: op.v, type: 'noop' };
  }
}

function viewTaskOp(viewer: Viewer, op: StoredOp, sight: NonNullable<TaskEffect['sight']>): VisibleOp {
  const sawBefore = sight.before !== null && canSee(viewer, sight.before);
  const seesAfter = sight.after !== null && canSee(viewer, sight.after);
  if (sawBefore && !seesAfter && op.type !== 'task.deleted') {
    return { ...publicPart(viewer, op), type: 'task.deleted', patch: NOTHING } as VisibleOp;
  }
  if (!sawBefore && seesAfter && sight.before !== null) {
    return { ...publicPart(viewer, op), type: 'task.created', patch: sight.task } as VisibleOp;
  }
  return sawBefore || seesAfter ? publicPart(viewer, op) : { v: op.v, type: 'noop' };
}

function withoutHidden(viewer: Viewer, op: StoredOp, hidden: NonNullable<HiddenEffect['hidden']>): VisibleOp {
  return withTasks(publicPart(viewer, op), (taskId) => {
    const sight = hidden[taskId];
    return !sight || canSee(viewer, sight);
  });
}

/** An op about many tasks with only those that are shown; any other as it is. */
function withTasks(op: Op, isShown: (taskId: string) => boolean): VisibleOp {
  switch (op.type) {
    case 'column.rebalanced': {
      const ranks = Object.entries(op.patch.ranks).filter(([taskId]) => isShown(taskId));
      return { ...op, patch: { ...op.patch, ranks: Object.fromEntries(ranks) } };
    }
    case 'label.removed': {
      const tasks = op.patch.tasks.filter(isShown);
      return tasks.length === 0 ? { v: op.v, type: 'noop' } : { ...op, patch: { ...op.patch, tasks } };
    }
    case 'member.removed':
    case 'member.roleChanged':
      if (!op.patch.unassigned) return op;
      return { ...op, patch: { ...op.patch, unassigned: unassignedBy(op).filter(isShown) } } as Op;
    default:
      return op;
  }
}

/**
 * Ops that the viewer has missed, by the sight that they have after the last one (SPEC.md#visibility): of a task that
 * they do not see then, they get nothing but its deletion, and that only if they held it before the first one.
 *
 * @param ops of one board, none missing in between
 */
export function viewMissed(viewer: Viewer, ops: readonly StoredOp[]): VisibleOp[] {
  const hidden = hiddenAfter(viewer, ops);
  const held = new Map<string, boolean>();
  return ops.map((op) => {
    const shown = viewOp(viewer, op);
    if (shown.type === 'noop') return shown;
    if (!('taskId' in shown)) return withTasks(shown, (taskId) => !hidden.has(taskId));
    const { taskId, type } = shown;
    if (!hidden.has(taskId)) return shown;
    // Whoever is shown first how a task appears did not hold it.
    if (!held.has(taskId)) held.set(taskId, type !== 'task.created' && type !== 'task.restored');
    return type === 'task.deleted' && held.get(taskId) ? shown : { v: op.v, type: 'noop' };
  });
}

/** The tasks that ops are about and that the viewer does not see after the last one; of a deleted one its last state counts. */
function hiddenAfter(viewer: Viewer, ops: readonly StoredOp[]): Set<string> {
  const hidden = new Set<string>();
  for (const op of ops) {
    if (!('taskId' in op)) continue;
    const audience = audienceOf(op);
    if (audience.of === 'nobody') continue;
    const sight = audience.of === 'task' ? (audience.sight.after ?? audience.sight.before) : null;
    if (!sight || canSee(viewer, sight)) hidden.delete(op.taskId);
    else hidden.add(op.taskId);
  }
  return hidden;
}
