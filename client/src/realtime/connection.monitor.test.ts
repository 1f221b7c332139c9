/** @jest-environment jsdom */
import { realtimeReducer } from '#board-sync/realtime.slice';
import { api, NetworkError } from '#lib/api';
import { createStore } from '#store/store';
import { StubNetwork } from '#test/network';
import { ConnectionMonitor } from './connection.monitor';
import type { RealtimeSocket } from './realtime.socket';

/** A socket whose pings are answered while `answers` is true. */
class FakeSocket {
  connected = false;
  answers = true;
  pings = 0;
  attempts = 0;
  io = { engine: { transport: { name: 'websocket' } } };
  /** Anything is pushed. */
  push = () => {};
  onAny = (listener: () => void) => {
    this.push = listener;
    return this;
  };
  disconnect = () => {
    this.connected = false;
    return this;
  };
  connect = () => {
    this.attempts++;
    return this;
  };
  timeout = (ms: number) => ({
    emitWithAck: () => {
      this.pings++;
      return this.answers
        ? Promise.resolve({ ok: true })
        : new Promise((_, reject) => setTimeout(() => reject(new Error('timed out')), ms));
    },
  });
}

let socket: FakeSocket;
let store: ReturnType<typeof createStore>;
let monitor: ConnectionMonitor;
let network: StubNetwork;
const onBack = jest.fn();
const connection = () => store.getState().realtime.connection;
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
/** A request that ends when one of the two is called. */
const request = () => {
  let end = { answer: () => {}, fail: () => {} };
  const under = new Promise<void>((resolve, reject) => {
    end = { answer: resolve, fail: () => reject(new NetworkError()) };
  });
  const watched = monitor.watched(under).catch(() => undefined);
  const ended = (how: () => void) => () => {
    how();
    return watched;
  };
  return { answer: ended(() => end.answer()), fail: ended(() => end.fail()) };
};

beforeEach(() => {
  jest.useFakeTimers();
  onBack.mockReset();
  network = new StubNetwork({ 'GET /healthz': { body: { ok: true } } });
  socket = new FakeSocket();
  store = createStore();
  monitor = new ConnectionMonitor(socket as unknown as RealtimeSocket, store, onBack);
});

afterEach(() => {
  monitor.stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const open = () => {
  socket.connected = true;
  monitor.connected();
};

it('starts as the board does', () => {
  expect(connection()).toBe(realtimeReducer(undefined, { type: 'start' }).connection);
});

describe('R19 the way back', () => {
  it('as soon as anything is answered the socket is tried at once, and what was missed is asked for', async () => {
    await request().fail();
    expect(connection()).toBe('offline');
    await request().answer();
    expect([connection(), socket.attempts]).toEqual(['polling', 1]);
    expect(onBack).toHaveBeenCalledTimes(1);
    open();
    expect(connection()).toBe('live');
  });

  it('it comes again and again, but not at once, where a proxy lets no probe through', async () => {
    network.answer({ 'GET /healthz': { status: 403, text: 'Forbidden' } });
    // Boards are read then, which takes a while.
    onBack.mockImplementation(() => void setTimeout(request().answer, 50));
    await request().fail();
    await request().answer();
    await pass(60_000);
    expect(onBack.mock.calls.length).toBeGreaterThan(1);
    expect(onBack.mock.calls.length).toBeLessThan(15);
  });

  it('a probe that is answered does the same', async () => {
    network.isDown = true;
    await pass(5_000);
    expect(connection()).toBe('offline');
    network.isDown = false;
    await pass(5_000);
    expect([connection(), socket.attempts]).toEqual(['polling', 1]);
  });

  it('so does an answer that nobody watches, and a refusal', async () => {
    for (const answer of [
      { body: { items: [] } },
      { status: 404, body: { code: 'not_found', message: 'No', requestId: 'R' } },
    ]) {
      network.isDown = true;
      await pass(5_000);
      expect(connection()).toBe('offline');
      network.isDown = false;
      network.answer({ 'GET /notifications': answer });
      const { attempts } = socket;
      await api.get('/notifications').catch(() => undefined);
      expect([connection(), socket.attempts]).toEqual(['polling', attempts + 1]);
    }
  });

  it('where only the socket is blocked, its own back-off stays', async () => {
    for (let n = 0; n < 10; n++) await request().answer();
    await pass(60_000);
    expect([connection(), socket.attempts]).toEqual(['polling', 0]);
    expect(onBack).not.toHaveBeenCalled();
  });

  it('what an ingress says in the place of the server is no answer', async () => {
    network.answer({ 'GET /healthz': { status: 502, text: '<html>Bad gateway</html>' } });
    await pass(5_000);
    expect(connection()).toBe('offline');
    network.answer({ 'GET /healthz': { text: '<html>Log in to this network</html>' } });
    await pass(5_000);
    expect(connection()).toBe('offline');
  });

  it('whom the server has told when to come back waits for that time', async () => {
    open();
    monitor.returnIn(4_000);
    await request().fail();
    await request().answer();
    expect(socket.attempts).toBe(0);
    await pass(4_000);
    expect(socket.attempts).toBe(1);
  });

  it('an old request that a dead line had swallowed does not say offline once another was answered', async () => {
    open();
    const swallowed = request();
    await request().answer();
    await swallowed.fail();
    expect(connection()).toBe('live');
    const next = request();
    await next.fail();
    expect(connection()).toBe('offline');
  });

  it('an open socket counts as live only once it has answered, after a request has failed', async () => {
    open();
    socket.answers = false;
    await request().fail();
    await request().answer();
    expect(connection()).toBe('polling');
    await pass(3_000);
    expect([connection(), socket.attempts]).toEqual(['polling', 1]);
  });
});

describe('R13 a line that is dead while nobody does anything', () => {
  it('is noticed within 5 s while the tab is visible', async () => {
    open();
    await pass(60_000);
    expect([connection(), socket.pings]).toEqual(['live', 40]);
    socket.answers = false;
    network.isDown = true;
    await pass(4_900);
    expect(connection()).not.toBe('live');
    expect(socket.attempts).toBe(1);
  });

  it('nothing is sent while pushes come, and a line that dies after one is noticed within 5 s', async () => {
    open();
    for (let n = 0; n < 60; n++) {
      socket.push();
      await pass(1_000);
    }
    expect([connection(), socket.pings]).toEqual(['live', 0]);
    // At many moments between two tests of the connection.
    for (let after = 100; after <= 1_500; after += 100) {
      await pass(after);
      socket.push();
      socket.answers = false;
      network.isDown = true;
      await pass(4_900);
      expect([after, connection()]).not.toEqual([after, 'live']);
      socket.answers = true;
      network.isDown = false;
      await pass(10_000);
      open();
    }
  });

  it('after a failed request pushes do not defer the test that brings it back', async () => {
    open();
    network.isDown = true;
    await request().fail();
    expect(connection()).toBe('offline');
    for (let n = 0; n < 8; n++) {
      socket.push();
      await pass(500);
    }
    expect(connection()).toBe('live');
  });

  it('costs two requests over long-polling: it is tried every 6 s there, until it is a WebSocket', async () => {
    socket.io.engine.transport.name = 'polling';
    open();
    await pass(60_000);
    expect([connection(), socket.pings]).toEqual(['live', 10]);
    socket.io.engine.transport.name = 'websocket';
    await pass(6_000);
    socket.answers = false;
    network.isDown = true;
    await pass(4_900);
    expect(connection()).not.toBe('live');
  });

  it('nothing is sent while the tab is hidden', async () => {
    open();
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await pass(60_000);
    expect(socket.pings).toBe(0);
  });
});
