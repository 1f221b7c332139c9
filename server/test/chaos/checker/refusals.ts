import type { BoardPast } from './board-past';
import type { History, OpSeen, Write } from './history';

/** Refusals that other people's writes explain, whatever these were. */
const EXPLAINED = new Set(['not_found', 'edit_conflict', 'stale_move', 'task_deleted', 'comment_deleted']);
/** What a member deleted themselves they may restore for an hour, which clocks that jump make shorter. */
const OWN_RESTORE_MS = 40 * 60_000;

/** Whether what other people did explains that a write was refused. */
export class Refusals {
  /** When each write was first sent, and when it was acknowledged. */
  private readonly times = new Map<string, { from: number; to: number }>();
  private readonly owners: ReadonlySet<string>;

  constructor(
    { run, writes }: History,
    private readonly pasts: ReadonlyMap<string, BoardPast>,
  ) {
    this.owners = new Set(run.people.flatMap(({ userId, isOwner }) => (isOwner ? [userId] : [])));
    for (const { key, at: from, end } of writes)
      this.times.set(key, { from, to: end?.outcome === 'ok' ? end.at : Number.POSITIVE_INFINITY });
  }

  isExplained(write: Write): boolean {
    const code = write.end?.code ?? '';
    return EXPLAINED.has(code) || (code === 'forbidden' && this.isNotTheirs(write));
  }

  /** A member asks to restore a task that someone else may have been the latest to delete when that was decided. */
  private isNotTheirs({ method, path, userId, at: from, end }: Write): boolean {
    const [, taskId = ''] = /^\/tasks\/([^/]+)\/restore$/.exec(path) ?? [];
    if (method !== 'POST' || this.owners.has(userId)) return false;
    const to = end?.at ?? 0;
    return [...this.pasts.values()].some((past) =>
      past.changes(taskId).some((v) => {
        const op = past.steps.get(v)?.op;
        if (op?.type !== 'task.deleted' || op.patch?.movedTo !== undefined) return false;
        const deleted = this.timesOf(op).from;
        const isOwn = op.actorId === userId && to - deleted < OWN_RESTORE_MS;
        return !isOwn && deleted < to && !this.isBack(past, taskId, v, from);
      }),
    );
  }

  /** A task that was deleted at `v` was there again for everyone who asked from then on: later versions had been acknowledged. */
  private isBack(past: BoardPast, taskId: string, v: number, from: number): boolean {
    const back = past.changes(taskId).find((later) => later > v);
    return back !== undefined && past.log.slice(back - 1).some((op) => this.timesOf(op).to < from);
  }

  /** A write that nobody sent, such as an arrival, may have come at any time. */
  private timesOf({ mutationId = '' }: OpSeen): { from: number; to: number } {
    return this.times.get(mutationId) ?? { from: 0, to: Number.POSITIVE_INFINITY };
  }
}
