/** @jest-environment jsdom */
import { getSession, setSession, setSessionLostHandler } from '#lib/session';
import { refusal, StubNetwork, session } from '#test/network';
import type { RealtimeSocket } from './realtime.socket';
import { SocketSession } from './socket.session';

const MINUTE_MS = 60_000;
/** The server's clock, which no clock here is set by. */
const ISSUED_S = Date.UTC(2026, 0, 1) / 1000;

const tokenOf = (iat: number) => `h.${btoa(JSON.stringify({ iat, exp: iat + 15 * 60 }))}.s`;
const emit = jest.fn();
/** What the session listens to on the socket, by event. */
const heard: Record<string, (given: object) => void> = {};
const socket = {
  connected: true,
  emit,
  on: (event: string, run: (given: object) => void) => {
    heard[event] = run;
  },
} as unknown as RealtimeSocket;

/** @returns stops it */
function startSession(): () => void {
  const kept = new SocketSession(socket, { returnIn: () => undefined }, { onSignedOut: () => undefined });
  kept.start();
  return () => kept.stop();
}

let network: StubNetwork;
let stop: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  emit.mockReset();
  network = new StubNetwork({
    'POST /auth/refresh': { body: { ...session, token: tokenOf(ISSUED_S + 14 * 60) } },
  });
});

afterEach(() => {
  stop();
  jest.useRealTimers();
});

it.each([-3_600_000, -90_000, 0, 3_600_000])(
  'a clock that is wrong by %i ms: the token is renewed a minute before it ends, and handed to the socket',
  async (wrongMs) => {
    jest.setSystemTime(ISSUED_S * 1000 + wrongMs);
    setSession({ ...session, token: tokenOf(ISSUED_S) });
    stop = startSession();
    await jest.advanceTimersByTimeAsync(13 * MINUTE_MS);
    expect(network.made()).toEqual([]);
    await jest.advanceTimersByTimeAsync(MINUTE_MS);
    expect(network.made()).toEqual(['POST /auth/refresh']);
    expect(emit).toHaveBeenCalledWith(
      'auth:renew',
      { token: tokenOf(ISSUED_S + 14 * 60) },
      expect.anything(),
    );
  },
);

it('a renewal that nobody answered is asked for again', async () => {
  setSession({ ...session, token: tokenOf(ISSUED_S) });
  stop = startSession();
  network.isDown = true;
  await jest.advanceTimersByTimeAsync(14 * MINUTE_MS);
  network.isDown = false;
  await jest.advanceTimersByTimeAsync(MINUTE_MS / 2);
  expect(network.made()).toHaveLength(2);
  expect(emit).toHaveBeenCalledTimes(1);
});

describe('specification section 7: a refused renewal logs out and says so', () => {
  const onLost = jest.fn();
  beforeEach(() => {
    onLost.mockReset();
    setSessionLostHandler(onLost);
    setSession({ ...session, token: tokenOf(ISSUED_S) });
    stop = startSession();
    network.answer({ 'POST /auth/refresh': refusal(401, 'Session ended') });
  });
  afterEach(() => setSessionLostHandler(() => undefined));

  it.each([
    ['one that was due', () => undefined],
    ['one because the token had ended', () => heard['session:ended']?.({ reason: 'token_expired' })],
    ['one because the socket was refused', () => heard.connect_error?.({ message: 'unauthenticated' })],
  ])('%s', async (_which, happen) => {
    happen();
    await jest.advanceTimersByTimeAsync(14 * MINUTE_MS);
    expect(getSession().status).toBe('signedOut');
    expect(onLost).toHaveBeenCalledTimes(1);
  });
});
