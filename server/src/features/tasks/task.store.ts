import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { mongo, trusted } from 'mongoose';
import type { TaskDocument, TaskModel } from './task.model';

const DUPLICATE_KEY = 11000;

/** A row of a task: where it lives and whether it still does. */
export interface TaskRow {
  task: StoredTask;
  deletedAt: Date | null;
  movedTo: string | null;
}

/** Fields to set; absent ones stay. */
type TaskFields = { [Key in keyof TaskDocument]?: TaskDocument[Key] | undefined };

/** Reads and writes of the tasks collection; no rights are checked here. */
export class TaskStore {
  constructor(private readonly model: TaskModel) {}

  /** The live tasks of a project. */
  async ofProject(projectId: string): Promise<StoredTask[]> {
    const found = await this.model.find({ projectId, deletedAt: null }).lean();
    return found.map(toStoredTask);
  }

  /** The row where a task lives, or the latest one that it left. */
  async find(taskId: string): Promise<TaskRow | null> {
    const rows = await this.model.find({ taskId }).lean();
    const live = rows.find((row) => !row.deletedAt);
    const row = live ?? rows.find((left) => !left.movedTo) ?? rows[0];
    return row
      ? { task: toStoredTask(row), deletedAt: row.deletedAt ?? null, movedTo: row.movedTo ?? null }
      : null;
  }

  async exists(taskId: string): Promise<boolean> {
    return (await this.model.findOne({ taskId }, { _id: 1 }).lean()) !== null;
  }

  /** The live tasks of these projects that a user is assigned to. */
  async assignedTo(userId: string, projectIds: readonly string[]): Promise<StoredTask[]> {
    const found = await this.model
      .find({ assignees: userId, projectId: trusted({ $in: [...projectIds] }), deletedAt: null })
      .lean();
    return found.map(toStoredTask);
  }

  /** Writes the whole row, unless it has seen version `task.rev` or a later one (R3). */
  async put(task: StoredTask, movedFrom: string | undefined): Promise<void> {
    const { id: taskId, ...fields } = task;
    const _id = rowId(task.projectId, taskId);
    try {
      await this.model.updateOne(
        { _id, rev: trusted({ $lt: task.rev }) },
        {
          $set: { ...fields, taskId, ...(movedFrom && { movedFrom }) },
          $unset: { deletedAt: 1, movedTo: 1, ...(!movedFrom && { movedFrom: 1 }) },
        },
        { upsert: true },
      );
    } catch (error) {
      // The row exists and is as new as the op: nothing is left to do.
      if (!(error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY)) throw error;
    }
  }

  /** Changes fields of rows that have not seen version `v` yet. */
  async patch(projectId: string, taskId: string, v: number, fields: TaskFields): Promise<void> {
    await this.model.updateOne(
      { _id: rowId(projectId, taskId), rev: trusted({ $lt: v }) },
      { $set: { ...fields, rev: v } },
    );
  }

  /** Takes a user off tasks that have not seen version `v` yet. */
  async unassign(
    projectId: string,
    taskIds: readonly string[],
    userId: string,
    v: number,
    at: string,
  ): Promise<void> {
    await this.model.updateMany(
      { _id: trusted({ $in: taskIds.map((taskId) => rowId(projectId, taskId)) }), rev: trusted({ $lt: v }) },
      { $pull: { assignees: userId }, $set: { rev: v, updatedAt: at } },
    );
  }

  async rerank(projectId: string, ranks: Record<string, string>, v: number, at: string): Promise<void> {
    await this.model.bulkWrite(
      Object.entries(ranks).map(([taskId, rank]) => ({
        updateOne: {
          filter: { _id: rowId(projectId, taskId), rev: trusted({ $lt: v }) },
          update: { $set: { rank, rev: v, updatedAt: at } },
        },
      })),
      { ordered: false },
    );
  }

  /** Moves between projects whose source is still to be deleted. */
  async unfinishedMoves(): Promise<Array<{ taskId: string; from: string; to: string }>> {
    const found = await this.model
      .find({ movedFrom: trusted({ $exists: true }) }, { taskId: 1, projectId: 1, movedFrom: 1 })
      .lean();
    return found.flatMap((row) =>
      row.movedFrom ? [{ taskId: row.taskId, from: row.movedFrom, to: row.projectId }] : [],
    );
  }

  async finishMove(projectId: string, taskId: string): Promise<void> {
    await this.model.updateOne({ _id: rowId(projectId, taskId) }, { $unset: { movedFrom: 1 } });
  }

  async removeAllOfProject(projectId: string): Promise<void> {
    await this.model.deleteMany({ projectId });
  }
}

function rowId(projectId: string, taskId: string): string {
  return `${projectId}/${taskId}`;
}

function toStoredTask(row: TaskDocument): StoredTask {
  const { _id, taskId: id, deletedAt: _deletedAt, movedTo: _movedTo, movedFrom: _movedFrom, ...fields } = row;
  return { id, ...fields };
}
