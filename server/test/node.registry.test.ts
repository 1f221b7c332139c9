import { COMMENTS_PROTOCOL, PROTOCOL } from '@livelane/shared/http/protocol';
import { VERSION } from '../src/version';
import { startTestServer, type TestServer } from './harness';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

const nodes = () => server.connection.collection<{ _id: string }>('nodes');
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);

test('R22 a node writes its protocol number while it lives, and takes it away at its end', async () => {
  const found = await nodes().find().toArray();
  expect(found).toEqual([
    {
      _id: expect.any(String),
      protocol: PROTOCOL,
      version: VERSION,
      name: expect.stringMatching(/:\d+$/),
      settings: expect.any(Object),
      at: expect.any(Date),
    },
  ]);
  await server.app.services.nodes.stop();
  expect(await nodes().countDocuments()).toBe(0);
});

test('R22 an older node stops what it cannot read for as long as it lives, which is 15 seconds', async () => {
  const { nodes: registry } = server.app.services;
  await registry.assertAllSpeak(COMMENTS_PROTOCOL);
  await nodes().insertOne({ _id: 'older', protocol: 1, at: secondsAgo(10) } as never);
  await expect(registry.assertAllSpeak(COMMENTS_PROTOCOL)).rejects.toMatchObject({
    code: 'unavailable',
    details: { retryAfterSeconds: expect.any(Number) },
  });
  await nodes().updateOne({ _id: 'older' }, { $set: { at: secondsAgo(16) } });
  await registry.assertAllSpeak(COMMENTS_PROTOCOL);
});

test('R22 a node judges the others by the database’s clock, whatever its own says', async () => {
  const { nodes: registry } = server.app.services;
  const minuteAgo = secondsAgo(60);
  await nodes().insertOne({ _id: 'older', protocol: 1, at: new Date() } as never);
  const minutesOff = (minutes: number) =>
    jest.spyOn(Date, 'now').mockReturnValue(performance.timeOrigin + performance.now() + minutes * 60_000);
  minutesOff(5);
  await expect(registry.assertAllSpeak(COMMENTS_PROTOCOL)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await registry.living()).toHaveLength(2);
  minutesOff(-5);
  await nodes().updateOne({ _id: 'older' }, { $set: { at: minuteAgo } });
  await registry.assertAllSpeak(COMMENTS_PROTOCOL);
  expect(await registry.living()).toHaveLength(1);
});

test('R3 a node is alone until it sees another one, which reckons with that', async () => {
  const { nodes: registry } = server.app.services;
  const again = async () => {
    await registry.stop();
    await registry.start();
    return { isAlone: registry.isAlone, isOverlooked: registry.isOverlooked };
  };
  expect(await again()).toEqual({ isAlone: true, isOverlooked: false });
  await nodes().insertOne({ _id: 'another', protocol: PROTOCOL, at: new Date() } as never);
  expect(await again()).toEqual({ isAlone: false, isOverlooked: true });
  // One that has died counts once more: it may have told of what it left undone.
  await nodes().updateOne({ _id: 'another' }, { $set: { at: secondsAgo(60) } });
  expect((await again()).isAlone).toBe(false);
  expect((await again()).isAlone).toBe(true);
});

test('R3 what a node knows of the others ends when it cannot look', async () => {
  const { nodes: registry } = server.app.services;
  expect(registry.isAlone).toBe(true);
  const now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 9_000);
  try {
    expect(registry.isOverlooked).toBe(false);
    clock.mockReturnValue(now + 10_000);
    expect({ isAlone: registry.isAlone, isOverlooked: registry.isOverlooked }).toEqual({
      isAlone: false,
      isOverlooked: true,
    });
  } finally {
    clock.mockRestore();
  }
});
