import { RESTORE_MS } from '@livelane/shared/http/limits';
import type { OpUpkeep } from '../../oplog/op.upkeep';
import type { Oplog } from '../../oplog/oplog';
import type { CommentStore } from '../comments/comment.store';
import type { TaskStore } from '../tasks/task.store';
import type { CheckpointStore } from './checkpoint.store';
import type { PastBoards } from './past-boards';
import { withoutTexts } from './redaction';

/** Tasks or comments per batch. */
const BATCH = 100;
/** Nodes' clocks differ: nothing is erased that one of them may still restore. */
const GRACE_MS = 60_000;

/** Other features that store texts of a task or of its comments. */
interface TextKeeper {
  erase(what: { taskId: string; commentId?: string }): Promise<void>;
}

interface Dependencies {
  oplog: Oplog;
  upkeep: OpUpkeep;
  tasks: TaskStore;
  comments: CommentStore;
  checkpoints: CheckpointStore;
  pastBoards: PastBoards;
  others: readonly TextKeeper[];
}

/**
 * R24: 30 days after a task or comment was deleted its texts are gone from rows, log, checkpoints and notifications.
 * Each step is harmless to repeat, and the row, which shows that work is left, comes last: a process that dies leaves
 * the rest to the next run.
 */
export class Erasure {
  constructor(private readonly deps: Dependencies) {}

  /** @param goOn called before each task or comment; false ends the run */
  async run(now: Date, goOn: () => Promise<boolean>): Promise<void> {
    // Deletions are read from rows.
    await this.deps.oplog.rowsCaughtUp();
    const before = new Date(now.getTime() - RESTORE_MS - GRACE_MS);
    await this.eraseComments(before, goOn);
    await this.eraseTasks(before, now, goOn);
  }

  private async eraseComments(before: Date, goOn: () => Promise<boolean>): Promise<void> {
    const { comments, upkeep, others } = this.deps;
    for (;;) {
      const found = await comments.erasable(before, BATCH);
      for (const { id: commentId, taskId } of found) {
        if (!(await goOn())) return;
        await upkeep.rewrite({ taskId, commentId }, withoutTexts);
        for (const other of others) await other.erase({ taskId, commentId });
        await comments.erase({ commentId });
      }
      if (found.length < BATCH) return;
    }
  }

  private async eraseTasks(before: Date, now: Date, goOn: () => Promise<boolean>): Promise<void> {
    const { tasks, comments, upkeep, others } = this.deps;
    for (let lastId: string | null = ''; lastId !== null; ) {
      const page = await tasks.erasable(before, BATCH, lastId);
      const byProject = new Map<string, Set<string>>();
      for (const taskId of page.taskIds) {
        if (!(await goOn())) return;
        for (const projectId of await upkeep.rewrite({ taskId }, withoutTexts))
          byProject.set(projectId, (byProject.get(projectId) ?? new Set()).add(taskId));
      }
      for (const [projectId, taskIds] of byProject) {
        if (!(await goOn())) return;
        await this.eraseInCheckpoints(projectId, taskIds);
      }
      for (const taskId of page.taskIds) {
        for (const other of others) await other.erase({ taskId });
        await comments.erase({ taskId });
        await tasks.erase(taskId, withoutTexts, now);
      }
      lastId = page.lastId;
    }
  }

  private async eraseInCheckpoints(projectId: string, taskIds: ReadonlySet<string>): Promise<void> {
    const { checkpoints, pastBoards, upkeep } = this.deps;
    // A checkpoint that is being written may have read the log before.
    await pastBoards.bringUpToDate(projectId);
    await checkpoints.rewrite(projectId, taskIds, withoutTexts);
    // Tells nodes that have read a checkpoint meanwhile, or are writing one from older ops.
    await upkeep.markErased(projectId);
    await checkpoints.rewrite(projectId, taskIds, withoutTexts);
  }
}
