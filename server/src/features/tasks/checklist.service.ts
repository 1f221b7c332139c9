import { randomUUID } from 'node:crypto';
import { CHECKLIST_MAX } from '@livelane/shared/http/limits';
import { messages } from '@livelane/shared/http/messages';
import { evenRanks, RANK_MAX_LENGTH, ranksBetween } from '@livelane/shared/rank/rank';
import {
  type ChecklistItem,
  type ItemChange,
  withItems,
  withoutItems,
} from '@livelane/shared/tasks/checklist';
import type { addItemsSchema, updateItemSchema } from '@livelane/shared/tasks/checklist.schema';
import { isSameValue } from '@livelane/shared/tasks/task.conversions';
import type { StoredTask, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type * as z from 'zod/mini';
import { AppError, fieldError } from '../../http/errors';
import type { PreparedOp } from '../../oplog/op.types';
import { type CurrentTask, type Mutation, type TaskCommits, writeAnswer } from './task.commits';
import { type TaskChange, taskEffect } from './task.ops';

type AddItems = z.output<typeof addItemsSchema>;
type UpdateItem = z.output<typeof updateItemSchema>;

/** Checklists: items merge one by one, each change is an op of its own (SPEC.md#checklists). */
export class ChecklistService {
  constructor(private readonly commits: TaskCommits) {}

  /** @throws AppError `id_taken`, `invalid_input` when there would be too many items */
  add(mutation: Mutation, taskId: string, input: AddItems): Promise<TaskWriteAnswer> {
    return this.change('checklist.add', mutation, taskId, input, ({ task, context }) => {
      const { checklist } = task;
      const known = new Set(checklist.map(({ id }) => id));
      if (input.items.some(({ id }) => id !== undefined && known.has(id))) throw new AppError('id_taken');
      if (checklist.length + input.items.length > CHECKLIST_MAX) throw tooMany();
      const place = placeAmong(checklist, input);
      const { ranks, renumbered } = ranksAt(checklist, place, input.items.length);
      const added = input.items.map(({ id = randomUUID(), text, isDone = false }, index) => ({
        id,
        text,
        isDone,
        rank: ranks[index] ?? '',
      }));
      const items = [...added, ...renumbered];
      return changed(task, context, withItems(checklist, items), {
        type: 'checklist.added',
        patch: { items },
        before: { items: oldItems(checklist, renumbered) },
      });
    });
  }

  /** @throws AppError `item_deleted`, `edit_conflict` for a text that someone else has changed */
  update(mutation: Mutation, taskId: string, itemId: string, input: UpdateItem): Promise<TaskWriteAnswer> {
    return this.change('checklist.change', mutation, taskId, { itemId, ...input }, ({ task, context }) => {
      const { checklist } = task;
      const item = itemOf(checklist, itemId);
      assertNoConflict(task, item, input);
      const { text = item.text, isDone = item.isDone } = input;
      const others = checklist.filter(({ id }) => id !== itemId);
      const current = checklist.indexOf(item);
      // Among all of them, the item too: beside itself it stays where it is.
      const wanted = placeAmong(checklist, input);
      const place = wanted > current ? wanted - 1 : wanted;
      const isMoved = (input.afterId !== undefined || input.beforeId !== undefined) && place !== current;
      const { ranks, renumbered } = isMoved
        ? ranksAt(others, place, 1)
        : { ranks: [item.rank], renumbered: [] };
      const wish: ItemChange = { id: itemId, text, isDone, rank: ranks[0] ?? item.rank };
      const items = [differences(item, wish), ...renumbered].filter((each) => Object.keys(each).length > 1);
      if (items.length === 0) return null;
      return changed(task, context, withItems(checklist, items), {
        type: 'checklist.changed',
        patch: { items },
        before: { items: oldItems(checklist, items) },
      });
    });
  }

  /** @throws AppError `item_deleted` */
  remove(mutation: Mutation, taskId: string, itemId: string): Promise<TaskWriteAnswer> {
    return this.change('checklist.remove', mutation, taskId, { itemId }, ({ task, context }) => {
      const item = itemOf(task.checklist, itemId);
      return changed(task, context, withoutItems(task.checklist, [itemId]), {
        type: 'checklist.removed',
        patch: { itemIds: [itemId] },
        before: { items: [item] },
      });
    });
  }

  private async change(
    kind: string,
    mutation: Mutation,
    taskId: string,
    asked: object,
    compute: (current: CurrentTask) => TaskChange | null,
  ): Promise<TaskWriteAnswer> {
    const committed = await this.commits.change(
      'task.edit',
      mutation,
      taskId,
      { kind, ...asked },
      async (current) => compute(current),
    );
    return writeAnswer(committed);
  }
}

type ChecklistOp = Extract<PreparedOp, { type: `checklist.${string}` }>;
type Change = ChecklistOp extends infer Op
  ? Op extends ChecklistOp
    ? Omit<Op, 'taskId' | 'effect'>
    : never
  : never;

function changed(
  task: StoredTask,
  { v, at }: CurrentTask['context'],
  checklist: ChecklistItem[],
  change: Change,
): TaskChange {
  const answer = { ...task, checklist, rev: v, updatedAt: at };
  return { op: { ...change, taskId: task.id, effect: taskEffect(task, answer) } as ChecklistOp, answer };
}

function itemOf(checklist: readonly ChecklistItem[], itemId: string): ChecklistItem {
  const item = checklist.find(({ id }) => id === itemId);
  if (!item) throw new AppError('item_deleted');
  return item;
}

/** The index of an item by the first wanted neighbour that still exists; otherwise the end. */
function placeAmong(
  items: readonly ChecklistItem[],
  { afterId, beforeId }: { afterId?: string | null | undefined; beforeId?: string | null | undefined },
): number {
  if (afterId === null) return 0;
  const after = items.findIndex(({ id }) => id === afterId);
  if (after >= 0) return after + 1;
  const before = items.findIndex(({ id }) => id === beforeId);
  return before >= 0 ? before : items.length;
}

/** Ranks of `count` items at a place; if they would get too long, all items are renumbered (R5). */
function ranksAt(
  items: readonly ChecklistItem[],
  place: number,
  count: number,
): { ranks: string[]; renumbered: ItemChange[] } {
  const [before, after] = [items[place - 1]?.rank ?? null, items[place]?.rank ?? null];
  const isBetween = before === null || after === null || before < after;
  const ranks = isBetween ? ranksBetween(before, after, count) : [];
  if (isBetween && ranks.every((rank) => rank.length <= RANK_MAX_LENGTH)) return { ranks, renumbered: [] };
  const all = evenRanks(items.length + count);
  const renumbered = items.map(({ id }, index) => ({
    id,
    rank: all[index < place ? index : index + count] ?? '',
  }));
  return { ranks: all.slice(place, place + count), renumbered };
}

/** The id and those fields that differ. */
function differences(item: ChecklistItem, wish: ItemChange): ItemChange {
  const fields = Object.entries(wish).filter(
    ([name, value]) => !isSameValue(item[name as keyof ChecklistItem], value),
  );
  return { id: item.id, ...Object.fromEntries(fields) };
}

/** These items as they were. */
function oldItems(checklist: readonly ChecklistItem[], changes: readonly ItemChange[]): ChecklistItem[] {
  return checklist.filter((item) => changes.some(({ id }) => id === item.id));
}

function assertNoConflict(
  task: StoredTask,
  item: ChecklistItem,
  { text: mine, baseText: base }: UpdateItem,
): void {
  if (mine === undefined || base === undefined || base === item.text || mine === item.text) return;
  const conflict = { field: 'text' as const, base, theirs: item.text, mine, rev: task.rev };
  throw new AppError('edit_conflict', undefined, { conflict });
}

function tooMany(): AppError {
  return fieldError('items', messages.input_max_checklist_items);
}
