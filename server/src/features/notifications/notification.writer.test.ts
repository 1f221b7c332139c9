import type { StoredOp } from '../../oplog/op.types';
import type { NotificationDocument } from './notification.model';
import { NotificationWriter } from './notification.writer';

type Dependencies = ConstructorParameters<typeof NotificationWriter>[0];

const NOW = Date.parse('2026-01-01T12:00:00.000Z');
const AHEAD_MS = 60_000;
/** Together they are notified of more than one call can take as arguments. */
const OPS = 300;
const FOLLOWERS = 500;

test('R29 a batch of very many notifications is put in time by the database’s clock', async () => {
  const userIds = new Set(Array.from({ length: FOLLOWERS }, (_, n) => `follower ${n}`));
  const ops = Array.from({ length: OPS }, (_, n) => ({
    type: 'comment.added',
    projectId: 'board',
    taskId: 'task',
    actorId: 'maya',
    v: n + 1,
    at: new Date(NOW + AHEAD_MS - OPS + n + 1).toISOString(),
    patch: { comment: { id: `comment ${n}`, mentions: [] } },
  })) as unknown as Array<StoredOp & { taskId: string }>;
  let [count, latest] = [0, 0];
  const writer = new NotificationWriter({
    followers: { at: async () => new Map(ops.map((op) => [op, { userIds, title: 'Known' }])) },
    users: { activeAmong: async (ids: readonly string[]) => [...ids] },
    access: { projectOf: async () => ({ role: 'member', project: { workspaceId: 'w', name: 'Board' } }) },
    store: {
      // As if all had been there already: none is pushed.
      insert: async (drafts: readonly NotificationDocument[]) => {
        count += drafts.length;
        latest = drafts.reduce((most, { at }) => Math.max(most, at.getTime()), latest);
        return [];
      },
    },
    hasTaskOpen: () => false,
    hasMail: true,
    changesOf: () => null,
    databaseNow: () => NOW,
  } as unknown as Dependencies);
  await writer.ofOps(ops, OPS);
  expect({ count, latest }).toEqual({ count: OPS * FOLLOWERS, latest: NOW });
});
