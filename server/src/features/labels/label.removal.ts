import { randomUUID } from 'node:crypto';
import { withoutLabel } from '@livelane/shared/boards/op.tasks';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { taskStates } from '@livelane/shared/tasks/task.values';
import { eachByItself } from '../../database/database-away';
import { isNotFound } from '../../http/errors';
import { fingerprintOf } from '../../oplog/fingerprint';
import type { Oplog } from '../../oplog/oplog';
import type { BoardView } from '../boards/board.draft';
import type { ReplicaCache } from '../boards/replica.cache';
import type { LeftOver } from '../members/sweep.service';
import type { ProjectStore } from '../projects/project.store';
import { hiddenEffect } from '../tasks/task.ops';
import type { LabelDocument } from './label.model';
import type { LabelReferences } from './label.references';
import type { LabelStore } from './label.store';

/** Cards that one op takes a label from: its size stays far below a document's limit. */
const CARDS_PER_OP = 1_000;

interface Dependencies {
  oplog: Oplog;
  replicas: ReplicaCache;
  projects: ProjectStore;
  labels: LabelStore;
  references: Pick<LabelReferences, 'resolved' | 'isInCycle'>;
}

/**
 * Removes labels from cards. The label's row first says that it is removed, and into which it merges; each project with
 * such cards then gets its `label.removed`, which is computed from the board at that version: a repetition finds
 * nothing left to do. A label that was restored meanwhile stays where it is.
 */
export class LabelRemoval {
  constructor(private readonly deps: Dependencies) {}

  async finish(label: LabelDocument): Promise<void> {
    const projectIds = await this.deps.projects.idsInWorkspace(label.workspaceId);
    await eachByItself(projectIds, (projectId) => this.takeFromCards(projectId, label));
    await this.deps.labels.offCards(label);
  }

  /** The work of processes that died. */
  async leftOver(before: Date): Promise<LeftOver[]> {
    const found = await this.deps.labels.leftOnCards(before);
    return found.map((label) => ({ about: { labelId: label._id }, finish: () => this.finish(label) }));
  }

  /** A card got these labels while they may have been removed: the removal may not have seen it. */
  async recheck(projectId: string, labelIds: readonly string[]): Promise<void> {
    for (const label of (await this.deps.labels.find(labelIds)).values())
      if (label.removedAt) await this.takeFromCards(projectId, label);
  }

  private async takeFromCards(projectId: string, label: LabelDocument): Promise<void> {
    const { _id: labelId, into: target, removedBy = '' } = label;
    const { labels: store } = this.deps;
    // The target may have been removed since, and have left the cards already.
    const [into = null] = target === undefined ? [] : await this.deps.references.resolved([target]);
    // The cards keep it until one of the two lives again.
    if (target !== undefined && into === null && (await this.deps.references.isInCycle(labelId)))
      throw new Error('a label is being merged into another one and the other way round');
    let isChanged = false;
    try {
      for (let isDone = false; !isDone; ) {
        const { op } = await this.deps.oplog.commit({
          projectId,
          actorId: removedBy,
          mutationId: randomUUID(),
          fingerprint: fingerprintOf('label.remove', { labelId }),
          prepare: async (context) => {
            if (!(await store.isStillRemoved(label))) return null;
            const cards = cardsWith(await this.deps.replicas.forCommit(context), labelId);
            if (cards.length === 0) return null;
            const labels = Object.fromEntries(
              cards.map((card) => [card.id, withoutLabel(card.labels, labelId, into)]),
            );
            const before = { labels: Object.fromEntries(cards.map((card) => [card.id, card.labels])) };
            const effect = { ...hiddenEffect(cards), labels };
            return {
              type: 'label.removed',
              patch: { labelId, into, tasks: Object.keys(labels) },
              before,
              effect,
            };
          },
        });
        // Restored since that look, it may have been given back before this op was there.
        if (op) await store.returnAgain(labelId);
        isDone = op === null;
        isChanged ||= !isDone;
      }
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    if (isChanged && into !== null) await this.recheck(projectId, [into]);
  }
}

function cardsWith(board: BoardView, labelId: string): StoredTask[] {
  const found: StoredTask[] = [];
  for (const state of taskStates) {
    const column = board.column(state);
    for (let index = 0; index < column.length && found.length < CARDS_PER_OP; index++) {
      const card = column.at(index);
      if (card?.labels.includes(labelId)) found.push(card);
    }
  }
  return found;
}
