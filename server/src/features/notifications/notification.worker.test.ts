import type { Connection } from 'mongoose';
import { pino } from 'pino';
import type { Lease } from '../../nodes/lease';
import type { StoredOp } from '../../oplog/op.types';
import type { Oplog } from '../../oplog/oplog';
import { NotificationWorker } from './notification.worker';
import type { NotificationWriter } from './notification.writer';

/** More than a board's ops that are kept until notified. */
const MANY = 1_001;
const projectId = 'board';

let v: number;
beforeEach(() => {
  v = 0;
});

const patch = (before: string[], assignees: string[]) =>
  ({
    type: 'task.patched',
    projectId,
    taskId: 'task',
    actorId: 'maya',
    v: ++v,
    patch: { assignees },
    before: { assignees: before },
  }) as unknown as StoredOp;
const assigning = () => patch([], ['tom']);
const unassigning = () => patch(['tom'], []);

/** Tests what is kept in memory only; notifications are tested on a database. */
function workerWith(ofOps: NotificationWriter['ofOps']) {
  const latest = jest.fn<Promise<StoredOp[]>, []>(async () => []);
  const oplog = {
    rowsCaughtUp: async () => undefined,
    headsOf: async () => new Map([[projectId, { appliedV: v }]]),
    latest,
  };
  const cursors = { findOne: () => ({ lean: async () => null }), bulkWrite: async () => undefined };
  const worker = new NotificationWorker({
    connection: { model: () => cursors } as unknown as Connection,
    oplog: oplog as unknown as Oplog,
    writer: { ofOps } as NotificationWriter,
    isOnlyNode: true,
    lease: { release: async () => undefined } as Lease,
    logger: pino({ level: 'silent' }),
  });
  return { worker, latest };
}

test('ops that tell nobody take no room among those that are kept until notified', async () => {
  const told: number[][] = [];
  const { worker, latest } = workerWith(async (ops) => {
    told.push(ops.map((op) => op.v));
    // While the first one is read.
    if (told.length === 1) worker.heard(unassigning());
  });
  worker.heard(assigning());
  await worker.caughtUp();
  for (let n = 0; n < MANY; n++) worker.heard(unassigning());
  const next = assigning();
  worker.heard(next);
  await worker.caughtUp();
  expect(latest).not.toHaveBeenCalled();
  expect(told).toEqual([[1], [next.v]]);
  await worker.stop();
});

test('those after one that tells someone are kept with it', async () => {
  const told: number[][] = [];
  const { worker } = workerWith(async (ops) => void told.push(ops.map((op) => op.v)));
  for (const op of [unassigning(), assigning(), unassigning()]) worker.heard(op);
  await worker.caughtUp();
  expect(told).toEqual([[2, 3]]);
  await worker.stop();
});
