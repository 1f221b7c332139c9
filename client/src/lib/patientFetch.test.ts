import { StubNetwork, session } from '#test/network';
import { api, NetworkError } from './api';
import { prefetch, takePrefetched } from './prefetch';
import { setSession } from './session';

const SILENCE_MS = 15_000;

beforeEach(() => {
  jest.useFakeTimers();
  // With the clock of the test.
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(), ms);
    return timeout.signal;
  });
  new StubNetwork();
  setSession(session);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** A line that brings one part after the other, with these pauses before them, and obeys the request's signal. */
function slowLine(pausesMs: number[], parts: string[]): void {
  jest.spyOn(globalThis, 'fetch').mockImplementation((_url, { signal } = {}) => {
    const cut = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    cut.catch(() => undefined);
    const arrival = (ms = 0) =>
      Promise.race([cut, new Promise<void>((resolve) => void setTimeout(resolve, ms))]);
    const [beforeHead, ...pauses] = pausesMs;
    const text = parts.map((part) => new TextEncoder().encode(part));
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        await arrival(beforeHead);
        for (const part of text) {
          await arrival(pauses.shift());
          controller.enqueue(part);
        }
        controller.close();
      },
    });
    return arrival(beforeHead).then(() => new Response(body, { status: 200, headers: { ETag: '"1"' } }));
  });
}

const read = () => api.open('/board', null, { silenceMs: SILENCE_MS }).then((response) => response.text());

it('R12 what arrives slowly arrives in the end, however long it takes', async () => {
  slowLine([10_000, 14_000, 14_000, 14_000], ['a', 'b', 'c']);
  const answer = read();
  await jest.advanceTimersByTimeAsync(60_000);
  await expect(answer).resolves.toBe('abc');
  void prefetch('/board', { read: (response) => response.text() });
  const ahead = takePrefetched('/board');
  await jest.advanceTimersByTimeAsync(60_000);
  await expect(ahead).resolves.toBe('abc');
});

it('R12 an answer that does not come, or stops coming, ends', async () => {
  for (const pausesMs of [[SILENCE_MS + 1], [0, 1_000, SILENCE_MS + 1]]) {
    slowLine(pausesMs, ['a', 'b']);
    const refusal = jest.fn();
    read().catch(refusal);
    await jest.advanceTimersByTimeAsync(SILENCE_MS - 1);
    expect(refusal).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1_001);
    expect(refusal).toHaveBeenCalledTimes(1);
  }
});

it('R18 the head of an answer that does not come is no answer of the server', async () => {
  slowLine([SILENCE_MS + 1], []);
  const sent = expect(api.post('/tasks', {}, { silenceMs: SILENCE_MS })).rejects.toBeInstanceOf(NetworkError);
  await jest.advanceTimersByTimeAsync(SILENCE_MS);
  await sent;
});

it('takes an answer without a body as it is, where a browser gives it an empty one', async () => {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
  const unchanged = new Response(null, { status: 304 });
  Object.defineProperty(unchanged, 'body', { value: body });
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(unchanged);
  await expect(api.open('/board', '"1"', { silenceMs: SILENCE_MS })).resolves.toHaveProperty('status', 304);
});
