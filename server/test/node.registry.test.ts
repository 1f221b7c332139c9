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
    { _id: expect.any(String), protocol: PROTOCOL, version: VERSION, at: expect.any(Date) },
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
