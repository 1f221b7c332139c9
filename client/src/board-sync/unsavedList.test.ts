import type { StoredTask, UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import { newId, PROJECT, task, USER } from './board.fixture';
import type { CommentChange } from './board.types';
import { editMany } from './bulk.mutations';
import { changeItem } from './checklist.mutations';
import { addComment, editComment } from './comment.mutations';
import { patchTask } from './edit.mutations';
import { AT_ITS_END, type BoardMutation, deleteTask } from './mutations';
import {
  clock,
  created,
  DONE,
  described,
  edited,
  idOf,
  ids,
  newBrowser,
  offline,
  online,
  RETRY,
  refusal,
  settle,
} from './outbox.fixture';
import type { OutboxEntry, SendResult } from './outbox.types';
import { restoreTask } from './revert';
import { keepMine, withTheirs } from './textChoices';
import { boardOf } from './undo.fixture';

// Each test simulates the network; the real one would keep Node's channel between tabs open.
jest.mock('#lib/api', () => ({}));

/** The undo of a deletion. */
function restored(deleted: StoredTask): BoardMutation {
  const restoration = restoreTask(clock, boardOf(), deleted, AT_ITS_END);
  if (!restoration) throw new Error('nothing is restored');
  return restoration;
}

let browser: ReturnType<typeof newBrowser>;
beforeEach(() => {
  browser = newBrowser();
});

test('I12 a refused change is listed with its text in every tab, also after a reload, until its user decides', async () => {
  const [first, second] = [
    await browser.open(async () => refusal(403, 'forbidden')),
    await browser.open(online),
  ];
  const [a, b] = [edited('My text'), created()];
  first.queue.add(a);
  await settle();
  first.answer = online;
  first.queue.add(b);
  await settle();
  expect(first.done).toEqual([idOf(b)]);
  for (const tab of [first, second]) {
    expect(tab.unsaved).toMatchObject([{ mutation: a, reason: 'refused', message: 'No.' }]);
  }
  await first.close();
  await second.close();
  const after = await browser.open(online);
  expect(after.unsaved).toMatchObject([{ mutation: a, reason: 'refused' }]);
  expect(after.painted).toEqual([]);
  after.queue.discard(idOf(a));
  await settle();
  await after.close();
  expect((await browser.open(online)).unsaved).toEqual([]);
});

test('R18 a change of the list that is saved again keeps its key and leaves the list', async () => {
  const tab = await browser.open(async () => refusal(403, 'forbidden'));
  const a = edited('My text');
  tab.queue.add(a);
  await settle();
  tab.answer = online;
  tab.queue.retry(idOf(a));
  await settle();
  expect(ids(tab.sent)).toEqual([idOf(a), idOf(a)]);
  expect([tab.unsaved, tab.done]).toEqual([[], [idOf(a)]]);
  await tab.close();
  expect((await browser.open(online)).unsaved).toEqual([]);
});

const conflict = {
  field: 'description',
  base: 'Old',
  theirs: 'Theirs',
  mine: 'Mine',
  rev: 9,
} as const;
const CONFLICT: SendResult = {
  outcome: 'refused',
  status: 409,
  code: 'edit_conflict',
  conflict,
  error: new Error('No.'),
};

test('SPEC.md#conflicts: a description that someone else has changed is kept beside their own, also after a reload; either can be taken', async () => {
  const before = await browser.open(async () => CONFLICT);
  const kept = described({ description: 'Mine', baseRev: 2 });
  const given = described({ description: 'Mine', title: 'New title', baseRev: 2 });
  const bare = described({ description: 'Mine', baseRev: 2 });
  for (const each of [kept, given, bare]) before.queue.add(each);
  await settle();
  await before.close();
  const tab = await browser.open(online);
  expect(tab.unsaved).toMatchObject(
    Array(3).fill({ code: 'edit_conflict', conflict: { theirs: 'Theirs', rev: 9 } }),
  );
  keepMine(tab.queue, clock, kept, conflict);
  const rest = withTheirs(given);
  if (rest) tab.queue.retry(idOf(given), rest);
  expect(withTheirs(bare)).toBeNull();
  tab.queue.discard(idOf(bare));
  await settle();
  expect(tab.sent.map(({ body }) => body)).toEqual([
    { description: 'Mine', baseRev: 9 },
    { title: 'New title', baseRev: 2 },
  ]);
  expect(tab.painted.map(({ change }) => change)).toMatchObject([
    { fields: { description: 'Mine' } },
    { fields: { title: 'New title' } },
  ]);
  expect(tab.unsaved).toEqual([]);
});

test('SPEC.md#conflicts: a decided description takes nobody and no label away that others have added', async () => {
  const label = newId();
  for (const combined of [undefined, 'Both']) {
    const tab = await browser.open(async () => CONFLICT);
    const edit = described({
      title: 'T',
      description: 'Mine',
      assignees: [USER],
      labels: [label],
      baseRev: 2,
    });
    tab.queue.add(edit);
    await settle();
    const sent = tab.sent.length;
    tab.answer = online;
    keepMine(tab.queue, clock, edit, conflict, combined);
    await settle();
    expect(tab.sent.slice(sent).map(({ body }) => body)).toEqual([
      { description: combined ?? 'Mine', baseRev: 9 },
      {
        title: 'T',
        assignees: [USER],
        labels: [label],
        baseRev: 2,
        baseLists: { assignees: [USER], labels: [] },
      },
    ]);
    expect(tab.painted.slice(-2).map(({ change }) => change)).toEqual([
      { kind: 'patch', fields: { description: combined ?? 'Mine' } },
      { kind: 'patch', fields: { title: 'T', assignees: [USER], labels: [label] } },
    ]);
    expect(new Set(ids(tab.sent)).size).toBe(2);
    expect([tab.done.length, tab.unsaved]).toEqual([2, []]);
    await tab.close();
  }
});

test('SPEC.md#conflicts: its user is asked once about a text that they have edited twice', async () => {
  const clockOf = { now: () => clock.at, newId };
  const on = task({ description: 'Old' });
  const comment = addComment(clockOf, on, USER, 'Old').pending.change as CommentChange;
  const item = { id: newId(), text: 'Old', isDone: false, rank: 'a0' };
  const makers: ((text: string, seen: string) => BoardMutation)[] = [
    (text, seen) => patchTask(clockOf, undefined, on, { description: text, baseRev: 2 }, seen),
    (text, seen) =>
      editComment(clockOf, on, comment.comment, text, { ...comment.comment, text: seen, rev: 2 }),
    (text, seen) => changeItem(clockOf, on, item, { text, baseText: seen }),
  ];
  for (const make of makers) {
    const [first, second, third] = [make('One', 'Old'), make('Two', 'One'), make('Three', 'Old')];
    const [tab, other] = [await browser.open(async () => CONFLICT), await browser.open(offline)];
    for (const each of [first, second, third]) tab.queue.add(each);
    await settle();
    // The third one was begun before the others: it says something else.
    expect(tab.unsaved.map(({ mutation }) => mutation)).toEqual([second, third]);
    expect(other.unsaved).toEqual(tab.unsaved);
    expect([ids(tab.sent), tab.done]).toEqual([[first, second, third].map(idOf), []]);
    expect([tab.refused, other.refused]).toEqual([[idOf(first)], [idOf(first)]]);
    for (const each of [second, third]) tab.queue.discard(idOf(each));
    await settle();
    for (const each of [tab, other]) await each.close();
    const later = await browser.open(online);
    expect([later.sent, later.unsaved]).toEqual([[], []]);
    await later.close();
  }
});

test('SPEC.md#conflicts: an edit that leaves the text as its user saw it is not its own continuation', async () => {
  const tab = await browser.open(async () => CONFLICT);
  const edit = described({ description: 'Theirs', baseRev: 2 }, 'Theirs');
  tab.queue.add(edit);
  await settle();
  expect([tab.unsaved.map(({ mutation }) => mutation), tab.done]).toEqual([[edit], []]);
});

test('SPEC.md#conflicts: an edit that says more than its text is listed beside the one that continues it', async () => {
  const tab = await browser.open(async () => CONFLICT);
  const more = described({ description: 'One', title: 'T', baseRev: 2 });
  const next = described({ description: 'Two', baseRev: 2 }, 'One');
  for (const each of [more, next]) tab.queue.add(each);
  await settle();
  expect(tab.unsaved.map(({ mutation }) => mutation)).toEqual([more, next]);
});

test('SPEC.md#conflicts: a second edit of a description builds on the first one, also when another tab sends it after a reload', async () => {
  const [first, second] = [await browser.open(offline), await browser.open(offline)];
  const a = described({ description: 'One', baseRev: 2 });
  const b = described({ description: 'One and two', baseRev: 2 }, 'One');
  const withPeople = described({ description: 'Three', assignees: [USER], baseRev: 2 }, 'One');
  // As an older version has stored it.
  const withLabels = described(
    { description: 'Four', labels: [newId()], baseRev: 2, baseLists: undefined },
    'One',
  );
  const other = patchTask(clock, undefined, task(), { description: 'Of another task', baseRev: 2 });
  for (const each of [a, b, withPeople, withLabels, other]) first.queue.add(each);
  await settle();
  let answers = 0;
  first.answer = async () => (answers++ === 0 ? DONE : RETRY);
  await browser.pass(2_000);
  expect(first.sent.map(({ body }) => body).slice(-2)).toMatchObject([
    { baseRev: 2 },
    { description: 'One and two', baseRev: 7 },
  ]);
  await first.close();
  await second.close();
  const later = await browser.open(online);
  await settle();
  expect(later.sent.map(({ body }) => body)).toMatchObject([
    { description: 'One and two', baseRev: 7 },
    { description: 'Three', baseRev: 7 },
    { description: 'Four', baseRev: 2 },
    { description: 'Of another task', baseRev: 2 },
  ]);
});

test('SPEC.md#conflicts: of what an older version has stored, only an edit after one of the same text builds on it', async () => {
  const tab = await browser.open(offline);
  const edit = (input: UpdateTaskInput) => {
    const { seenText: _, ...stored } = described({ baseRev: 2, ...input });
    return stored;
  };
  const changes = [edit({ title: 'T' }), edit({ description: 'One' }), edit({ description: 'Two' })];
  for (const each of changes) tab.queue.add(each);
  await settle();
  tab.answer = online;
  await browser.pass(60_000);
  expect(tab.sent.map(({ body }) => body).slice(-2)).toMatchObject([
    { description: 'One', baseRev: 2 },
    { description: 'Two', baseRev: 7 },
  ]);
});

test('SPEC.md#conflicts: an edit does not build on a text of the same person that its user did not see', async () => {
  const [first, second] = [await browser.open(offline), await browser.open(offline)];
  first.queue.add(described({ description: 'One', baseRev: 2 }, ''));
  await settle();
  second.queue.add(described({ description: 'Two', baseRev: 2 }, ''));
  second.queue.add(described({ description: 'Two and one', baseRev: 2 }, 'Two'));
  await settle();
  first.answer = online;
  await browser.pass(2_000);
  expect(first.sent.map(({ body }) => body).slice(-3)).toEqual([
    { description: 'One', baseRev: 2 },
    { description: 'Two', baseRev: 2 },
    { description: 'Two and one', baseRev: 7, baseProjectId: PROJECT },
  ]);
});

test('SPEC.md#conflicts: an edit builds on the creation of its task, and not on its return after a deletion', async () => {
  const tab = await browser.open(offline);
  const made = created('New');
  const old = task({ rev: 2 });
  const edit = (of: StoredTask) => patchTask(clock, undefined, of, { description: 'Mine', baseRev: of.rev });
  const { change } = made.pending;
  for (const each of [deleteTask(clock, old), restored(old), edit(old), made]) tab.queue.add(each);
  if (change.kind === 'create') tab.queue.add(edit(change.task));
  await settle();
  tab.answer = online;
  await browser.pass(2_000);
  expect(tab.sent.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []))).toEqual([
    { description: 'Mine', baseRev: 2 },
    { description: 'Mine', baseRev: 7, baseProjectId: PROJECT },
  ]);
});

test.each([
  ['a creation', () => created('Old')],
  ['the undo of a deletion', () => restored(task())],
])('R18 %s over 24 h old asks first, and so does what builds on it', async (_what, make) => {
  const before = await browser.open(offline);
  const old = make();
  before.queue.add(old);
  await settle();
  clock.at += 24 * 60 * 60 * 1000;
  const onTop = patchTask(clock, undefined, task({ id: old.pending.taskId }), { title: 'New' });
  const other = created('Other');
  before.queue.add(onTop);
  before.queue.add(other);
  await settle();
  await before.close();
  clock.at += 1;
  const after = await browser.open(online);
  await settle();
  expect(ids(after.sent)).toEqual([idOf(other)]);
  expect(after.unsaved.map(({ mutation, reason }) => [idOf(mutation), reason])).toEqual([
    [idOf(old), 'old'],
    [idOf(onTop), 'old'],
  ]);
  after.queue.retry(idOf(old));
  after.queue.retry(idOf(onTop));
  await settle();
  expect(ids(after.sent)).toEqual([other, old, onTop].map(idOf));
  expect(after.unsaved).toEqual([]);
});

test('R18 what is refused of many cards is listed in every tab and after a reload, and tried again by itself', async () => {
  const tasks = [task(), task()];
  const bulk = editMany(clock, tasks, { priority: 'LOW' });
  if (!bulk) throw new Error('nothing is changed');
  const refused = [{ taskId: tasks[1]?.id ?? '', status: 404, code: 'not_found', message: 'Gone.' }];
  const partly = async (entry: OutboxEntry): Promise<SendResult> =>
    entry.mutationId === idOf(bulk) ? { outcome: 'done', v: 7, refused } : DONE;
  const [first, second] = [await browser.open(partly), await browser.open(partly)];
  first.queue.add(bulk);
  await settle();
  expect([first.done, second.done]).toEqual([[idOf(bulk)], [idOf(bulk)]]);
  const [listed] = first.unsaved;
  expect(second.unsaved).toEqual([listed]);
  expect(listed).toMatchObject({ reason: 'refused', message: 'Gone.', partOf: idOf(bulk) });
  expect(listed?.mutation.entry.body).toEqual({
    projectId: PROJECT,
    changes: [{ taskId: tasks[1]?.id, edit: { priority: 'LOW' } }],
  });
  await first.close();
  await second.close();
  const after = await browser.open(partly);
  await settle();
  expect([after.unsaved, after.sent]).toEqual([[listed], []]);
  await after.queue.retry(listed ? idOf(listed.mutation) : '');
  await settle();
  expect([after.unsaved, after.done]).toEqual([[], [listed && idOf(listed.mutation)]]);
});
