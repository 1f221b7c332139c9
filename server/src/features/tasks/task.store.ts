import type { StoredTask } from '@livelane/shared/tasks/task.fields';
import { finishedStates, type TaskState } from '@livelane/shared/tasks/task.values';
import { trusted } from 'mongoose';
import { deleteInParts } from '../../database/delete-in-parts';
import { rowsOf } from '../../database/rows';
import { SharedReads } from '../../database/shared-reads';
import { DELETED_INDEX, rowId, type TaskDocument, type TaskModel } from './task.model';
import { currentOf, type TaskRow, toStoredTasks, toTaskRow } from './task-row.reader';

/** The fields that history needs of a task that is no longer on its board. */
type LastSeenTask = Pick<StoredTask, 'id' | 'title' | 'visibility' | 'assignees' | 'createdBy'>;

/** A task's version and title, the fields that decide who sees it, and those that decide whether it is due. */
export interface TaskSummary {
  task: Pick<
    StoredTask,
    'projectId' | 'rev' | 'title' | 'visibility' | 'assignees' | 'createdBy' | 'state' | 'dueDate'
  >;
  deletedAt: Date | null;
}

const GLANCE = {
  _id: 0,
  taskId: 1,
  projectId: 1,
  rev: 1,
  title: 1,
  visibility: 1,
  assignees: 1,
  createdBy: 1,
  state: 1,
  dueDate: 1,
  deletedAt: 1,
  movedTo: 1,
  moving: 1,
} as const;
type GlanceDocument = Pick<TaskDocument, Exclude<keyof typeof GLANCE, '_id'>>;

/** Cards per batch of the database. */
const CARDS_AT_ONCE = 10_000;

/** The fields that decide a task's place in its column, and who sees it there. */
export type PlacedTask = Pick<
  StoredTask,
  'id' | 'projectId' | 'state' | 'rank' | 'visibility' | 'assignees' | 'createdBy'
>;

const PLACING = {
  _id: 0,
  taskId: 1,
  projectId: 1,
  state: 1,
  rank: 1,
  visibility: 1,
  assignees: 1,
  createdBy: 1,
} as const;

/** A page of tasks that may be erased, and where the next one begins; null at the end. */
interface Erasable {
  taskIds: string[];
  lastId: string | null;
}

/** Reads of the tasks collection, erasure and removal of its rows; no rights are checked here. */
export class TaskStore {
  private readonly used: SharedReads<string, boolean>;

  constructor(private readonly model: TaskModel) {
    this.used = new SharedReads((taskIds) => this.readUsed(taskIds));
  }

  /** The live tasks of a project. */
  async ofProject(projectId: string): Promise<StoredTask[]> {
    const found = await this.model.find({ projectId, deletedAt: null }).lean();
    return toStoredTasks(found);
  }

  /** The ids of tasks that were moved to a project: by its own rows, and for older ones by those of where they were. */
  async arrivedIn(projectId: string): Promise<string[]> {
    const either = [{ arrivedIn: projectId }, { movedTo: projectId }];
    const found = await Promise.all(
      either.map((filter) => this.model.find(filter, { _id: 0, taskId: 1 }).lean()),
    );
    return found.flat().map(({ taskId }) => taskId);
  }

  /** The projects that a task is or was in. */
  async projectsOf(taskId: string): Promise<string[]> {
    const rows = await this.model.find({ taskId }, { _id: 0, projectId: 1 }).lean();
    return rows.map(({ projectId }) => projectId);
  }

  /** The row where a task lives, or the latest one that it left. */
  async find(taskId: string): Promise<TaskRow | null> {
    const rows = await this.model.find({ taskId }).lean();
    const row = currentOf(rows);
    return row && toTaskRow(row);
  }

  /** The summaries of many tasks, by id; unknown ones are left out. */
  async summaries(taskIds: readonly string[]): Promise<Map<string, TaskSummary>> {
    if (taskIds.length === 0) return new Map();
    const found = await this.model
      .find({ taskId: trusted({ $in: [...new Set(taskIds)] }) }, GLANCE)
      .lean<GlanceDocument[]>();
    const byTask = new Map<string, GlanceDocument[]>();
    for (const row of found) byTask.set(row.taskId, [...(byTask.get(row.taskId) ?? []), row]);
    return new Map(
      [...byTask].flatMap(([taskId, rows]) => {
        const row = currentOf(rows);
        return row ? [[taskId, { task: row, deletedAt: row.deletedAt ?? null }] as const] : [];
      }),
    );
  }

  /** Unfinished assigned tasks that are due in this range, both ends inclusive: YYYY-MM-DD. */
  async dueBetween(from: string, to: string): Promise<StoredTask[]> {
    const found = await this.model
      .find({
        dueDate: trusted({ $gte: from, $lte: to }),
        deletedAt: null,
        state: trusted({ $nin: [...finishedStates] }),
      })
      .lean();
    return toStoredTasks(found.filter(({ assignees }) => assignees.length > 0));
  }

  /** The tasks of a project deleted since, latest first, without those that moved away. */
  async deletedSince(projectId: string, since: Date, limit: number): Promise<TaskRow[]> {
    const found = await this.model
      .find({ projectId, deletedAt: trusted({ $gt: since }), movedTo: null })
      .sort({ deletedAt: -1, _id: 1 })
      .limit(limit)
      .lean();
    return found.map(toTaskRow);
  }

  /** Tasks of a project as they were last there, deleted and moved ones too; unknown ids are left out. */
  async lastSeen(projectId: string, taskIds: readonly string[]): Promise<LastSeenTask[]> {
    const found = await this.model.collection
      .find(
        { projectId, _id: { $in: taskIds.map((taskId) => rowId(projectId, taskId)) as never[] } },
        { projection: { _id: 0, taskId: 1, title: 1, visibility: 1, assignees: 1, createdBy: 1 } },
      )
      .toArray();
    return found.map(({ taskId, ...rest }) => ({ ...rest, id: taskId }) as unknown as LastSeenTask);
  }

  /** True for a task id that any row has; simultaneous calls share a query. */
  exists(taskId: string): Promise<boolean> {
    return this.used.read(taskId);
  }

  private async readUsed(taskIds: readonly string[]): Promise<boolean[]> {
    const rows = await this.model.collection
      .find({ taskId: { $in: [...taskIds] } }, { projection: { _id: 0, taskId: 1 } })
      .toArray();
    const used = new Set(rows.map((row) => row.taskId as string));
    return taskIds.map((taskId) => used.has(taskId));
  }

  /** The live tasks of these projects that a user is assigned to. */
  async assignedTo(userId: string, projectIds: readonly string[]): Promise<StoredTask[]> {
    const found = await this.model
      .find({ assignees: userId, projectId: trusted({ $in: [...projectIds] }), deletedAt: null })
      .lean();
    return toStoredTasks(found);
  }

  /** The live tasks of these columns, one after the other: many boards need not be in memory together. */
  async *inColumns(
    projectIds: readonly string[],
    states: readonly TaskState[],
  ): AsyncGenerator<PlacedTask, void> {
    const columns = { projectId: { $in: [...projectIds] }, state: { $in: [...states] }, deletedAt: null };
    const found = this.model.collection.find(columns, { projection: PLACING, batchSize: CARDS_AT_ONCE });
    for await (const { taskId, ...row } of found) yield { ...row, id: taskId } as unknown as PlacedTask;
  }

  /** Tasks that have left a project and not arrived in another yet. */
  async unfinishedMoves(): Promise<Array<{ projectId: string; moving: number }>> {
    // Matches any version: the index serves a range, but not everywhere the mere existence of a field.
    const found = await this.model
      .find({ moving: trusted({ $gt: 0 }) }, { _id: 0, projectId: 1, moving: 1 })
      .lean();
    return found.map(({ projectId, moving = 0 }) => ({ projectId, moving }));
  }

  /** The tasks among them that have left this project. */
  async movingFrom(projectId: string): Promise<string[]> {
    const found = await this.model
      .find({ projectId, moving: trusted({ $gt: 0 }) }, { _id: 0, taskId: 1 })
      .lean();
    return found.map(({ taskId }) => taskId);
  }

  /** True until the task that left its project by the op of version `v` has arrived. */
  async isMoving(projectId: string, taskId: string, v: number): Promise<boolean> {
    const row = { _id: rowId(projectId, taskId), projectId };
    return (await this.model.exists({ ...row, moving: v })) !== null;
  }

  /** The task that left its project by the op of version `v` has arrived. */
  async finishMove(projectId: string, taskId: string, v: number): Promise<void> {
    const row = { _id: rowId(projectId, taskId), projectId };
    await this.model.updateOne({ ...row, moving: v }, { $unset: { moving: 1 } });
  }

  /**
   * Tasks whose last row was deleted before a time and that live nowhere, with their texts still there (R24), and the
   * projects that they were in. A moved task whose new project is deleted is deleted with it.
   */
  async erasable(before: Date, limit: number, afterId: string): Promise<Erasable> {
    const page = await this.model
      .find(
        { _id: trusted({ $gt: afterId }), deletedAt: trusted({ $lt: before }), erasedAt: null },
        { taskId: 1 },
      )
      .sort({ _id: 1 })
      .limit(limit)
      // Else a database may go through all tasks in the order of their ids: few of them are deleted.
      .hint(DELETED_INDEX)
      .lean();
    const taskIds = [...new Set(page.map(({ taskId }) => taskId))];
    if (taskIds.length === 0) return { taskIds, lastId: null };
    const rows = await this.model
      .find({ taskId: trusted({ $in: taskIds }) }, { taskId: 1, deletedAt: 1, moving: 1 })
      .lean();
    const kept = new Set(
      rows.flatMap(({ taskId, deletedAt, moving }) =>
        moving !== undefined || !deletedAt || deletedAt >= before ? taskId : [],
      ),
    );
    return { taskIds: taskIds.filter((id) => !kept.has(id)), lastId: page.at(-1)?._id ?? null };
  }

  /** The tasks of a project, including deleted ones, without those that moved away. */
  async idsOf(projectId: string): Promise<string[]> {
    const rows = await this.model.find({ projectId, movedTo: null }, { taskId: 1 }).lean();
    return rows.map(({ taskId }) => taskId);
  }

  /** Rewrites the rows of a task that lives nowhere, and marks its texts as erased. */
  async erase(taskId: string, change: <Value>(value: Value) => Value, now: Date): Promise<void> {
    for (const row of await this.model.find({ taskId }).lean()) {
      const { _id, ...values } = row;
      await this.model.collection.updateOne(
        { _id: _id as never, projectId: row.projectId, deletedAt: { $lt: now } },
        { $set: { ...change(values), erasedAt: now } },
      );
    }
  }

  /** All but tasks on their way to another project. */
  async removeAllOfProject(projectId: string): Promise<void> {
    await deleteInParts(rowsOf(this.model), { projectId, moving: { $exists: false } });
  }
}
