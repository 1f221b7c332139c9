import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { newId, PROJECT, task, USER } from './board.fixture';
import { deleteTask } from './mutations';
import {
  Browser,
  clock,
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
  type Tab,
} from './outbox.fixture';
import { type OutboxStore, openOutboxStore } from './outbox.store';
import type { SendResult } from './outbox.types';

// Each test simulates the network; the real one would keep Node's channel between tabs open.
jest.mock('#lib/api', () => ({}));

let browser: ReturnType<typeof newBrowser>;
beforeEach(() => {
  browser = newBrowser();
});

test('R18 changes survive a reload: they are painted again and sent in order', async () => {
  const before = await browser.open(offline);
  const [a, b, c] = [created('A'), edited('B'), deleteTask(clock, task())];
  for (const each of [a, b, c]) before.queue.add(each);
  await settle();
  await before.close();
  const after = await browser.open(online);
  await settle();
  expect(ids(after.painted)).toEqual([a, b, c].map(idOf));
  expect(ids(after.sent)).toEqual([a, b, c].map(idOf));
  expect(after.done).toEqual([a, b, c].map(idOf));
  await after.close();
  const later = await browser.open(online);
  expect([later.painted, later.sent]).toEqual([[], []]);
});

test('R18 what the network swallows is sent again with the same key before the next change goes', async () => {
  const tab = await browser.open(offline);
  const [a, b] = [created('A'), created('B')];
  for (const each of [a, b]) tab.queue.add(each);
  await settle();
  tab.answer = online;
  await browser.pass(2_000);
  expect(ids(tab.sent)).toEqual([a, a, b].map(idOf));
  expect(tab.done).toEqual([a, b].map(idOf));
});

test('R18 a refused change leaves alone; the next one goes on', async () => {
  const tab = await browser.open(async ({ mutationId }) =>
    mutationId === idOf(a) ? refusal(403, 'forbidden') : DONE,
  );
  const [a, b] = [created('A'), created('B')];
  for (const each of [a, b]) tab.queue.add(each);
  await settle();
  expect(tab.setAside.map(({ mutation }) => mutation)).toEqual([a]);
  expect([ids(tab.sent), tab.done]).toEqual([[a, b].map(idOf), [idOf(b)]]);
});

test('R18 one tab sends for all; every tab hears how it ended', async () => {
  const [first, second] = [await browser.open(online), await browser.open(online)];
  const a = created();
  second.queue.add(a);
  await settle();
  expect([ids(first.sent), ids(second.sent)]).toEqual([[idOf(a)], []]);
  expect(ids(first.painted)).toEqual([idOf(a)]);
  expect([first.done, second.done]).toEqual([[idOf(a)], [idOf(a)]]);
  expect([first.committed, second.committed]).toEqual([[PROJECT], [PROJECT]]);
  expect(second.queue.isWaiting(PROJECT)).toBe(false);
});

test('R18 when the sending tab closes, another one goes on with the same keys', async () => {
  const first = await browser.open(() => new Promise(() => undefined));
  const second = await browser.open(online);
  const [a, b] = [created(), created()];
  first.queue.add(a);
  second.queue.add(b);
  await settle();
  expect(ids(first.sent)).toEqual([idOf(a)]);
  await first.close();
  await settle();
  expect(ids(second.sent)).toEqual([idOf(a), idOf(b)]);
  expect(second.done).toEqual([idOf(a), idOf(b)]);
});

test('R18 a tab that comes to the front sends for a suspended one, which leaves it the rest when it wakes', async () => {
  const [suspended, shown] = [await browser.open(offline), await browser.open(online)];
  const [a, b, c, d] = [created('A'), created('B'), created('C'), created('D')];
  suspended.queue.add(a);
  suspended.queue.add(b);
  await settle();
  expect(ids(suspended.sent)).toEqual([idOf(a)]);
  const wakeUp = await browser.show(shown, true);
  const later = await browser.open(online);
  shown.queue.add(c);
  await settle();
  expect(shown.done).toEqual([a, b, c].map(idOf));
  wakeUp();
  shown.queue.add(d);
  await browser.pass(60_000);
  expect([ids(suspended.sent), shown.done]).toEqual([[idOf(a)], [a, b, c, d].map(idOf)]);
  expect(suspended.done).toEqual([a, b, c, d].map(idOf));
  expect(ids(later.painted)).toEqual([c, d].map(idOf));
});

test('R18 what a tab holds in memory alone is sent by the one that takes over, in order', async () => {
  const fails = () => Promise.reject(new Error('QuotaExceededError'));
  const off = { waiting: fails, unsaved: fails, add: fails, storeAgain: fails };
  const none: OutboxStore = { ...openOutboxStore(USER), ...off };
  const first = await browser.open(offline, USER, none);
  const [a, b] = [created('A'), created('B')];
  for (const each of [a, b]) first.queue.add(each);
  await settle();
  const second = await browser.open(online, USER, none);
  await browser.show(second);
  expect(second.done).toEqual([a, b].map(idOf));
  await browser.pass(60_000);
  expect([ids(first.sent), first.done]).toEqual([[idOf(a)], [a, b].map(idOf)]);
});

test('R21 an outdated tab leaves the sending to one that has reloaded, for good', async () => {
  const outdated = async (): Promise<SendResult> => ({ outcome: 'retry', isOutdated: true });
  const [stays, reloads] = [await browser.open(outdated), await browser.open(outdated)];
  const [a, b] = [created('A'), created('B')];
  stays.queue.add(a);
  await settle();
  await reloads.close();
  const reloaded = await browser.open(online);
  await settle();
  expect([reloaded.done, stays.done]).toEqual([[idOf(a)], [idOf(a)]]);
  stays.queue.add(b);
  stays.queue.wake();
  await settle();
  expect([ids(reloaded.sent), ids(stays.sent)]).toEqual([[idOf(a), idOf(b)], [idOf(a)]]);
  await reloaded.close();
  await browser.pass(60_000);
  expect(ids(stays.sent)).toEqual([idOf(a)]);
});

test('R18 a change of a tab that closed before it told of it is found by the one that sends', async () => {
  const [first, second] = [await browser.open(online), await browser.open(online)];
  const a = created();
  second.queue.add(a);
  await second.close();
  expect(first.sent).toEqual([]);
  await browser.pass(1_000);
  expect(ids(first.sent)).toEqual([idOf(a)]);
});

test('R18 a change that a tab did not tell of before it reloaded goes before the next one of that tab', async () => {
  const [sending, reloading] = [await browser.open(online), await browser.open(online)];
  const [a, b, c] = [created('A'), created('B'), created('C')];
  reloading.queue.add(a);
  await reloading.close();
  const reloaded = await browser.open(online);
  reloaded.queue.add(b);
  reloaded.queue.add(c);
  await settle();
  expect(ids(sending.sent)).toEqual([idOf(a), idOf(b), idOf(c)]);
});

test('R18 a tab that notices the network wakes the one that sends', async () => {
  const [first, second] = [await browser.open(offline), await browser.open(offline)];
  const a = created();
  second.queue.add(a);
  await settle();
  expect(ids(first.sent)).toEqual([idOf(a)]);
  first.answer = online;
  second.queue.wake();
  await settle();
  expect(first.done).toEqual([idOf(a)]);
});

test('SPEC.md#faults: without storage the queue works in memory and says so once', async () => {
  const fails = () => Promise.reject(new Error('QuotaExceededError'));
  const store: OutboxStore = {
    waiting: fails,
    unsaved: fails,
    add: fails,
    remove: fails,
    setAside: fails,
    replace: fails,
    putBack: fails,
    storeAgain: fails,
    whenCut: () => undefined,
    close: () => undefined,
  };
  const tab = await browser.open(online, USER, store);
  const [a, b] = [created(), created()];
  tab.queue.add(a);
  tab.queue.add(b);
  await settle();
  expect([tab.done, tab.warnings]).toEqual([[idOf(a), idOf(b)], 1]);
});

/** Storage that has no room for more while it is full. */
function fillableStore() {
  const room = { isFull: true };
  const real = openOutboxStore(USER);
  const withRoom = (write: () => Promise<void>) =>
    room.isFull ? Promise.reject(new Error('QuotaExceededError')) : write();
  const store: OutboxStore = {
    ...real,
    add: (mutation) => withRoom(() => real.add(mutation)),
    setAside: (change) => withRoom(() => real.setAside(change)),
    putBack: (mutation) => withRoom(() => real.putBack(mutation)),
    storeAgain: (waiting, unsaved) => withRoom(() => real.storeAgain(waiting, unsaved)),
  };
  return { room, store };
}

const storedIds = async () => (await openOutboxStore(USER).waiting()).map(idOf);

test('SPEC.md#faults: what full storage had no room for is stored with the next change, in order, once there is', async () => {
  const { room, store } = fillableStore();
  const tab = await browser.open(offline, USER, store);
  const [a, b, c] = [created('A'), created('B'), created('C')];
  tab.queue.add(a);
  await settle();
  tab.queue.add(b);
  await settle();
  expect([await storedIds(), tab.warnings, tab.queue.isAtRisk()]).toEqual([[], 1, true]);
  room.isFull = false;
  tab.queue.add(c);
  await settle();
  expect([await storedIds(), tab.queue.isAtRisk()]).toEqual([[a, b, c].map(idOf), false]);
});

test('SPEC.md#faults: what full storage had no room for is stored later by itself, also what is not saved', async () => {
  const { room, store } = fillableStore();
  const tab = await browser.open(async () => refusal(403, 'forbidden'), USER, store);
  const [refused, a] = [created('Refused'), created('A')];
  tab.queue.add(refused);
  await settle();
  tab.answer = offline;
  tab.queue.add(a);
  await browser.pass(10_000);
  expect(await storedIds()).toEqual([]);
  room.isFull = false;
  await browser.pass(10_000);
  expect(await storedIds()).toEqual([idOf(a)]);
  expect((await openOutboxStore(USER).unsaved()).map(({ mutation }) => mutation)).toEqual([refused]);
});

test('SPEC.md#faults: storage that is full again after all was stored is warned of again', async () => {
  const { room, store } = fillableStore();
  const tab = await browser.open(offline, USER, store);
  tab.queue.add(created('A'));
  await settle();
  room.isFull = false;
  await browser.pass(10_000);
  room.isFull = true;
  tab.queue.add(created('B'));
  await settle();
  expect([tab.warnings, tab.queue.isAtRisk()]).toEqual([2, true]);
});

test('SPEC.md#faults: what another tab had no room for is stored by the one that sends', async () => {
  const { room, store } = fillableStore();
  await browser.open(offline, USER, store);
  const other = await browser.open(offline, USER, store);
  const a = created('A');
  other.queue.add(a);
  await settle();
  room.isFull = false;
  await browser.pass(10_000);
  expect(await storedIds()).toEqual([idOf(a)]);
});

test('SPEC.md#faults: what a tab holds in memory alone is stored by the one that takes over', async () => {
  const { room, store } = fillableStore();
  const first = await browser.open(offline, USER, store);
  const a = created('A');
  first.queue.add(a);
  await settle();
  const second = await browser.open(offline, USER, store);
  await browser.show(second);
  room.isFull = false;
  await browser.pass(10_000);
  expect(await storedIds()).toEqual([idOf(a)]);
});

test('each user of a browser has a queue of their own', async () => {
  const mine = await browser.open(offline);
  mine.queue.add(created());
  await settle();
  await mine.close();
  const other = await new Browser().open(online, newId());
  expect([other.painted, other.sent]).toEqual([[], []]);
});

/** Storage that does not answer until `letAnswer`. */
function hungStore(): { store: OutboxStore; letAnswer: () => void } {
  let letAnswer = () => {};
  const hangs = new Promise<void>((resolve) => {
    letAnswer = resolve;
  });
  const real = openOutboxStore(USER);
  const store: OutboxStore = {
    waiting: () => hangs.then(() => real.waiting()),
    unsaved: () => hangs.then(() => real.unsaved()),
    add: (mutation) => hangs.then(() => real.add(mutation)),
    replace: (mutation) => hangs.then(() => real.replace(mutation)),
    remove: (mutationId) => hangs.then(() => real.remove(mutationId)),
    setAside: (change) => hangs.then(() => real.setAside(change)),
    putBack: (mutation) => hangs.then(() => real.putBack(mutation)),
    storeAgain: (waiting, unsaved) => hangs.then(() => real.storeAgain(waiting, unsaved)),
    whenCut: (run) => real.whenCut(run),
    close: () => real.close(),
  };
  return { store, letAnswer };
}

/** A tab whose storage hangs: it opens without it. */
async function openHung(answer: Tab['answer'], store: OutboxStore) {
  const opening = browser.open(answer, USER, store);
  await browser.pass(3_000);
  return opening;
}

test('R18 storage that hangs holds nothing up: changes are sent from memory; it goes on when it answers', async () => {
  const later = created();
  await openOutboxStore(USER).add(later);
  const { store, letAnswer } = hungStore();
  const tab = await openHung(online, store);
  const [a, b] = [created(), edited('B')];
  tab.queue.add(a);
  tab.queue.add(b);
  await settle();
  expect([ids(tab.sent), tab.done]).toEqual([
    [idOf(a), idOf(b)],
    [idOf(a), idOf(b)],
  ]);
  letAnswer();
  await settle();
  expect(tab.done).toEqual([idOf(a), idOf(b), idOf(later)]);
  expect(await openOutboxStore(USER).waiting()).toEqual([]);
});

test('R18 changes keep their order when storage begins to hang between them', async () => {
  const store = openOutboxStore(USER);
  const tab = await browser.open(online, USER, store);
  store.add = () => new Promise(() => undefined);
  const changes = [created('At 0 s'), created('At 1 s'), created('At 3.5 s')] as const;
  tab.queue.add(changes[0]);
  await browser.pass(1_000);
  tab.queue.add(changes[1]);
  await browser.pass(2_500);
  tab.queue.add(changes[2]);
  await browser.pass(3_000);
  expect(ids(tab.sent)).toEqual(changes.map(idOf));
});

test('SPEC.md#faults: storage that is silent warns after 30 s, and only of changes that still wait', async () => {
  const tab = await openHung(online, hungStore().store);
  tab.queue.add(created('Sent'));
  await browser.pass(60_000);
  expect([tab.done.length, tab.warnings]).toEqual([1, 0]);
  tab.answer = offline;
  tab.queue.add(created('Not sent'));
  await browser.pass(29_000);
  expect(tab.warnings).toBe(0);
  await browser.pass(1_000);
  tab.queue.add(created('Nor this'));
  await browser.pass(30_000);
  expect(tab.warnings).toBe(1);
});

test('SPEC.md#faults: storage that is slow takes over again without a warning', async () => {
  const { store, letAnswer } = hungStore();
  const tab = await openHung(offline, store);
  const [slow, later] = [created('Slow'), created('Later')];
  tab.queue.add(slow);
  await browser.pass(29_000);
  letAnswer();
  await settle();
  tab.queue.add(later);
  await browser.pass(60_000);
  expect(tab.warnings).toBe(0);
  await tab.close();
  expect((await openOutboxStore(USER).waiting()).map(idOf)).toEqual([slow, later].map(idOf));
});

test('a change that is stored again, after a write that seemed to fail, stands there once', async () => {
  const store = openOutboxStore(USER);
  const mutation = created('Twice');
  await store.add(mutation);
  await store.add(mutation);
  expect(await store.waiting()).toEqual([mutation]);
  store.close();
});
/** Changes that a store gives back after `work`. */
async function storedBy(work: (store: OutboxStore) => Promise<unknown>): Promise<string[]> {
  const store = openOutboxStore(USER);
  await work(store);
  const stored = await openOutboxStore(USER).waiting();
  store.close();
  return stored.map(idOf);
}

test('R18 storage is opened again when the browser has ended its connection', async () => {
  const [a, b] = [created('A'), created('B')];
  const opening = jest.spyOn(indexedDB, 'open');
  const stored = await storedBy(async (store) => {
    await store.add(a);
    forceCloseDatabase(opening.mock.results[0]?.value.result);
    await settle();
    await store.add(b);
  });
  expect(stored).toEqual([a, b].map(idOf));
});

test('SPEC.md#faults: what waits or is not saved is stored again when site data is deleted under an open tab', async () => {
  const opening = jest.spyOn(indexedDB, 'open');
  const before = await browser.open(async () => refusal(403, 'forbidden'));
  const [refused, a, b] = [created('Refused'), created('A'), created('B')];
  before.queue.add(refused);
  await settle();
  before.answer = offline;
  for (const each of [a, b]) before.queue.add(each);
  await settle();
  const connection = opening.mock.results[0]?.value.result;
  globalThis.indexedDB = new IDBFactory();
  forceCloseDatabase(connection);
  await browser.pass(1_000);
  await before.close();

  const after = await browser.open(online);
  expect(after.unsaved.map(({ mutation }) => mutation)).toEqual([refused]);
  expect(ids(after.sent)).toEqual([a, b].map(idOf));
  await after.close();
});

test('R18 storage is opened again when it could not be opened at first', async () => {
  const a = created('A');
  const { open } = IDBFactory.prototype;
  // A version that is too old is refused like storage that fails, later.
  await new Promise((resolve) => {
    indexedDB.open('newer', 2).onsuccess = resolve;
  });
  jest.spyOn(indexedDB, 'open').mockImplementationOnce(() => open.call(indexedDB, 'newer', 1));
  const stored = await storedBy(async (store) => {
    await expect(store.add(created('Lost'))).rejects.toThrow();
    await store.add(a);
  });
  expect(stored).toEqual([idOf(a)]);
});

test('R21 a page of a later version changes storage while a tab of this one is open, which goes on in memory', async () => {
  const tab = await browser.open(offline);
  const [a, b] = [created('A'), created('B')];
  tab.queue.add(a);
  await settle();
  const later = indexedDB.open('livelane-outbox', 2);
  const outcome = await new Promise((resolve) => {
    later.onblocked = () => resolve('waits for the tab');
    later.onsuccess = () => resolve('changed');
  });
  expect(outcome).toBe('changed');
  later.result.close();
  tab.answer = online;
  tab.queue.add(b);
  tab.queue.wake();
  await settle();
  expect(tab.done).toEqual([a, b].map(idOf));
});

test('SPEC.md#faults: changes that wait are stored again when their database is deleted by hand', async () => {
  const tab = await browser.open(offline);
  const a = created('A');
  tab.queue.add(a);
  await settle();
  const deletion = indexedDB.deleteDatabase('livelane-outbox');
  const outcome = await new Promise((resolve) => {
    deletion.onblocked = () => resolve('waits for the tab');
    deletion.onsuccess = () => resolve('deleted');
  });
  expect([outcome, await storedIds()]).toEqual(['deleted', []]);
  await browser.pass(1_000);
  expect(await storedIds()).toEqual([idOf(a)]);
});
