import type { ColumnSettings } from '@livelane/shared/boards/column.settings';
import { applyOp } from '@livelane/shared/boards/fold';
import type { Op } from '@livelane/shared/boards/op.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { BoardReplica } from './board.replica';
import { type CardColumn, PatchedColumn } from './patched-column';

/** A board as commits compute from it: one version, read only. */
export interface BoardView {
  readonly v: number;
  /** How many cards there are. */
  readonly size: number;
  get(taskId: string): StoredTask | undefined;
  /** True for a task that has come from another project. */
  hasArrived(taskId: string): boolean;
  /** The cards of a column in order. */
  column(state: TaskState): CardColumn;
  /** The place that a card with this rank has or would have in its column, from 0. */
  placeOf(task: StoredTask): number;
  /** The place of a card in its column, from 0; -1 for one that is not there. */
  indexOf(task: StoredTask): number;
  /** The PRIVATE tasks, in no order. */
  privateTasks(): Iterable<StoredTask>;
  /** The project's settings of a column. */
  settingsOf(state: TaskState): ColumnSettings;
}

/**
 * A board with ops on top that are not committed yet: the later commits of a batch compute from it.
 * The replica below does not change, so no reader sees ops that may never be committed.
 */
export class BoardDraft implements BoardView {
  private readonly changed = new Map<string, StoredTask | null>();
  private readonly columns = new Map<TaskState, PatchedColumn>();
  private version: number;

  constructor(private readonly base: BoardReplica) {
    this.version = base.v;
  }

  get v(): number {
    return this.version;
  }

  get size(): number {
    let size = this.base.size;
    for (const [id, task] of this.changed)
      size += Number(task !== null) - Number(this.base.get(id) !== undefined);
    return size;
  }

  get(taskId: string): StoredTask | undefined {
    const changed = this.changed.get(taskId);
    return changed === null ? undefined : (changed ?? this.base.get(taskId));
  }

  /** Arrivals are committed in a batch of their own. */
  hasArrived(taskId: string): boolean {
    return this.base.hasArrived(taskId);
  }

  column(state: TaskState): CardColumn {
    return this.columns.get(state) ?? this.base.column(state);
  }

  placeOf(task: StoredTask): number {
    return this.columns.get(task.state)?.placeOf(task) ?? this.base.placeOf(task);
  }

  indexOf(task: StoredTask): number {
    const index = this.placeOf(task);
    return this.column(task.state).at(index)?.id === task.id ? index : -1;
  }

  *privateTasks(): Iterable<StoredTask> {
    for (const task of this.base.privateTasks()) if (!this.changed.has(task.id)) yield task;
    for (const task of this.changed.values()) if (task?.visibility === 'PRIVATE') yield task;
  }

  /** Changes of columns are committed in a batch of their own. */
  settingsOf(state: TaskState): ColumnSettings {
    return this.base.settingsOf(state);
  }

  /** Applies the next op. */
  apply(op: Op): void {
    for (const [taskId, task] of applyOp((id) => this.get(id), op)) {
      const old = this.get(taskId);
      if (old) this.patched(old.state).remove(old);
      if (task) this.patched(task.state).add(task);
      this.changed.set(taskId, task);
    }
    this.version = op.v;
  }

  private patched(state: TaskState): PatchedColumn {
    const known = this.columns.get(state);
    if (known) return known;
    const column = new PatchedColumn(this.base.column(state));
    this.columns.set(state, column);
    return column;
  }
}
