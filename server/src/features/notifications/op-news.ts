import type { OpType } from '@livelane/shared/boards/op.schema';
import { opTypes } from '@livelane/shared/boards/op.types';
import {
  type NotificationReason,
  notificationReasons,
} from '@livelane/shared/notifications/notification.schema';
import type { StoredOp } from '../../oplog/op.types';

/** The people whom an op notifies, and why. */
export interface OpNews {
  /** Named by the op itself. */
  direct: Array<{ userId: string; reason: NotificationReason }>;
  /** The reason for those who follow its task. */
  followers: NotificationReason | null;
}

/** Types of ops that can notify someone. Every other one costs nothing. */
const TELLING: ReadonlySet<OpType> = new Set<OpType>([
  'task.created',
  'task.patched',
  'task.moved',
  'task.deleted',
  'comment.added',
  'comment.edited',
  'member.added',
  'member.roleChanged',
  'member.removed',
]);
export const tellingTypes: readonly OpType[] = opTypes.filter((type) => TELLING.has(type));

/** The notifications that an op causes; null for most. */
export function newsOf(op: StoredOp): OpNews | null {
  const news = read(op);
  if (!news) return null;
  const direct = news.direct.filter(({ userId }) => userId !== op.actorId);
  if (direct.length === 0 && news.followers === null) return null;
  // Of several reasons for one person the first in the list counts.
  direct.sort((a, b) => notificationReasons.indexOf(a.reason) - notificationReasons.indexOf(b.reason));
  return { ...news, direct };
}

function read(op: StoredOp): OpNews | null {
  switch (op.type) {
    case 'comment.added':
      return { direct: each(op.patch.comment.mentions, 'mentioned'), followers: 'comment' };
    case 'comment.edited': {
      const before = (op.before as { mentions?: string[] } | null)?.mentions ?? [];
      return { direct: each(without(op.patch.mentions, before), 'mentioned'), followers: null };
    }
    case 'task.created': {
      const { movedFrom, former } = op.effect ?? {};
      if (movedFrom && !former) return null;
      const added = without(op.patch.assignees, former?.assignees ?? []);
      const followers = former ? leadsToDone(op.patch.state, former.state) : null;
      return { direct: each(added, 'assigned'), followers };
    }
    case 'task.patched': {
      const before = op.before as { assignees?: string[]; state?: string } | null;
      const added = op.patch.assignees ? without(op.patch.assignees, before?.assignees ?? []) : [];
      return { direct: each(added, 'assigned'), followers: leadsToDone(op.patch.state, before?.state) };
    }
    case 'task.moved':
      return {
        direct: [],
        followers: leadsToDone(op.patch.state, (op.before as { state?: string } | null)?.state),
      };
    case 'task.deleted':
      return op.patch.movedTo === undefined ? { direct: [], followers: 'deleted' } : null;
    // What the workspace gives and takes is notified there, once and not in each project.
    case 'member.added':
      return changesOwnRole(op) ? { direct: each([op.patch.userId], 'added'), followers: null } : null;
    case 'member.roleChanged':
      return changesOwnRole(op) && (op.before as { roleId?: string } | null)?.roleId !== op.patch.roleId
        ? { direct: each([op.patch.userId], 'role_changed'), followers: null }
        : null;
    case 'member.removed':
      return ownRoleBefore(op) !== null && !op.effect?.membership.hasLeftWorkspace
        ? { direct: each([op.patch.userId], 'removed'), followers: null }
        : null;
    default:
      return null;
  }
}

const changesOwnRole = (op: StoredOp & { type: 'member.added' | 'member.roleChanged' }): boolean =>
  (op.effect?.membership.roleId ?? null) !== ownRoleBefore(op);

const ownRoleBefore = (op: StoredOp): string | null =>
  (op.before as { ownRoleId?: string | null } | null)?.ownRoleId ?? null;

const leadsToDone = (state: string | undefined, before: string | undefined): 'completed' | null =>
  state === 'DONE' && before !== 'DONE' ? 'completed' : null;

const each = (userIds: readonly string[], reason: NotificationReason) =>
  userIds.map((userId) => ({ userId, reason }));

const without = (all: readonly string[], some: readonly string[]): string[] =>
  all.filter((id) => !some.includes(id));
