import { createHash } from 'node:crypto';
import type { OpSeen, TaskSeen } from './history';

type Patch = Record<string, unknown> & { ranks?: Record<string, string> };

/** A task before and after one op; null where it is not there. */
export interface Step {
  op: OpSeen;
  before: TaskSeen | null;
  after: TaskSeen | null;
}

/**
 * One board at every version, by the rules of SPEC.md#log alone. It shares no code with what it judges: a fault in the
 * product's own fold must not be repeated here.
 */
export class BoardPast {
  /** Each task as it was from a version on. */
  private readonly tasks = new Map<string, { v: number; task: TaskSeen | null }[]>();
  /** By version; the first one is at 1. */
  readonly steps = new Map<number, Step>();
  /** Ops that do what cannot be done, such as changing a task that is not there. */
  readonly faults: string[] = [];

  /** @param log versions 1 to the head, whole */
  constructor(readonly log: readonly OpSeen[]) {
    for (const op of log) this.apply(op);
  }

  get head(): number {
    return this.log.length;
  }

  /** The task as it was at that version; null where it was not there. */
  task(taskId: string, v: number): TaskSeen | null {
    return this.tasks.get(taskId)?.findLast((state) => state.v <= v)?.task ?? null;
  }

  /** All tasks at that version. */
  at(v: number): TaskSeen[] {
    return [...this.tasks.keys()].flatMap((taskId) => this.task(taskId, v) ?? []);
  }

  /** Versions at which this task changed, rising. */
  changes(taskId: string): number[] {
    return (this.tasks.get(taskId) ?? []).map(({ v }) => v);
  }

  /** SPEC.md#push: hex SHA-256 of the lines `id:rev` of the PUBLIC tasks, sorted, joined by a line feed. */
  hash(v: number): string {
    const lines = this.at(v).flatMap(({ id, rev, visibility }) =>
      visibility === 'PUBLIC' ? [`${id}:${rev}`] : [],
    );
    return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
  }

  private apply(op: OpSeen): void {
    const { taskId = '', v, type } = op;
    const before = this.task(taskId, v);
    const patch = (op.patch ?? {}) as Patch;
    const set = (changed: Partial<TaskSeen>): TaskSeen | null => {
      if (before) return { ...before, ...changed, rev: v, updatedAt: op.at ?? '' };
      this.faults.push(`version ${v} (${type}) changes ${taskId}, which is not on the board`);
      return null;
    };
    let after: TaskSeen | null = null;
    switch (type) {
      case 'task.created':
      case 'task.restored':
        if (before) this.faults.push(`version ${v} (${type}) brings ${taskId}, which is on the board`);
        after = patch as unknown as TaskSeen;
        if (after.rev !== v)
          this.faults.push(`version ${v} (${type}) brings ${taskId} with rev ${after.rev}`);
        break;
      case 'task.patched':
      case 'task.moved':
        after = set(patch as Partial<TaskSeen>);
        break;
      case 'task.deleted':
        if (!before) this.faults.push(`version ${v} deletes ${taskId}, which is not on the board`);
        break;
      case 'comment.added':
      case 'comment.restored':
        after = set({ numOfComments: (before?.numOfComments ?? 0) + 1 });
        break;
      case 'comment.edited':
        after = set({});
        break;
      case 'comment.deleted':
        after = set({ numOfComments: (before?.numOfComments ?? 0) - 1 });
        break;
      case 'column.rebalanced':
        for (const [id, rank] of Object.entries(patch.ranks ?? {})) {
          const task = this.task(id, v);
          if (task) this.put(id, v, { ...task, rank, rev: v, updatedAt: op.at ?? '' });
        }
        return;
      case 'member.added':
        return;
      default:
        this.faults.push(`version ${v} is of the type ${type}, which nobody asked for`);
        return;
    }
    this.put(taskId, v, after);
    this.steps.set(v, { op, before, after });
  }

  private put(taskId: string, v: number, task: TaskSeen | null): void {
    const states = this.tasks.get(taskId);
    if (states) states.push({ v, task });
    else this.tasks.set(taskId, [{ v, task }]);
  }
}
