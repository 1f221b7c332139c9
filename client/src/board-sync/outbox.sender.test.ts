import { newId, PROJECT } from './board.fixture';
import { type OutboxEntry, OutboxSender, type SendResult } from './outbox.sender';

const entry = (projectId = PROJECT): OutboxEntry => ({
  mutationId: newId(),
  projectId,
  taskId: newId(),
  method: 'POST',
  path: '/tasks',
  at: 0,
});

/** An outbox whose network and clock the test plays. */
function setUp() {
  const sent: string[] = [];
  const waiting: Array<(result: SendResult) => void> = [];
  const timers: Array<{ run: () => void; ms: number }> = [];
  const done: string[] = [];
  const refused: string[] = [];
  const outbox = new OutboxSender({
    send: ({ mutationId }) => {
      sent.push(mutationId);
      return new Promise((resolve) => waiting.push(resolve));
    },
    onDone: ({ mutationId }) => done.push(mutationId),
    onRefused: ({ mutationId }) => refused.push(mutationId),
    setTimer: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer), 1);
    },
    random: () => 1,
  });
  return {
    outbox,
    sent,
    timers,
    done,
    refused,
    async answer(result: SendResult) {
      waiting.shift()?.(result);
      await new Promise(process.nextTick);
    },
    fire() {
      timers.shift()?.run();
    },
  };
}

const DONE: SendResult = { outcome: 'done', v: 1 };
const RETRY: SendResult = { outcome: 'retry' };

test('R18 changes of one project are sent one after another, in order', async () => {
  const { outbox, sent, done, answer } = setUp();
  const [a, b] = [entry(), entry()];
  outbox.add(a);
  outbox.add(b);
  expect(sent).toEqual([a.mutationId]);
  await answer(DONE);
  expect(sent).toEqual([a.mutationId, b.mutationId]);
  await answer(DONE);
  expect(done).toEqual([a.mutationId, b.mutationId]);
});

test('R18 another project does not wait', () => {
  const { outbox, sent } = setUp();
  const [a, b] = [entry(), entry(newId())];
  outbox.add(a);
  outbox.add(b);
  expect(sent).toEqual([a.mutationId, b.mutationId]);
});

test('R18 what the network swallows is sent again with the same key, later and later up to 30 s', async () => {
  const { outbox, sent, timers, answer, fire, done } = setUp();
  const a = entry();
  outbox.add(a);
  const pauses: number[] = [];
  for (let n = 0; n < 7; n++) {
    await answer(RETRY);
    pauses.push(timers[0]?.ms ?? 0);
    fire();
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  await answer(DONE);
  expect(new Set(sent)).toEqual(new Set([a.mutationId]));
  expect(done).toEqual([a.mutationId]);
});

test('R18 the server’s Retry-After is respected', async () => {
  const { outbox, timers, answer } = setUp();
  outbox.add(entry());
  await answer({ outcome: 'retry', afterMs: 20_000 });
  expect(timers.map((timer) => timer.ms)).toEqual([20_000]);
});

test('R18 a refused change leaves alone; the next one goes on', async () => {
  const { outbox, sent, refused, done, answer } = setUp();
  const [a, b] = [entry(), entry()];
  outbox.add(a);
  outbox.add(b);
  await answer({ outcome: 'refused', status: 403, code: 'forbidden', error: new Error('no') });
  await answer(DONE);
  expect(refused).toEqual([a.mutationId]);
  expect(done).toEqual([b.mutationId]);
  expect(sent).toHaveLength(2);
});

test('R18 when the network is back nothing waits any longer', async () => {
  const { outbox, sent, timers, answer } = setUp();
  outbox.add(entry());
  await answer(RETRY);
  outbox.wake();
  expect(timers).toEqual([]);
  expect(sent).toHaveLength(2);
});
