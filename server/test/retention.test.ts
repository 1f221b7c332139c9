import { serverForTests } from './harness';

const server = serverForTests();

const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;
/** By collection: the field from whose time on a document is kept, and for how many seconds. */
const KEPT: Record<string, { from: string; seconds: number }> = {
  auditevents: { from: 'at', seconds: 365 * DAY_S },
  notifications: { from: 'at', seconds: 90 * DAY_S },
  endedsessions: { from: 'endedAt', seconds: HOUR_S },
  // Each of these has its own end.
  invitations: { from: 'expiresAt', seconds: 0 },
  links: { from: 'expiresAt', seconds: 0 },
  ops: { from: 'expiresAt', seconds: 0 },
  sessions: { from: 'expiresAt', seconds: 0 },
};

test('SPEC.md#accounts, SPEC.md#mail: the database deletes what is kept for a time, and nothing else', async () => {
  const { db } = server.connection;
  const expiring: typeof KEPT = {};
  for (const { name } of (await db?.listCollections().toArray()) ?? [])
    for (const { key, expireAfterSeconds } of await server.connection.collection(name).indexes())
      if (expireAfterSeconds !== undefined)
        expiring[name] = { from: Object.keys(key).join(), seconds: expireAfterSeconds };
  expect(expiring).toEqual(KEPT);
});
