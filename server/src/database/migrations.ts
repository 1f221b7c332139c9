import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import { isDuplicateKey } from './duplicate-key';

/**
 * One step from a version of the database to the next. It may be cut off at any point and run again,
 * beside nodes of the version before: it must be repeatable, and only add.
 */
export interface Migration {
  /** For the log. */
  what: string;
  run(database: mongo.Db): Promise<void>;
}

/** All steps in order, from version 1 on. A step that has been released is never changed. */
export const migrations: readonly Migration[] = [
  { what: 'moves between projects that a process left half-way', run: finishOldMoves },
  { what: 'nobody is notified of events from before there were notifications', run: beginNotifications },
];

/** Nobody wants notifications of the whole past: they begin at the present version of each board. */
async function beginNotifications(database: mongo.Db): Promise<void> {
  for await (const head of database.collection<{ _id: string; appliedV: number }>('boardheads').find({})) {
    await database
      .collection<{ _id: string; v: number }>('notificationcursors')
      .updateOne({ _id: head._id }, { $max: { v: head.appliedV } }, { upsert: true });
  }
}

type Row = mongo.Document & { taskId: string; projectId: string; createdBy: string };

/**
 * Version 1 wrote the copy in the destination first and deleted the task in its source afterwards; `movedFrom` was in
 * the copy's row in between. Now the deletion comes first: unfinished moves get it here.
 */
async function finishOldMoves(database: mongo.Db): Promise<void> {
  const tasks = database.collection<Row>('tasks');
  for await (const row of tasks.find({ movedFrom: { $gt: '' } })) {
    const source = await tasks.findOne({ projectId: row.movedFrom, taskId: row.taskId });
    if (source && !source.deletedAt) await leaveProject(database, source, row.projectId);
    await tasks.updateOne({ _id: row._id }, { $unset: { movedFrom: 1 } });
  }
}

async function leaveProject(database: mongo.Db, row: Row, movedTo: string): Promise<void> {
  const { _id, taskId, projectId, visibility, assignees, createdBy, ...fields } = row;
  const before = { id: taskId, projectId, visibility, assignees, createdBy, ...fields };
  const sight = { before: { visibility, assignees, createdBy }, after: null, task: null };
  const ops = database.collection('ops');
  for (;;) {
    const head = await ops.findOne({ projectId }, { sort: { v: -1 }, projection: { v: 1 } });
    try {
      await ops.insertOne({
        _id: randomUUID() as never,
        projectId,
        v: (head?.v ?? 0) + 1,
        type: 'task.deleted',
        taskId,
        actorId: createdBy,
        mutationId: randomUUID(),
        fingerprint: '',
        patch: { movedTo },
        before,
        effect: visibility === 'PRIVATE' ? { sight } : {},
        at: new Date().toISOString(),
      });
      return;
    } catch (error) {
      // A node of the version before has gone on meanwhile.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
