import { type ColumnsSettings, columnSettings } from '@livelane/shared/boards/column.settings';
import { withColumn } from '@livelane/shared/boards/fold';
import type { Op } from '@livelane/shared/boards/op.schema';
import { canInProject } from '@livelane/shared/permissions/permissions';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { ItemChange } from '@livelane/shared/tasks/checklist';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import type { OpDocument } from '../../server/src/oplog/op.model';
import type { Fields } from '../server/database';
import type { Truth } from './invariants';
import { applyTo, follow } from './pushes';
import type { Stage } from './simulation';

const CARDS = /^(task|checklist|comment)\./;

/** Checks a board's cards at every version of its log. */
export function checkCards({ history, users, requests }: Stage, { ops }: Truth): void {
  const [owner] = users;
  const roles = new Map<string, ProjectRole>(owner ? [[owner.id, 'owner']] : []);
  const tasks = new Map<string, StoredTask>();
  const sent = requests.latest();
  let columns: ColumnsSettings = {};
  for (const op of ops) {
    const body = sent.get(op.mutationId)?.body;
    const before = new Map(tasks);
    applyTo(tasks, op);
    follow(roles, op);
    const fault =
      overLimit(op, columns, before, tasks) ?? strangerOn(tasks, roles) ?? lostText(op, before, body);
    if (fault) {
      history.fail('cards', `version ${op.v} (${op.type}) ${fault}`);
      return;
    }
    columns = withColumn(columns, op as unknown as Op);
  }
}

/** SPEC.md#columns: no added card makes a column exceed its hard limit. */
function overLimit(
  { type }: OpDocument,
  columns: ColumnsSettings,
  before: ReadonlyMap<string, StoredTask>,
  after: ReadonlyMap<string, StoredTask>,
): string | null {
  if (!CARDS.test(type)) return null;
  for (const state of taskStates) {
    const { wipLimit } = columnSettings(columns, state);
    if (!wipLimit?.isHard) continue;
    const [was, is] = [publicIn(before, state), publicIn(after, state)];
    if (is > was && is > wipLimit.max) return `puts ${is} cards into ${state}, which holds ${wipLimit.max}`;
  }
  return null;
}

function publicIn(tasks: ReadonlyMap<string, StoredTask>, state: TaskState): number {
  let count = 0;
  for (const task of tasks.values()) if (task.state === state && task.visibility === 'PUBLIC') count++;
  return count;
}

/** SPEC.md#rights: only assignable people are assigned. */
function strangerOn(
  tasks: ReadonlyMap<string, StoredTask>,
  roles: ReadonlyMap<string, ProjectRole>,
): string | null {
  for (const { id, assignees } of tasks.values()) {
    const stranger = assignees.find((userId) => !canInProject(roles.get(userId) ?? null, 'task.beAssigned'));
    if (stranger) return `leaves ${id} with ${stranger}, who is ${roles.get(stranger) ?? 'no member'}`;
  }
  return null;
}

/** SPEC.md#checklists: no text of an item overwrites one that its user has not seen. */
function lostText(op: OpDocument, before: ReadonlyMap<string, StoredTask>, body: unknown): string | null {
  const { baseText, text } = (body ?? {}) as { baseText?: string; text?: string };
  if (op.type !== 'checklist.changed' || baseText === undefined) return null;
  const items = before.get(op.taskId ?? '')?.checklist ?? [];
  for (const change of (op.patch as { items: ItemChange[] }).items) {
    const now = items.find(({ id }) => id === change.id)?.text;
    if (change.text === undefined || now === baseText || now === text) continue;
    return `overwrites the item "${now}" of a user who saw "${baseText}"`;
  }
  return null;
}

type Read = (collection: string, filter: Fields) => Promise<Fields[]>;

/** SPEC.md#labels: removed labels are on no card. R26: comments match the log, and cards count them. */
export async function checkBeside(
  { history }: Stage,
  truths: ReadonlyMap<string, Truth>,
  read: Read,
): Promise<void> {
  const removed = new Set(
    (await read('labels', { removedAt: { $exists: true } })).map(({ _id }) => String(_id)),
  );
  const rows = await read('comments', { deletedAt: null });
  const logged = commentsOf([...truths.values()]);
  for (const { projectId, tasks } of truths.values()) {
    for (const { id, labels, numOfComments } of tasks.values()) {
      const gone = labels.find((labelId) => removed.has(labelId));
      if (gone) history.fail('labels', `${id} has ${gone}, which is removed`);
      const found = rows.filter(({ taskId }) => taskId === id);
      if (found.length !== numOfComments)
        history.fail('R26', `${id} counts ${numOfComments} comments and has ${found.length}`);
      for (const { _id, text, projectId: place } of found) {
        if (place !== projectId) history.fail('R26', `comment ${_id} is not where its task is`);
        const last = logged.get(String(_id));
        if (last && last.text !== text)
          history.fail('R26', `comment ${_id} says "${text}", and its log "${last.text}"`);
      }
    }
  }
}

/** The last state of each comment in the logs of all projects. */
function commentsOf(truths: readonly Truth[]): Map<string, { text: string; at: string }> {
  const last = new Map<string, { text: string; at: string }>();
  for (const { ops } of truths) {
    const texts = new Map<string, { text: string; at: string }>();
    for (const { type, patch, at } of ops) {
      const { comment, commentId, text } = patch as {
        comment?: { id: string; text: string };
        commentId?: string;
        text?: string;
      };
      if (comment && type.startsWith('comment.')) texts.set(comment.id, { text: comment.text, at });
      else if (type === 'comment.edited' && commentId && text !== undefined)
        texts.set(commentId, { text, at });
    }
    for (const [id, logged] of texts) if (logged.at > (last.get(id)?.at ?? '')) last.set(id, logged);
  }
  return last;
}
