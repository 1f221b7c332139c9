import type { TaskState } from '@livelane/shared/tasks/task.values';
import { PROJECT, task } from './board.fixture';
import { type BoardMutation, mutationOf } from './mutations';
import { clock, idOf, newBrowser, offline, online, RETRY, refusal, settle } from './outbox.fixture';

// Each test simulates the network; the real one would keep Node's channel between tabs open.
jest.mock('#lib/api', () => ({}));

let browser: ReturnType<typeof newBrowser>;
beforeEach(() => {
  browser = newBrowser();
});

const moved = (expectedState: TaskState, state: TaskState, of = task()): BoardMutation =>
  mutationOf(
    clock,
    of,
    { kind: 'move', state, rank: 'a0', boardId: PROJECT },
    { method: 'POST', path: '/kanban/moveTask', body: {}, expectedState, waitedBody: {} },
  );

test('SPEC.md#conflicts: a stale move asks; "move anyway" no longer says which state its user saw', async () => {
  const tab = await browser.open(async () => refusal(409, 'stale_move'));
  const move = moved('READY', 'DONE');
  tab.queue.add(move);
  await settle();
  expect(tab.setAside.map(({ reason }) => reason)).toEqual(['stale']);
  tab.answer = online;
  tab.queue.retry(idOf(move));
  await settle();
  expect(tab.sent.map(({ expectedState }) => expectedState)).toEqual(['READY', undefined]);
  expect(tab.sent.map(({ waitedBody }) => waitedBody)).toEqual([{}, undefined]);
});

test.each(['old', 'wip_limit'] as const)(
  'SPEC.md#conflicts: a move that was listed as %s says which state its user saw when it is saved after all',
  async (reason) => {
    const tab = await browser.open(reason === 'old' ? offline : async () => refusal(409, 'wip_limit'));
    const move = moved('READY', 'DONE');
    tab.queue.add(move);
    await settle();
    clock.at += 25 * 60 * 60 * 1000;
    await browser.pass(60_000);
    expect(tab.unsaved).toHaveLength(1);
    tab.answer = online;
    tab.queue.retry(idOf(move));
    await settle();
    expect(tab.sent.at(-1)).toMatchObject({
      expectedState: 'READY',
      waitedBody: {},
      hasWaited: true,
      at: clock.at,
    });
  },
);

test('SPEC.md#conflicts: whoever has moved a card several times is asked once, about the last move', async () => {
  const tab = await browser.open(async () => refusal(409, 'stale_move'));
  const card = task();
  const moves = [moved('READY', 'DONE', card), moved('DONE', 'TEST', card)];
  for (const move of moves) tab.queue.add(move);
  await settle();
  expect(tab.unsaved).toHaveLength(2);
  tab.answer = online;
  tab.queue.retry(idOf(moves[1] as BoardMutation));
  await settle();
  expect([tab.unsaved, tab.done]).toEqual([[], [idOf(moves[1] as BoardMutation)]]);
});

test('SPEC.md#conflicts: a move behind one that somebody else has made as well says what its user saw', async () => {
  const card = task();
  const [same, next] = [moved('READY', 'IN_PROGRESS', card), moved('IN_PROGRESS', 'DONE', card)];
  const tab = await browser.open(offline);
  for (const each of [same, next]) tab.queue.add(each);
  await settle();
  tab.answer = async ({ mutationId }) => (mutationId === idOf(same) ? refusal(409, 'stale_move') : online());
  await browser.pass(2_000);
  expect(tab.sent.at(-1)).toMatchObject({ mutationId: idOf(next), expectedState: 'IN_PROGRESS' });
});

test('SPEC.md#conflicts: behind a move that is not saved, the next one of the card starts where that one did', async () => {
  const card = task();
  const refused = moved('READY', 'IN_PROGRESS', card);
  const next = moved('IN_PROGRESS', 'DONE', card);
  const rest = [moved('IN_PROGRESS', 'TEST', card), moved('IN_PROGRESS', 'DONE')];
  const [first, second] = [await browser.open(offline), await browser.open(offline)];
  for (const each of [refused, next, ...rest]) first.queue.add(each);
  await settle();
  first.answer = async ({ mutationId }) => (mutationId === idOf(refused) ? refusal(409, 'wip_limit') : RETRY);
  await browser.pass(2_000);
  const startOfNext = { mutationId: idOf(next), expectedState: 'READY' };
  expect(first.sent.at(-1)).toMatchObject(startOfNext);
  // Another tab has heard of it, and storage too.
  await first.close();
  expect(second.sent).toMatchObject([startOfNext]);
  await second.close();
  const later = await browser.open(online);
  await settle();
  expect(later.sent).toMatchObject([
    startOfNext,
    { expectedState: 'IN_PROGRESS' },
    { expectedState: 'IN_PROGRESS' },
  ]);
});

test('SPEC.md#conflicts: a move from another column keeps its start', async () => {
  const card = task();
  const moves = [
    moved('READY', 'IN_PROGRESS', card),
    moved('DONE', 'TEST', card),
    moved('TEST', 'DONE', card),
  ];
  const tab = await browser.open(async () => refusal(409, 'wip_limit'));
  for (const move of moves) tab.queue.add(move);
  await settle();
  expect(tab.sent.map(({ expectedState }) => expectedState)).toEqual(['READY', 'DONE', 'DONE']);
});
