import { OWN_TASK_RESTORE_MS } from '@livelane/shared/http/limits';
import { canInProject, type ProjectAction } from '@livelane/shared/permissions/permissions';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskEffect } from '../../server/src/oplog/op.effects';
import type { OpDocument } from '../../server/src/oplog/op.model';
import type { History } from './history';
import type { Truth } from './invariants';
import { applyTo, follow } from './pushes';
import { isSame } from './same';
import type { Stage } from './simulation';

const RIGHTS: Partial<Record<OpDocument['type'], ProjectAction>> = {
  'task.created': 'task.create',
  'task.patched': 'task.edit',
  'task.moved': 'task.move',
  'task.deleted': 'task.delete',
  'task.restored': 'task.restore',
  'comment.added': 'comment.write',
  'comment.edited': 'comment.write',
  'comment.deleted': 'comment.write',
  'comment.restored': 'comment.write',
  'checklist.added': 'task.edit',
  'checklist.changed': 'task.edit',
  'checklist.removed': 'task.edit',
  'column.changed': 'column.edit',
};

/** I15, R3: at each op of a task its author had the right to it, by the log up to there. */
export function checkRights({ history, users }: Stage, { ops }: Truth): void {
  const [owner] = users;
  const roles = new Map<string, ProjectRole>(owner ? [[owner.id, 'owner']] : []);
  const deletions = new Map<string, OpDocument>();
  for (const op of ops) {
    if (op.type === 'task.deleted' && op.taskId) deletions.set(op.taskId, op);
    const right = isOwnRestore(op, deletions) ? 'task.restoreOwn' : RIGHTS[op.type];
    const role = roles.get(op.actorId) ?? null;
    // A move between projects that was begun is finished by the next reader or writer, whatever its author may do by
    // then.
    const isFinished = (op.effect as TaskEffect | undefined)?.movedFrom !== undefined;
    if (right && !isFinished && !canInProject(role, right)) {
      history.fail(
        'I15 R3',
        `version ${op.v} (${op.type}) is by ${op.actorId}, who is ${role ?? 'no member'}`,
      );
      return;
    }
    follow(roles, op);
  }
}

/** SPEC.md#rights: for an hour members may restore their own deletions. */
function isOwnRestore(op: OpDocument, deletions: ReadonlyMap<string, OpDocument>): boolean {
  const deletion = op.type === 'task.restored' && op.taskId ? deletions.get(op.taskId) : undefined;
  if (deletion?.actorId !== op.actorId) return false;
  return Date.parse(op.at) - Date.parse(deletion.at) <= OWN_TASK_RESTORE_MS;
}

/** The fields of a task that a request's field changes. */
const CHANGES: Record<string, readonly string[]> = {
  timeEstimateId: ['timeEstimate'],
  state: ['state', 'rank'],
};

/** I16: an edit changes the fields that were sent, and none that someone else may have changed meanwhile. */
export function checkAsked(history: History, op: OpDocument, asked: readonly string[], call: string): void {
  if (!/^PUT \/tasks\/[^/]+$/.test(call) || asked.includes('projectId')) return;
  const allowed = new Set(asked.flatMap((field) => CHANGES[field] ?? [field]));
  const more = Object.keys(op.patch as object).filter((field) => !allowed.has(field));
  if (more.length > 0)
    history.fail('I16', `${call} asked for ${asked.join()} and changed ${more.join()} too`);
}

/** I16: two neighbours of the log that change different fields or tasks could just as well be the other way round. */
export function checkCommuting({ history }: Stage, { ops }: Truth): void {
  const tasks = new Map<string, StoredTask>();
  for (const [index, op] of ops.entries()) {
    const next = ops[index + 1];
    if (next && isApart(op, next)) {
      const [one, other] = [new Map(tasks), new Map(tasks)];
      for (const each of [op, next]) applyTo(one, each);
      for (const each of [
        { ...next, v: op.v },
        { ...op, v: next.v },
      ])
        applyTo(other, each);
      if (!isSame(contentOf(one), contentOf(other))) {
        history.fail('I16', `versions ${op.v} (${op.type}) and ${next.v} (${next.type}) do not commute`);
        return;
      }
    }
    applyTo(tasks, op);
  }
}

const EDITS = new Set<OpDocument['type']>(['task.patched', 'task.moved']);

function isApart(a: OpDocument, b: OpDocument): boolean {
  if (!EDITS.has(a.type) || !EDITS.has(b.type)) return false;
  const fields = Object.keys(a.patch as object);
  return a.taskId !== b.taskId || !Object.keys(b.patch as object).some((field) => fields.includes(field));
}

/** Tasks without the traces of their last change. */
function contentOf(tasks: ReadonlyMap<string, StoredTask>): Record<string, object> {
  return Object.fromEntries(
    [...tasks].map(([id, { rev: _rev, updatedAt: _at, ...content }]) => [id, content]),
  );
}
