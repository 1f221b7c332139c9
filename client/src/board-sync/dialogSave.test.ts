import { PROJECT, USER } from './board.fixture';
import { saveFromDialog } from './dialog.save';
import {
  created,
  DONE,
  edited,
  idOf,
  ids,
  newBrowser,
  offline,
  online,
  refusal,
  settle,
} from './outbox.fixture';
import { openOutboxStore } from './outbox.store';
import type { SendResult } from './outbox.types';

// Each test simulates the network; the real one would keep Node's channel between tabs open.
jest.mock('#lib/api', () => ({ NetworkError: Error }));

let browser: ReturnType<typeof newBrowser>;
beforeEach(() => {
  browser = newBrowser();
});

/** An answer that comes when the test says so. */
function late() {
  let answer: (result: SendResult) => void = () => undefined;
  const result = new Promise<SendResult>((resolve) => {
    answer = resolve;
  });
  return { send: () => result, answer };
}

/** How a promise has ended so far. */
function outcomeOf(promise: Promise<void>): { now: string } {
  const outcome = { now: 'waits' };
  promise.then(
    () => {
      outcome.now = 'resolved';
    },
    () => {
      outcome.now = 'rejected';
    },
  );
  return outcome;
}

const stored = () => openOutboxStore(USER).waiting();

test('R18 a save goes at once, and is stored only when something comes after it: its dialog keeps the text', async () => {
  const { send, answer } = late();
  const tab = await browser.open(send);
  const [save, later] = [edited('A'), edited('B')];
  const outcome = outcomeOf(saveFromDialog(tab.queue, save));
  expect([ids(tab.sent), ids(tab.painted)]).toEqual([[idOf(save)], [idOf(save)]]);
  await settle();
  expect(await stored()).toEqual([]);
  tab.queue.add(later);
  await settle();
  expect((await stored()).map(idOf)).toEqual([save, later].map(idOf));
  expect([ids(tab.sent), outcome.now]).toEqual([[idOf(save)], 'waits']);
  answer(DONE);
  await settle();
  expect([tab.done, outcome.now]).toEqual([[save, later].map(idOf), 'resolved']);
  expect(await stored()).toEqual([]);
});

test('R18 a save waits for its answer while requests are sent again on a new line', async () => {
  const { send } = late();
  const tab = await browser.open(send);
  const save = created();
  const outcome = outcomeOf(saveFromDialog(tab.queue, save));
  const second = late();
  tab.answer = second.send;
  tab.queue.resend();
  await settle();
  expect([ids(tab.sent), outcome.now]).toEqual([[idOf(save), idOf(save)], 'waits']);
  second.answer(refusal(403, 'forbidden'));
  await settle();
  expect([outcome.now, tab.refused, tab.unsaved]).toEqual(['rejected', [idOf(save)], []]);
});

test('R18 a tab that takes over sends a save before what follows it, and its dialog is left to the queue', async () => {
  const { send, answer } = late();
  const [first, second] = [await browser.open(send), await browser.open(online)];
  const [save, later] = [created('A'), edited('B')];
  const outcome = outcomeOf(saveFromDialog(first.queue, save));
  await browser.show(second);
  second.queue.add(later);
  await settle();
  expect([ids(second.sent), outcome.now]).toEqual([[save, later].map(idOf), 'resolved']);
  answer(refusal(403, 'forbidden'));
  await settle();
  expect([first.done, second.done]).toEqual([[save, later].map(idOf), [save, later].map(idOf)]);
  expect([first.unsaved, first.refused]).toEqual([[], []]);
});

test('R18 a save in a tab that does not send is queued like any other change', async () => {
  const [sending, other] = [await browser.open(online), await browser.open(online)];
  const save = created();
  await saveFromDialog(other.queue, save);
  await settle();
  expect([ids(sending.sent), ids(other.sent), other.done]).toEqual([[idOf(save)], [], [idOf(save)]]);
});

test('R15 a save that is refused in its dialog leaves all tabs, and what follows it goes on', async () => {
  const { send, answer } = late();
  const [tab, other] = [await browser.open(send), await browser.open(online)];
  const [save, later] = [edited('A'), edited('B')];
  const outcome = outcomeOf(saveFromDialog(tab.queue, save));
  tab.queue.add(later);
  await settle();
  expect(ids(other.painted)).toEqual([save, later].map(idOf));
  tab.answer = online;
  answer(refusal(403, 'forbidden'));
  await settle();
  expect(outcome.now).toBe('rejected');
  for (const { refused, done, setAside } of [tab, other])
    expect([refused, done, setAside]).toEqual([[idOf(save)], [idOf(later)], []]);
  expect([await stored(), other.queue.isWaiting(PROJECT)]).toEqual([[], false]);
});

test('R21 a save of an outdated page is kept for its reload', async () => {
  const outdated = await browser.open(async () => ({ outcome: 'retry', isOutdated: true }));
  const save = created();
  await saveFromDialog(outdated.queue, save);
  await settle();
  await outdated.close();
  const reloaded = await browser.open(online);
  await settle();
  expect([ids(outdated.sent), reloaded.done]).toEqual([[idOf(save)], [idOf(save)]]);
});

test('R18 a save behind waiting changes does not overtake them', async () => {
  const tab = await browser.open(offline);
  const [first, save] = [created('A'), edited('B')];
  tab.queue.add(first);
  await saveFromDialog(tab.queue, save);
  await settle();
  tab.answer = online;
  tab.queue.wake();
  await settle();
  expect(tab.done).toEqual([first, save].map(idOf));
});
