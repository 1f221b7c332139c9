import {
  type ColumnSettings,
  type ColumnsSettings,
  columnSettings,
} from '@livelane/shared/boards/column.settings';
import { applyOp, withColumn } from '@livelane/shared/boards/fold';
import { compareRanked } from '@livelane/shared/rank/rank';
import { fieldNames, fieldRules, type StoredTask } from '@livelane/shared/tasks/task.fields';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import type { StoredOp } from '../../oplog/op.types';
import { lowerBound } from './patched-column';

/** Bytes of an empty board, and of a card without its texts and ids: measured and rounded up. */
const BOARD_BYTES = 50_000;
const CARD_BYTES = 1_000;
const ID_BYTES = 64;
/** An item of a checklist without its text. */
const ITEM_BYTES = 200;

const SIZED = ['line', 'text', 'ids', 'checklist'];
const sizedFields = fieldNames.filter((name) => SIZED.includes(fieldRules(name).type.is));

/** The memory of a card, in bytes. Texts count two bytes a character, which some of them take. */
export function weigh(task: StoredTask): number {
  let bytes = CARD_BYTES;
  for (const name of sizedFields) {
    const value = task[name];
    if (typeof value === 'string') bytes += 2 * value.length;
    else if (Array.isArray(value))
      for (const part of value)
        bytes += typeof part === 'string' ? ID_BYTES : ITEM_BYTES + 2 * part.text.length;
  }
  return bytes;
}

/**
 * One project's board in memory, at one version of one epoch: the fold of its ops. Commits compute
 * from it and reads are served from it, so neither grows with the number of cards in the database.
 */
export class BoardReplica {
  private readonly tasks = new Map<string, StoredTask>();
  /** Per state, in board order. */
  private readonly columns = new Map<TaskState, StoredTask[]>(taskStates.map((state) => [state, []]));
  private readonly hidden = new Map<string, StoredTask>();
  private readonly arrived: Set<string>;
  private taskBytes = 0;

  constructor(
    readonly projectId: string,
    readonly epoch: string,
    private version: number,
    tasks: Iterable<StoredTask>,
    private settings: ColumnsSettings = {},
    private latestMemberV = 0,
    arrived: Iterable<string> = [],
  ) {
    this.arrived = new Set(arrived);
    for (const task of tasks) {
      this.tasks.set(task.id, task);
      this.taskBytes += weigh(task);
      this.column(task.state).push(task);
      if (task.visibility === 'PRIVATE') this.hidden.set(task.id, task);
    }
    for (const column of this.columns.values()) column.sort(compareRanked);
  }

  get v(): number {
    return this.version;
  }

  get size(): number {
    return this.tasks.size;
  }

  /** The least version of the members: a roster that was read before the board may be older. */
  get membersV(): number {
    return this.latestMemberV;
  }

  /** The board's memory, in bytes, by estimate. */
  get weight(): number {
    return BOARD_BYTES + this.taskBytes;
  }

  /** True when everyone who may see the board sees the same cards. */
  get allPublic(): boolean {
    return this.hidden.size === 0;
  }

  get(taskId: string): StoredTask | undefined {
    return this.tasks.get(taskId);
  }

  /** True for a task that came from another project, also when it has left again. */
  hasArrived(taskId: string): boolean {
    return this.arrived.has(taskId);
  }

  /** The PRIVATE tasks. */
  privateTasks(): Iterable<StoredTask> {
    return this.hidden.values();
  }

  /** The project's settings of a column. */
  settingsOf(state: TaskState): ColumnSettings {
    return columnSettings(this.settings, state);
  }

  all(): Iterable<StoredTask> {
    return this.tasks.values();
  }

  /** The cards of a column in order. */
  column(state: TaskState): StoredTask[] {
    const column = this.columns.get(state);
    if (!column) throw new Error(`no column ${state}`);
    return column;
  }

  /** The place that a card with this rank has or would have in its column, from 0. */
  placeOf(task: StoredTask): number {
    return lowerBound(this.column(task.state), task);
  }

  /** The place of a card in its column, from 0; -1 for one that is not there. */
  indexOf(task: StoredTask): number {
    const index = this.placeOf(task);
    return this.column(task.state)[index]?.id === task.id ? index : -1;
  }

  /** Applies the next op. @throws Error when ops are missing in between */
  apply(op: StoredOp): void {
    if (op.v <= this.version) return;
    if (op.v !== this.version + 1) throw new Error(`op ${op.v} cannot follow version ${this.version}`);
    for (const [taskId, task] of applyOp((id) => this.tasks.get(id), op)) this.set(taskId, task);
    this.settings = withColumn(this.settings, op);
    this.version = op.v;
    if (op.type.startsWith('member.')) this.latestMemberV = op.v;
    if (op.type === 'task.created' && op.effect?.movedFrom) this.arrived.add(op.taskId);
  }

  private set(taskId: string, task: StoredTask | null): void {
    const old = this.tasks.get(taskId);
    if (old) {
      const index = this.indexOf(old);
      if (index >= 0) this.column(old.state).splice(index, 1);
      this.hidden.delete(taskId);
      this.taskBytes -= weigh(old);
    }
    if (!task) {
      this.tasks.delete(taskId);
      return;
    }
    this.tasks.set(taskId, task);
    this.taskBytes += weigh(task);
    const column = this.column(task.state);
    column.splice(lowerBound(column, task), 0, task);
    if (task.visibility === 'PRIVATE') this.hidden.set(taskId, task);
  }
}
