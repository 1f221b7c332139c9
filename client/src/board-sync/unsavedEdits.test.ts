import { newId, PROJECT, task, USER } from './board.fixture';
import type { CommentChange } from './board.types';
import { addComment, editComment } from './comment.mutations';
import type { BoardMutation } from './mutations';
import {
  clock,
  described,
  idOf,
  ids,
  newBrowser,
  offline,
  online,
  refusal,
  settle,
  type Tab,
} from './outbox.fixture';
import type { SendResult } from './outbox.types';

// Each test simulates the network; the real one would keep Node's channel between tabs open.
jest.mock('#lib/api', () => ({}));

let browser: ReturnType<typeof newBrowser>;
beforeEach(() => {
  browser = newBrowser();
});

const DAY_MS = 24 * 60 * 60 * 1000;
const forbidden = async () => refusal(403, 'forbidden');
const listed = ({ unsaved }: Tab) => unsaved.map(({ mutation }) => mutation);
const bodies = ({ sent }: Tab) => sent.map(({ body }) => body);

test('SPEC.md#conflicts: an edit of the list builds on the one before it once that is saved, also in another tab and after a reload', async () => {
  for (const isReloaded of [false, true]) {
    const [sending, other] = [await browser.open(forbidden), await browser.open(forbidden)];
    const more = described({ title: 'T', description: 'One', baseRev: 5 });
    const [next, apart] = [
      described({ description: 'Two', baseRev: 5 }, 'One'),
      described({ description: 'Three', baseRev: 5 }, 'Of a draft'),
    ];
    for (const each of [more, next, apart]) sending.queue.add(each);
    await settle();
    expect(listed(sending)).toEqual([more, next, apart]);
    sending.answer = online;
    sending.queue.retry(idOf(more));
    await settle();
    let tab = other;
    if (isReloaded) {
      await sending.close();
      await other.close();
      tab = await browser.open(online);
    }
    for (const each of [next, apart]) tab.queue.retry(idOf(each));
    await settle();
    expect(bodies(isReloaded ? tab : sending).slice(-2)).toMatchObject([
      { description: 'Two', baseRev: 7 },
      { description: 'Three', baseRev: 5 },
    ]);
    for (const each of [sending, other, tab]) await each.close();
  }
});

test('SPEC.md#conflicts: an edit of the list that conflicted builds on the text that its user chose before it', async () => {
  const conflict = { field: 'description', base: '', theirs: 'Theirs', mine: 'Two', rev: 9 } as const;
  const conflicting = async (): Promise<SendResult> => ({
    outcome: 'refused',
    status: 409,
    code: 'edit_conflict',
    conflict,
    error: new Error('No.'),
  });
  const tab = await browser.open(conflicting);
  const more = described({ title: 'T', description: 'One', baseRev: 2 });
  const next = described({ description: 'Two', baseRev: 2 }, 'One');
  for (const each of [more, next]) tab.queue.add(each);
  await settle();
  tab.answer = async () => ({ outcome: 'done', v: 12, base: { baseRev: 12, baseProjectId: PROJECT } });
  tab.queue.retry(idOf(more));
  await settle();
  expect(tab.unsaved).toMatchObject([{ mutation: { entry: { body: { baseRev: 12 } } } }]);
  expect(tab.unsaved[0]?.conflict).toBeUndefined();
});

const remarkedOn = task();
const { comment: remark } = addComment(clock, remarkedOn, USER, 'Old').pending.change as CommentChange;
test.each<[string, (text: string) => BoardMutation]>([
  ['a description', (text) => described({ description: text, baseRev: 2 })],
  [
    'a comment',
    (text) => editComment(clock, remarkedOn, remark, text, { text: 'Old', rev: 2, projectId: PROJECT }),
  ],
])(
  'SPEC.md#conflicts: an edit of %s that an older version has listed does not build on a later own text, and keeps its conflict',
  async (_, make) => {
    const conflict = { field: 'text', base: '', theirs: 'Theirs', mine: 'Mine', rev: 4 } as const;
    const tab = await browser.open(async () => ({ ...refusal(409, 'edit_conflict'), conflict }));
    const { seenText: _seen, ...stored } = make('Mine');
    tab.queue.add(stored);
    await settle();
    tab.answer = online;
    tab.queue.add(make('Theirs and more'));
    await settle();
    expect(tab.done).toHaveLength(1);
    expect(tab.unsaved).toMatchObject([{ mutation: stored, conflict }]);
    await tab.close();
    const later = await browser.open(online);
    expect(later.unsaved).toMatchObject([{ mutation: stored, conflict }]);
    await later.close();
  },
);

test('SPEC.md#conflicts: an edit of a comment of the list builds on the comment once that is saved', async () => {
  const tab = await browser.open(forbidden);
  const on = task();
  const added = addComment(clock, on, USER, 'One');
  const { comment } = added.pending.change as CommentChange;
  const edit = editComment(clock, on, comment, 'Two');
  for (const each of [added, edit]) tab.queue.add(each);
  await settle();
  // The edit contains its text, but does not make the comment.
  expect(listed(tab)).toEqual([added, edit]);
  tab.answer = online;
  for (const each of [added, edit]) {
    tab.queue.retry(idOf(each));
    await settle();
  }
  expect(bodies(tab).at(-1)).toEqual({ text: 'Two', baseRev: 7, baseProjectId: PROJECT });
});

test('SPEC.md#conflicts: of refused edits of one text, each made on the one before, only the last one is listed', async () => {
  const tab = await browser.open(forbidden);
  const [first, second] = [
    described({ description: 'One', baseRev: 5 }),
    described({ description: 'Two', baseRev: 5 }, 'One'),
  ];
  for (const each of [first, second]) tab.queue.add(each);
  await settle();
  expect(listed(tab)).toEqual([second]);
  await tab.close();
  expect(listed(await browser.open(online))).toEqual([second]);
});

test.each([
  ['does not ask where the later one is sent', 0],
  ['leaves the question to the later one where that is as old', DAY_MS],
])('R18 an edit over 24 h old that a later one continues %s', async (_, laterMs) => {
  const before = await browser.open(offline);
  const first = described({ description: 'One', baseRev: 5 });
  before.queue.add(first);
  await settle();
  clock.at += DAY_MS - laterMs;
  const second = described({ description: 'Two', baseRev: 5 }, 'One');
  before.queue.add(second);
  await settle();
  await before.close();
  clock.at += 1 + laterMs;
  const after = await browser.open(online);
  await settle();
  const isSent = laterMs === 0;
  expect([ids(after.sent), listed(after)]).toEqual(isSent ? [[idOf(second)], []] : [[], [second]]);
});

test('R18 an edit over 24 h old asks, though one that was begun before it is sent', async () => {
  const before = await browser.open(offline);
  const first = described({ description: 'One', baseRev: 5 });
  before.queue.add(first);
  await settle();
  clock.at += DAY_MS;
  before.queue.add(described({ description: 'Two', baseRev: 5 }, newId()));
  await settle();
  await before.close();
  clock.at += 1;
  expect(listed(await browser.open(online))).toEqual([first]);
});
