import { labelsAgain } from '@livelane/shared/boards/op.tasks';
import { BULK_MAX, LABELS_MAX } from '@livelane/shared/http/limits';
import { eachByItself } from '../../database/database-away';
import { isNotFound } from '../../http/errors';
import { derivedId } from '../../oplog/derived-id';
import { fingerprintOf } from '../../oplog/fingerprint';
import type { Oplog } from '../../oplog/oplog';
import type { ReplicaCache } from '../boards/replica.cache';
import type { LeftOver } from '../members/sweep.service';
import type { ProjectStore } from '../projects/project.store';
import { differences, patched } from '../tasks/task.ops';
import type { LabelDocument, LabelReturn } from './label.model';
import type { LabelRemoval } from './label.removal';
import type { LabelStore } from './label.store';

/** Removals that are read from a project's log at once. */
const REMOVALS_AT_ONCE = 100;

interface Dependencies {
  oplog: Oplog;
  replicas: ReplicaCache;
  projects: ProjectStore;
  labels: LabelStore;
  removal: LabelRemoval;
}

/**
 * Gives restored labels back to the cards that lost them, which the log names: the old values of each
 * `label.removed`. Keys that follow from the return's id make a repetition harmless (R7).
 */
export class LabelRestoring {
  constructor(private readonly deps: Dependencies) {}

  /** Does nothing for a label whose return is done: its cards may have changed since. */
  async finish(label: LabelDocument): Promise<void> {
    const { projects, labels, removal } = this.deps;
    const { _id: labelId, workspaceId, returning } = label;
    if (!returning?.at) return;
    const projectIds = await projects.idsInWorkspace(workspaceId);
    const lost = new Map<string, string[]>();
    for (const projectId of projectIds)
      for (const [taskId, before] of await this.lostIn(projectId, labelId, returning))
        lost.set(taskId, before);
    await eachByItself(projectIds, async (projectId) => {
      try {
        await this.giveBack(projectId, labelId, returning, lost);
      } catch (error) {
        // A project may have been deleted meanwhile.
        if (!isNotFound(error)) throw error;
      }
      // The label may have been removed meanwhile, too.
      await removal.recheck(projectId, [labelId]);
    });
    await labels.returned(labelId, returning);
  }

  /** The work of processes that died. */
  async leftOver(before: Date): Promise<LeftOver[]> {
    const found = await this.deps.labels.leftReturning(before);
    return found.map((label) => ({ about: { labelId: label._id }, finish: () => this.finish(label) }));
  }

  /** The labels that each card had when it lost this one, by the card's id. */
  private async lostIn(
    projectId: string,
    labelId: string,
    { removedAt }: LabelReturn,
  ): Promise<Map<string, string[]>> {
    const since = removedAt.toISOString();
    const lost = new Map<string, string[]>();
    for (let beforeV = Number.MAX_SAFE_INTEGER; ; ) {
      const filter = { beforeV, afterV: 0, types: ['label.removed' as const] };
      const ops = await this.deps.oplog.latest(projectId, filter, REMOVALS_AT_ONCE);
      for (const op of ops) {
        if (op.type !== 'label.removed' || op.patch.labelId !== labelId || op.at < since) continue;
        const { labels } = op.before as { labels: Record<string, string[]> };
        for (const [taskId, before] of Object.entries(labels)) lost.set(taskId, before);
      }
      const oldest = ops.at(-1);
      if (!oldest || ops.length < REMOVALS_AT_ONCE || oldest.at < since) return lost;
      beforeV = oldest.v;
    }
  }

  /** A card may be in another project by now. */
  private async giveBack(
    projectId: string,
    labelId: string,
    { id: returnId, by, into }: LabelReturn,
    lost: ReadonlyMap<string, string[]>,
  ): Promise<void> {
    const { oplog, replicas } = this.deps;
    const board = await replicas.current(projectId);
    const taskIds = [...lost.keys()].filter((taskId) => board.get(taskId));
    while (taskIds.length > 0) {
      const outcomes = await oplog.commitTogether(
        taskIds.splice(0, BULK_MAX).map((taskId) => ({
          projectId,
          actorId: by,
          mutationId: derivedId(returnId, taskId),
          bulkId: returnId,
          fingerprint: fingerprintOf('label.restore', { labelId, taskId }),
          prepare: async (context) => {
            const task = (await replicas.forCommit(context)).get(taskId);
            if (!task) return null;
            const labels = labelsAgain(task.labels, lost.get(taskId) ?? [], labelId, into ?? null);
            const patch = differences(task, { labels });
            const isChange = Object.keys(patch).length > 0 && labels.length <= LABELS_MAX;
            return isChange ? patched(task, patch, context).op : null;
          },
        })),
        oplog.rightsVersion,
      );
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    }
  }
}
