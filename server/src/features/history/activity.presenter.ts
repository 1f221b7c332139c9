import { unassignedBy } from '@livelane/shared/boards/op.tasks';
import type { ActivityChange, ActivityItem } from '@livelane/shared/history/history.schema';
import { type ChecklistItem, type ItemChange, withItems } from '@livelane/shared/tasks/checklist';
import { isSameValue } from '@livelane/shared/tasks/task.conversions';
import { fieldNames, fieldRules } from '@livelane/shared/tasks/task.fields';
import type { StoredOp } from '../../oplog/op.types';
import { commentOf } from '../comments/comment.answers';
import { isTextField } from './redaction';

/** The reader's view: they may see everything in it. */
export interface ActivityView {
  /** Title of a task; undefined for one that the reader does not see. */
  titleOf(taskId: string): string | null | undefined;
  /** Whether this comment is deleted now: then none of its text is shown. */
  isDeleted(commentId: string): boolean;
  /** Whether the reader may see this other project. */
  seesProject(projectId: string): boolean;
}

type Values = Record<string, unknown>;

/** Fields that follow from others. */
const derived = new Set<string>(fieldNames.filter((name) => fieldRules(name).isDerived));

/** An op as its reader sees it in the activity; null if they do not. */
export function presentActivity(op: StoredOp, view: ActivityView): ActivityItem | null {
  const { v, at, actorId, type } = op;
  const changes = changesOf(op, view);
  if (!changes) return null;
  // A member's new name comes with an op that leaves their role as it is.
  if (op.type === 'member.roleChanged' && changes.length === 0) return null;
  if (op.type === 'label.removed' && !op.patch.tasks.some((id) => view.titleOf(id) !== undefined))
    return null;
  if (!('taskId' in op)) return { v, at, actorId, type, ...about(op, view), changes };
  const title = view.titleOf(op.taskId);
  if (title === undefined) return null;
  const commentId = commentOf(op);
  // A title is never blank: this one was erased, and all other texts of the task with it.
  const isErased = title === '';
  const task = {
    taskId: op.taskId,
    title: isErased ? null : title,
    ...(commentId !== undefined && { commentId }),
  };
  return { v, at, actorId, type, ...task, changes: isErased ? erasedChanges(op, changes, view) : changes };
}

/** R24: the activity still shows which texts were changed, but not the texts. */
function erasedChanges(op: StoredOp, changes: ActivityChange[], view: ActivityView): ActivityChange[] {
  const commentId = commentOf(op);
  const isComment = commentId !== undefined && !view.isDeleted(commentId);
  const fields = isComment ? ['text'] : textFieldsOf(op);
  return [
    ...fields.map((field) => ({ field, from: null, to: null })),
    ...changes.filter(({ field }) => !isTextField(field)),
  ];
}

function textFieldsOf(op: StoredOp): string[] {
  if (op.type === 'task.patched') return Object.keys(op.patch).filter(isTextField);
  return op.type.startsWith('checklist.') ? ['checklist'] : [];
}

/** The person or column that an op is about, if it is about no task. */
function about(op: StoredOp, view: ActivityView): Partial<ActivityItem> {
  if (op.type === 'column.changed') return { state: op.patch.state };
  if (op.type === 'member.added') return { userId: op.patch.userId };
  if (op.type !== 'member.removed' && op.type !== 'member.roleChanged') return {};
  const { userId, unassigned } = op.patch;
  if (!unassigned) return { userId };
  return { userId, unassigned: unassigned.filter((taskId) => view.titleOf(taskId) !== undefined) };
}

/** Null for an op without a sentence (R28). An op type without a rule does not compile. */
function changesOf(op: StoredOp, view: ActivityView): ActivityChange[] | null {
  const before = (op.before ?? {}) as Values;
  switch (op.type) {
    case 'task.created':
    case 'task.restored':
      return [
        { field: 'state', from: null, to: op.patch.state },
        ...projectChange(op.effect?.movedFrom, op, view),
      ];
    case 'task.deleted':
      return [
        { field: 'state', from: before.state ?? null, to: null },
        ...departure(op.patch.movedTo, op, view),
      ];
    case 'task.patched':
    case 'project.patched':
      return differences(before, op.patch);
    case 'task.moved':
      return differences({ state: before.state }, { state: op.patch.state });
    case 'member.added':
    case 'member.roleChanged':
      return differences({ roleId: before.roleId ?? null }, { roleId: op.patch.roleId });
    case 'member.removed':
      return differences({ roleId: before.roleId ?? null }, { roleId: null });
    case 'comment.added':
    case 'comment.restored':
      return textChange(op.patch.comment.id, null, op.patch.comment.text, view);
    case 'comment.edited':
      return textChange(op.patch.commentId, before.text, op.patch.text, view);
    case 'comment.deleted':
      return textChange(op.patch.commentId, before.text, null, view);
    case 'label.removed': {
      const { labelId, into } = op.patch;
      return [{ field: 'labels', from: [labelId], to: into === null ? [] : [into] }];
    }
    case 'checklist.added':
      return itemsChange([], op.patch.items.filter(isWhole));
    case 'checklist.changed':
      return itemsChange(
        (before.items ?? []) as ChecklistItem[],
        withItems((before.items ?? []) as ChecklistItem[], op.patch.items),
      );
    case 'checklist.removed':
      return itemsChange((before.items ?? []) as ItemChange[], []);
    case 'column.changed': {
      const { state: _state, ...settings } = op.patch;
      return differences(before, settings);
    }
    case 'project.deleted':
      return [];
    case 'column.rebalanced':
      // Only renumbers a column.
      return null;
    default:
      op satisfies never;
      return null;
  }
}

/** Items without their ranks, which mean nothing to a reader. */
function itemsChange(before: readonly ItemChange[], after: readonly ItemChange[]): ActivityChange[] {
  const shown = (items: readonly ItemChange[]) => items.map(({ rank: _rank, ...item }) => item);
  return differences({ checklist: shown(before) }, { checklist: shown(after) });
}

const isWhole = ({ text }: ItemChange) => text !== undefined;

function textChange(commentId: string, from: unknown, to: unknown, view: ActivityView): ActivityChange[] {
  return view.isDeleted(commentId) ? [] : differences({ text: from }, { text: to });
}

function projectChange(
  from: string | undefined,
  { projectId }: StoredOp,
  view: ActivityView,
): ActivityChange[] {
  return from && view.seesProject(from) ? [{ field: 'projectId', from, to: projectId }] : [];
}

function departure(to: string | undefined, { projectId }: StoredOp, view: ActivityView): ActivityChange[] {
  return to && view.seesProject(to) ? [{ field: 'projectId', from: projectId, to }] : [];
}

function differences(before: Values, after: Values): ActivityChange[] {
  return Object.entries(after).flatMap(([field, to]) => {
    const from = before[field] ?? null;
    return derived.has(field) || isSameValue(from, to) ? [] : [{ field, from, to: to ?? null }];
  });
}

/** The other project that an op leads from or to. */
export function otherProjectOf(op: StoredOp): string | undefined {
  if (op.type === 'task.deleted') return op.patch.movedTo;
  return op.type === 'task.created' || op.type === 'task.restored' ? op.effect?.movedFrom : undefined;
}

/** The tasks that an op is about. */
export function tasksOf(op: StoredOp): readonly string[] {
  if ('taskId' in op) return [op.taskId];
  return op.type === 'label.removed' ? op.patch.tasks : unassignedBy(op);
}
