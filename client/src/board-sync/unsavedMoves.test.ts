import type { BulkInput } from '@livelane/shared/tasks/bulk.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { PROJECT, snapshot, task, withSnapshot } from './board.fixture';
import { noBoards, projectBoard } from './board.types';
import { editMany, moveMany } from './bulk.mutations';
import { patchTask } from './edit.mutations';
import { AT_ITS_END, type BoardMutation, mutationOf } from './mutations';
import { clock, DONE, idOf, newBrowser, offline, online, RETRY, refusal, settle } from './outbox.fixture';
import type { OutboxEntry, SendResult } from './outbox.types';

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

describe('SPEC.md#conflicts: the next move of a card starts where one that is not saved did:', () => {
  const [card, other] = [task(), task()];
  const board = projectBoard(withSnapshot(noBoards, snapshot(1, [card, other])), PROJECT);
  /** As they are painted in that column. */
  const painted = (tasks: StoredTask[], state: TaskState) => tasks.map((each) => ({ ...each, state }));
  const made = (change: BoardMutation | null | undefined): BoardMutation => {
    if (!change) throw new Error('nothing is changed');
    return change;
  };
  const movedTogether = (tasks: StoredTask[], state: TaskState) =>
    made(board && moveMany(clock, board, tasks, state, AT_ITS_END));

  /** Sends all of them after a long wait. @param refusals answers to some @returns the starts that were sent */
  async function send(changes: BoardMutation[], refusals: [BoardMutation, SendResult][]) {
    const answers = new Map(refusals.map(([change, answer]) => [idOf(change), answer]));
    const tab = await browser.open(offline);
    for (const each of changes) tab.queue.add(each);
    await settle();
    tab.answer = async ({ mutationId }) => answers.get(mutationId) ?? DONE;
    await browser.pass(2_000);
    return tab.sent.slice(-changes.length).map(startsOf);
  }
  const startsOf = ({ expectedState, waitedBody }: OutboxEntry) =>
    expectedState ?? (waitedBody as BulkInput | undefined)?.changes.map(({ move }) => move?.expectedState);
  const FULL = refusal(409, 'wip_limit');
  const partly = (taskId: string, code = 'wip_limit'): SendResult => ({
    outcome: 'done',
    v: 7,
    refused: [{ taskId, status: 409, code, message: 'No.' }],
  });

  test('only those of several cards that are not saved', async () => {
    const bulk = movedTogether([card, other], 'REVIEW');
    const next = [card, other].map((each) => moved('REVIEW', 'DONE', each));
    const starts = await send([bulk, ...next], [[bulk, partly(card.id)]]);
    expect(starts).toEqual([['READY', 'READY'], 'READY', 'REVIEW']);
  });

  test('none that somebody else has moved meanwhile', async () => {
    const bulk = movedTogether([card], 'REVIEW');
    const starts = await send([bulk, moved('REVIEW', 'DONE', card)], [[bulk, partly(card.id, 'stale_move')]]);
    expect(starts).toEqual([['READY'], 'REVIEW']);
  });

  test('by a drop in another column of another lane', async () => {
    const edit = made(editMany(clock, [card], { priority: 'LOW' }));
    const bulk = movedTogether([card], 'REVIEW');
    const next = movedTogether(painted([card], 'REVIEW'), 'DONE');
    const starts = await send([edit, bulk, next], [[bulk, FULL]]);
    expect(starts).toEqual([undefined, ['READY'], ['READY']]);
  });

  test('alone, then with others, then alone', async () => {
    const single = moved('READY', 'REVIEW', card);
    const bulk = movedTogether([other, ...painted([card], 'REVIEW')], 'TEST');
    const starts = await send(
      [single, bulk, ...[card, other].map((each) => moved('TEST', 'DONE', each))],
      [
        [single, FULL],
        [bulk, partly(card.id)],
      ],
    );
    expect(starts).toEqual(['READY', ['READY', 'READY'], 'READY', 'TEST']);
  });

  test('in its dialog', async () => {
    const edit = patchTask(clock, board, card, { state: 'REVIEW', title: 'T' });
    const starts = await send([edit, moved('REVIEW', 'DONE', card)], [[edit, FULL]]);
    expect(starts.at(-1)).toBe('READY');
    expect(edit.entry.body).toEqual({ state: 'REVIEW', title: 'T' });
  });

  test('also in another tab, and after a reload', async () => {
    const bulk = movedTogether([card], 'REVIEW');
    const next = movedTogether(painted([card], 'REVIEW'), 'DONE');
    const [first, second] = [await browser.open(offline), await browser.open(offline)];
    for (const each of [bulk, next]) first.queue.add(each);
    await settle();
    first.answer = async ({ mutationId }) => (mutationId === idOf(bulk) ? partly(card.id) : RETRY);
    await browser.pass(2_000);
    await first.close();
    expect(second.sent.map(startsOf)).toEqual([['READY']]);
    await second.close();
    const reloaded = await browser.open(offline);
    expect(reloaded.sent.map(startsOf)).toEqual([['READY']]);
  });
});
