import type { ColumnAnswer, updateColumnSchema } from '@livelane/shared/boards/column.schema';
import { type ColumnSettings, statesWithoutHardLimit } from '@livelane/shared/boards/column.settings';
import { messages } from '@livelane/shared/http/messages';
import { isSameValue } from '@livelane/shared/tasks/task.conversions';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type * as z from 'zod/mini';
import { fieldError } from '../../http/errors';
import { fingerprintOf } from '../../oplog/fingerprint';
import type { Oplog } from '../../oplog/oplog';
import type { AccessService } from '../members/access.service';
import type { Mutation } from '../tasks/task.commits';
import type { ReplicaCache } from './replica.cache';

interface Dependencies {
  access: AccessService;
  oplog: Oplog;
  replicas: ReplicaCache;
}

type UpdateColumn = z.output<typeof updateColumnSchema>;
type ColumnState = ColumnSettings & { state: TaskState };

/** A project's settings of its columns (SPEC.md#columns). */
export class ColumnService {
  constructor(private readonly deps: Dependencies) {}

  /** @throws AppError `not_found`, `forbidden`, `invalid_input` for a hard limit on a column that cannot have one */
  async update(
    { userId, mutationId }: Pick<Mutation, 'userId' | 'mutationId'>,
    projectId: string,
    state: TaskState,
    input: UpdateColumn,
  ): Promise<ColumnAnswer> {
    if (input.wipLimit?.isHard && statesWithoutHardLimit.includes(state))
      throw fieldError('wipLimit', messages.input_hard_limit_column);
    const { access, oplog, replicas } = this.deps;
    const { result, v, replayed } = await oplog.commit<ColumnState>({
      projectId,
      actorId: userId,
      mutationId,
      fingerprint: fingerprintOf('column.change', { state, ...input }),
      authorise: () => access.requireProject(userId, projectId, 'column.edit'),
      prepare: async (context) => {
        const now = (await replicas.forCommit(context)).settingsOf(state);
        const changed = Object.entries(input).filter(
          ([name, value]) => !isSameValue(now[name as keyof ColumnSettings], value),
        );
        if (changed.length === 0) return { unchanged: { state, ...now } };
        const patch = Object.fromEntries(changed) as Partial<ColumnSettings>;
        const before = Object.fromEntries(changed.map(([name]) => [name, now[name as keyof ColumnSettings]]));
        return {
          type: 'column.changed',
          patch: { state, ...patch },
          before,
          result: { state, ...now, ...patch },
        };
      },
      recall: async (_op, kept) =>
        (kept as ColumnState | undefined) ?? {
          state,
          ...(await replicas.current(projectId)).settingsOf(state),
        },
    });
    if (!result) throw new Error('a change of a column without an answer');
    return { ...result, v, mutationId, replayed };
  }
}
