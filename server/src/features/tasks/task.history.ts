import type { TaskPatch } from '@livelane/shared/boards/op.schema';
import type { MoveConflict } from '@livelane/shared/http/error.schema';
import { messages } from '@livelane/shared/http/messages';
import { mergeIds, storedFields } from '@livelane/shared/tasks/task.conversions';
import {
  type MergedField,
  mergedFields,
  type StoredTask,
  taskFields,
} from '@livelane/shared/tasks/task.fields';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { AppError, fieldError } from '../../http/errors';
import type { StoredOp } from '../../oplog/op.types';
import type { Oplog } from '../../oplog/oplog';
import type { PastBoards } from '../history/past-boards';
import type { AccessService } from '../members/access.service';
import type { TaskUpdate } from './task.ops';
import type { TaskReferences } from './task.references';
import { canSee, type Viewer } from './task.visibility';

interface Past {
  oplog: Oplog;
  pastBoards: PastBoards;
  access: AccessService;
  references: TaskReferences;
}

/** The task before these ops of a project, with their old values restored; null if it was not there. */
function taskBefore(later: readonly StoredOp[], projectId: string, task: StoredTask): StoredTask | null {
  let then: StoredTask | null = projectId === task.projectId ? { ...task } : null;
  for (const op of [...later].reverse()) {
    if (op.type === 'task.deleted') then = { ...(op.before as StoredTask) };
    else if (!then) continue;
    // Before its arrival it was in another project.
    else if (op.type === 'task.created' && op.effect?.movedFrom) then = null;
    else if (op.type === 'task.patched' || op.type === 'task.moved') Object.assign(then, op.before);
    else if (op.type === 'member.removed' || op.type === 'member.roleChanged')
      then.assignees = [...then.assignees, op.patch.userId];
  }
  return then;
}

/** The last writer of the field: in these ops of a project, or in those of the task's present one. */
async function writerOf(
  oplog: Oplog,
  field: MergedField<'ask'>,
  task: StoredTask,
  later: readonly StoredOp[],
  projectId: string,
): Promise<string | undefined> {
  const here = projectId === task.projectId ? [] : await oplog.taskHistory(task.projectId, task.id, 0);
  const all = [...later, ...(here ?? [])];
  return all.findLast((op) => op.type === 'task.patched' && op.patch[field] !== undefined)?.actorId;
}

/**
 * The task at the user's version; null if the version's project never had it or, of a former project, if they may not
 * see there what it was when it left.
 */
async function baseOf(
  access: AccessService,
  { userId }: Viewer,
  task: StoredTask,
  later: readonly StoredOp[],
  projectId: string,
): Promise<StoredTask | null> {
  const base = taskBefore(later, projectId, task);
  if (projectId === task.projectId || !base) return base;
  const departure = later.findLast(({ type }) => type === 'task.deleted');
  const role = await access.roleBeside(userId, projectId);
  return role && departure && canSee({ userId, role }, departure.before as StoredTask) ? base : null;
}

/**
 * True if all changes of a task of a project after version `v` are known: their ops are kept, or the task had not
 * changed when the others were folded away (R25).
 */
async function isKnownSince(
  { oplog, pastBoards }: Past,
  userId: string,
  { id, projectId }: Pick<StoredTask, 'id' | 'projectId'>,
  v: number,
): Promise<boolean> {
  const oldestV = await oplog.oldestV(projectId);
  if (v >= oldestV) return true;
  try {
    const then = (await pastBoards.at(projectId, oldestV, userId)).tasks.get(id);
    return then !== undefined && then.rev <= v;
  } catch (error) {
    // More was folded away just then.
    if (error instanceof AppError && error.code === 'history_folded') return false;
    throw error;
  }
}

/**
 * A PUT's fields, merged with the changes of others since the user's `baseRev`, and lists of ids since `baseLists`
 * where they are given (SPEC.md#conflicts). Without a base ids are only added.
 * @throws AppError `edit_conflict`, `invalid_input` when there are too many merged ids, `too_many_requests` (R32)
 */
export async function mergedInput(
  past: Past,
  viewer: Viewer,
  task: StoredTask,
  input: TaskUpdate,
): Promise<TaskPatch> {
  const fields = await past.references.resolved(storedFields(input));
  const { baseRev, baseProjectId = task.projectId, baseLists = {} } = input;
  const differing = mergedFields('difference').filter((name) => fields[name] !== undefined);
  const isOlder = baseRev !== undefined && (baseProjectId !== task.projectId || baseRev < task.rev);
  const asking = isOlder ? mergedFields('ask').filter((name) => fields[name] !== undefined) : [];
  const needsBase = asking.length > 0 || differing.some((name) => baseLists[name] === undefined);
  let base: StoredTask | null = null;
  if (isOlder && needsBase) {
    const later = await past.oplog.taskHistory(baseProjectId, task.id, baseRev);
    const found = later && (await baseOf(past.access, viewer, task, later, baseProjectId));
    // Asked after the read, in which an op may be missing that was folded away just then.
    const place = { id: task.id, projectId: baseProjectId };
    if (found && (await isKnownSince(past, viewer.userId, place, baseRev))) base = found;
    for (const field of asking) {
      const [mine = '', theirs] = [fields[field], task[field]];
      // An unknown base counts as empty: who writes where there is nothing overwrites nothing.
      if ((base?.[field] ?? '') === theirs || mine === theirs) continue;
      // Without a base the user may not know who wrote in that project.
      const known = base || baseProjectId === task.projectId ? later : [];
      const actorId = await writerOf(past.oplog, field, task, known ?? [], baseProjectId);
      throw new AppError('edit_conflict', undefined, {
        conflict: {
          field,
          base: base?.[field] ?? '',
          theirs,
          mine,
          rev: task.rev,
          projectId: task.projectId,
          ...(actorId && { actorId }),
        },
      });
    }
  }
  const merged = { ...fields };
  for (const field of differing) {
    // Without a base nothing says what the user has removed.
    const seen = baseLists[field] ?? (isOlder ? (base?.[field] ?? []) : undefined);
    if (!seen) continue;
    const known = await past.references.resolvedIds(field, seen);
    merged[field] = withinMax(field, mergeIds(known, fields[field] ?? [], task[field]));
  }
  return merged;
}

/** @throws AppError `invalid_input` when there are too many ids */
export function withinMax(field: MergedField<'difference'>, ids: string[]): string[] {
  const { max, tooMany } = taskFields[field].type;
  if (ids.length <= max) return ids;
  throw fieldError(field, messages[tooMany]);
}

/**
 * A move that waited must not overwrite a newer one of someone else (SPEC.md#conflicts). Someone who has moved the
 * card themselves since, on another device, knows about it.
 * @throws AppError `stale_move`, also if none of its latest moves knows the card in the expected state
 */
export async function assertNotMovedByOthers(
  oplog: Oplog,
  { id, projectId, state }: StoredTask,
  expected: TaskState,
  userId: string,
): Promise<void> {
  if (state === expected) return;
  const moves = await oplog.taskMoves(projectId, id);
  const last = moves.find(({ type, before }) => type !== 'task.moved' || before?.state !== state);
  // What put it there may be folded away (R25), or too long ago: then it is where the next one found it.
  const wasThere = moves.some(({ patch, before }) => [patch.state, before?.state].includes(expected));
  if (last?.actorId === userId && wasThere) return;
  const conflict: MoveConflict | undefined = last && {
    state,
    actorId: last.actorId,
    at: last.at,
    v: last.v,
    projectId,
  };
  throw new AppError('stale_move', undefined, conflict && { conflict });
}
