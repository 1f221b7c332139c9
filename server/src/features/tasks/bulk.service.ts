import type { ErrorCode } from '@livelane/shared/http/error.codes';
import type { BulkAnswer, BulkResult, bulkSchema } from '@livelane/shared/tasks/bulk.schema';
import { storedFields } from '@livelane/shared/tasks/task.conversions';
import {
  bulkIdFields,
  bulkValueFields,
  inputNameOf,
  type TaskPatch,
} from '@livelane/shared/tasks/task.fields';
import type { StoredTask, Task } from '@livelane/shared/tasks/task.schema';
import type * as z from 'zod/mini';
import type { Audit } from '../../http/audit';
import { AppError } from '../../http/errors';
import type { CommitContext, Prepared } from '../../oplog/commit.types';
import { derivedId } from '../../oplog/derived-id';
import { fingerprintOf } from '../../oplog/fingerprint';
import type { Oplog } from '../../oplog/oplog';
import type { ReplicaCache } from '../boards/replica.cache';
import type { LabelRemoval } from '../labels/label.removal';
import type { AccessService } from '../members/access.service';
import type { TaskAnswers } from './task.answers';
import {
  type CurrentTask,
  labelsGivenBy,
  type Mutation,
  type TaskCommit,
  type TaskCommits,
} from './task.commits';
import { assertNotMovedByOthers, withinMax } from './task.history';
import { answered, deleted, differences, moved, patched, presentTask, type TaskChange } from './task.ops';
import type { TaskReferences } from './task.references';
import type { TaskRestoring } from './task.restoring';
import type { TaskStore } from './task.store';
import { canSee, type Viewer } from './task.visibility';
import { assertRoom } from './wip-limit';

type Bulk = z.output<typeof bulkSchema>;
type Change = Bulk['changes'][number];

interface Dependencies {
  access: AccessService;
  oplog: Oplog;
  replicas: ReplicaCache;
  references: TaskReferences;
  restoring: TaskRestoring;
  commits: TaskCommits;
  answers: TaskAnswers;
  store: TaskStore;
  removal: LabelRemoval;
  audit: Audit;
}

/** Changes of many cards of one project: one op each, one insert, one push (SPEC.md#bulk). */
export class BulkService {
  constructor(private readonly deps: Dependencies) {}

  /** @throws AppError `not_found`, `forbidden`, `idempotency_key_reused`; a card's refusal is in its result */
  async change(
    { userId, mutationId }: Pick<Mutation, 'userId' | 'mutationId'>,
    bulk: Bulk,
  ): Promise<BulkAnswer> {
    const { access, oplog } = this.deps;
    const { projectId, changes } = bulk;
    const authorise = async (): Promise<Viewer> => {
      const { role } = await access.requireProject(userId, projectId, 'task.edit');
      return { userId, role };
    };
    const rightsSeen = oplog.rightsVersion;
    let viewer = await authorise();
    const fingerprint = fingerprintOf('bulk', { projectId, changes: changes.map(asAsked) });
    const asked = { projectId, actorId: userId, mutationId, fingerprint };
    const kept = await oplog.keptAnswer<BulkAnswer>(asked);
    if (kept) return { ...kept, replayed: true };
    const committed = await oplog.commitTogether<Task>(
      changes.map((change) => ({
        projectId,
        actorId: userId,
        mutationId: derivedId(mutationId, change.taskId),
        fingerprint,
        recall: this.deps.answers.recall,
        bulkId: mutationId,
        authorise: async () => {
          viewer = await authorise();
        },
        prepare: (context) => this.prepare(change, context, viewer),
      })),
      rightsSeen,
    );
    const done = committed.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    await this.follow(projectId, userId, done);
    const results = changes.map(({ taskId }, index) => resultOf(taskId, committed[index]));
    const v = done.findLast(({ op }) => op)?.v ?? (await this.deps.replicas.current(projectId)).v;
    const answer = {
      results,
      v,
      mutationId,
      replayed: done.length > 0 && done.every(({ replayed }) => replayed),
    };
    await oplog.keepAnswer(asked, v, answer);
    return answer;
  }

  private async prepare(change: Change, context: CommitContext, viewer: Viewer): Promise<Prepared<Task>> {
    const board = await this.deps.replicas.forCommit(context);
    const { taskId } = change;
    if (change.restore) return this.deps.restoring.prepare(taskId, board, viewer, context, change.place);
    const task = board.get(taskId);
    if (!task) throw new AppError(await this.whyMissing(taskId, context.projectId, viewer));
    if (!canSee(viewer, task)) throw new AppError('not_found');
    const made = await this.compute(change, { task, board, viewer, context });
    if (made && made.op.type !== 'task.deleted') assertRoom(board, task, made.answer);
    const answer = made?.answer ?? task;
    const result = presentTask(board, viewer, answer);
    return made ? answered(made.op, result) : { unchanged: result };
  }

  private async whyMissing(
    taskId: string,
    projectId: string,
    viewer: Viewer,
  ): Promise<'task_deleted' | 'not_found'> {
    const row = await this.deps.store.find(taskId);
    const isTheirs = row?.deletedAt && !row.movedTo && row.task.projectId === projectId;
    return isTheirs && canSee(viewer, row.task) ? 'task_deleted' : 'not_found';
  }

  private async compute({ move, edit }: Change, current: CurrentTask): Promise<TaskChange | null> {
    const { task, viewer, context } = current;
    if (move) {
      const { expectedState } = move;
      if (expectedState !== undefined)
        await assertNotMovedByOthers(this.deps.oplog, task, expectedState, viewer.userId);
      return moved(move)(current);
    }
    if (!edit) return deleted(task);
    const patch = differences(task, await this.editedFields(task, edit));
    await this.deps.references.assertKnown(context.projectId, patch, task);
    return Object.keys(patch).length > 0 ? patched(task, patch, context) : null;
  }

  private async editedFields(task: StoredTask, edit: NonNullable<Change['edit']>): Promise<TaskPatch> {
    const given: Record<string, unknown> = edit;
    const values = bulkValueFields.map(inputNameOf).map((name) => [name, given[name]]);
    const fields = storedFields(Object.fromEntries(values));
    for (const field of bulkIdFields) {
      const change = edit[field];
      if (!change) continue;
      const [add, remove] = await Promise.all(
        [change.add, change.remove].map((ids) => this.deps.references.resolvedIds(field, ids ?? [])),
      );
      const kept = task[field].filter((id) => !remove?.includes(id));
      fields[field] = withinMax(field, [...new Set([...kept, ...(add ?? [])])]);
    }
    return fields;
  }

  /** The work that single calls do once their op is in the log. */
  private async follow(projectId: string, userId: string, done: readonly TaskCommit[]): Promise<void> {
    const labels = new Set(done.flatMap(labelsGivenBy));
    if (labels.size > 0) await this.deps.removal.recheck(projectId, [...labels]);
    for (const committed of done) {
      const { op, replayed } = committed;
      if (op?.type === 'task.moved' || op?.type === 'task.restored')
        await this.deps.commits.rebalanceIfLong(committed, userId);
      if ((op?.type === 'task.deleted' || op?.type === 'task.restored') && !replayed)
        this.deps.audit({ event: op.type, actorId: userId, projectId, id: op.taskId });
    }
  }
}

/** A repetition after a long wait adds the expected state, and is still the same request (R7). */
function asAsked({ move, ...change }: Change): Change {
  if (!move) return change;
  const { expectedState: _seen, ...asked } = move;
  return { ...change, move: asked };
}

/** Refusals of the whole request. */
const NOT_OF_A_CARD: ReadonlySet<ErrorCode> = new Set(['idempotency_key_reused', 'too_many_requests']);

/**
 * What became of one card. A failure that may pass, as `busy`, is one of the whole request, which its client sends again:
 * what is done by then is done once.
 */
function resultOf(taskId: string, outcome: PromiseSettledResult<TaskCommit> | undefined): BulkResult {
  if (outcome?.status === 'fulfilled') {
    const { op, v } = outcome.value;
    return { taskId, status: 200, ...(op && { v }) };
  }
  const error: unknown = outcome?.reason;
  // What may come about later is no result that a repetition should get.
  const isFinal = error instanceof AppError && error.status < 500 && !NOT_OF_A_CARD.has(error.code);
  if (!isFinal) throw error;
  const { status, code, message, details } = error;
  return { taskId, status, code, message, ...(details.conflict && { conflict: details.conflict }) };
}
