import type { NotificationReason } from '@livelane/shared/notifications/notification.schema';
import { trusted } from 'mongoose';
import { deleteInParts } from '../../database/delete-in-parts';
import { duplicatesOf } from '../../database/duplicate-key';
import { rowsOf } from '../../database/rows';
import { type NotificationDocument, type NotificationModel, UNREAD } from './notification.model';
import type { Subject } from './notification.view';
import { UnreadCache } from './unread.cache';

const UNORDERED = { ordered: false, ignoreUndefined: true };

/** The most unread ones that are counted, and that are read at once. */
export const MAX_UNREAD = 500;
/** So many are looked at for one count or one page, most of which may be out of their reader's sight (R32). */
export const MAX_LOOKED_AT = 5 * MAX_UNREAD;

/** A place in a person's list: everything after it is older. */
export interface Place {
  at: Date;
  id: string;
}

/** Notifications of one reason that wait for a mail in one state. */
interface Waiting extends Pick<NotificationDocument, 'reason' | 'mail'> {
  oldestAt: Date;
}

/** Reads and writes of the notifications collection; no rights are checked here. */
export class NotificationStore {
  private readonly remembered: UnreadCache | null;

  /** @param isOnlyNode no other process writes to this database */
  constructor(
    private readonly model: NotificationModel,
    isOnlyNode: boolean,
  ) {
    this.remembered = isOnlyNode ? new UnreadCache(MAX_UNREAD, (...of) => this.readUnread(...of)) : null;
  }

  /** @returns those that were not there already (R29) */
  async insert(notifications: readonly NotificationDocument[]): Promise<NotificationDocument[]> {
    if (notifications.length === 0) return [];
    try {
      const made = await this.insertNew(notifications);
      for (const each of made)
        if (each.readAt === null) this.remembered?.add(each.userId, each._id, subjectOf(each));
      return made;
    } catch (error) {
      // Some of them may have been inserted.
      for (const { userId } of notifications) this.remembered?.forget(userId);
      throw error;
    }
  }

  private async insertNew(notifications: readonly NotificationDocument[]): Promise<NotificationDocument[]> {
    try {
      await rowsOf(this.model).insertMany([...notifications], UNORDERED);
      return [...notifications];
    } catch (error) {
      const refused = duplicatesOf(error);
      if (!refused) throw error;
      const there = new Set(refused);
      return notifications.filter((_, index) => !there.has(index));
    }
  }

  /** Newest first, without these reasons. */
  async page(
    userId: string,
    {
      before,
      unread,
      without,
      limit,
    }: { before: Place | null; unread: boolean; without: readonly NotificationReason[]; limit: number },
  ): Promise<NotificationDocument[]> {
    const after = before && {
      at: trusted({ $lte: before.at }),
      $or: [{ at: trusted({ $lt: before.at }) }, { _id: trusted({ $lt: before.id }) }],
    };
    return this.model
      .find({ userId, ...(unread && { readAt: null }), ...otherThan(without), ...after })
      .sort({ at: -1, _id: -1 })
      .limit(limit)
      .lean();
  }

  /**
   * The subjects of someone's latest unread ones, at most `MAX_UNREAD`.
   * @param without these reasons
   * @param skip so many later ones
   */
  async unread(userId: string, without: readonly NotificationReason[], skip: number): Promise<Subject[]> {
    if (this.remembered && skip === 0) return this.remembered.of(userId, without);
    return [...(await this.readUnread(userId, without, skip)).values()];
  }

  /** Oldest first, by id. Uses their own index: others contain read ones, too, or another order. */
  private async readUnread(
    userId: string,
    without: readonly NotificationReason[],
    skip = 0,
  ): Promise<Map<string, Subject>> {
    const found = await this.model
      .find(
        { userId, readAt: null, ...otherThan(without) },
        { reason: 1, workspaceId: 1, projectId: 1, taskId: 1 },
      )
      .sort({ at: -1 })
      .skip(skip)
      .limit(MAX_UNREAD)
      .hint(UNREAD)
      .lean<NotificationDocument[]>();
    return new Map(found.reverse().map((each) => [each._id, subjectOf(each)]));
  }

  /** Read ones are not mailed, and the window of their mail ends. @returns how many were unread before */
  async markRead(
    userId: string,
    which: { ids: readonly string[] } | { taskId: string },
    now: Date,
  ): Promise<{ count: number; ids: string[] }> {
    const chosen = 'ids' in which ? { _id: trusted({ $in: [...which.ids] }) } : which;
    const filter = { userId, readAt: null, ...chosen };
    const found = await this.model.find(filter, { _id: 1 }).lean();
    const ids = found.map(({ _id }) => _id);
    const { modifiedCount } = await this.model
      .updateMany({ _id: trusted({ $in: ids }), readAt: null }, { $set: { readAt: now } })
      .finally(() => this.remembered?.forget(userId));
    await this.model.updateMany(
      { _id: trusted({ $in: ids }), mail: trusted({ $in: ['open', 'digest'] }) },
      { $set: { mail: 'none' } },
    );
    return { count: modifiedCount, ids };
  }

  /** Notifications that wait for a mail since before a time, but for these people's; oldest first. */
  async openBefore(at: Date, except: readonly string[], limit: number): Promise<NotificationDocument[]> {
    const others = except.length > 0 && { userId: trusted({ $nin: [...except] }) };
    return this.model
      .find({ mail: 'open', at: trusted({ $lte: at }), ...others })
      .sort({ at: 1 })
      .limit(limit)
      .lean();
  }

  /** All of one person that wait in this state; about a task, or about a workspace without a task. */
  async waiting(
    userId: string,
    mail: 'open' | 'digest',
    group?: Pick<NotificationDocument, 'taskId' | 'workspaceId'>,
  ): Promise<NotificationDocument[]> {
    const of =
      group && (group.taskId ? { taskId: group.taskId } : { workspaceId: group.workspaceId, taskId: null });
    return this.model
      .find({ userId, mail, ...of })
      .sort({ at: 1 })
      .lean();
  }

  /** What waits for a mail, by person: of which reasons, in which states, and since when. */
  async allWaiting(): Promise<Map<string, Waiting[]>> {
    const found = await this.model.aggregate<{
      _id: Omit<Waiting, 'oldestAt'> & { userId: string };
      oldestAt: Date;
    }>([
      { $match: { mail: { $in: ['open', 'digest'] } } },
      { $group: { _id: { userId: '$userId', reason: '$reason', mail: '$mail' }, oldestAt: { $min: '$at' } } },
    ]);
    const people = new Map<string, Waiting[]>();
    for (const { _id, oldestAt } of found) {
      const { userId, reason, mail } = _id;
      people.set(userId, [...(people.get(userId) ?? []), { reason, mail, oldestAt }]);
    }
    return people;
  }

  async setMail(
    ids: readonly string[],
    from: NotificationDocument['mail'],
    change: Pick<NotificationDocument, 'mail'> & { mailId?: string },
  ): Promise<void> {
    await this.model.updateMany({ _id: trusted({ $in: [...ids] }), mail: from }, { $set: change });
  }

  /** The notifications of a mail on its way, oldest first. */
  async ofMail(mailId: string): Promise<NotificationDocument[]> {
    return this.model.find({ mailId, mail: 'queued' }).sort({ at: 1 }).lean();
  }

  async queuedMails(): Promise<Array<{ mailId: string; userId: string }>> {
    const found = await this.model.find({ mail: 'queued' }, { mailId: 1, userId: 1 }).lean();
    return [...new Map(found.map(({ mailId = '', userId }) => [mailId, { mailId, userId }])).values()];
  }

  async mailed(mailId: string): Promise<void> {
    await this.model.updateMany({ mailId, mail: 'queued' }, { $set: { mail: 'none' } });
  }

  /** Removes the texts of a deleted task, or of one of its comments, from notifications (R24). */
  async erase({ taskId, commentId }: { taskId: string; commentId?: string }): Promise<void> {
    if (commentId === undefined)
      await this.model.updateMany({ taskId }, { $set: { title: '' }, $unset: { quote: 1 } });
    else await this.model.updateMany({ taskId, commentId }, { $unset: { quote: 1 } });
  }

  async removeAllOfTasks(taskIds: readonly string[]): Promise<void> {
    await deleteInParts(rowsOf(this.model), { taskId: { $in: [...taskIds] } }).finally(() =>
      this.remembered?.forgetAll(),
    );
  }

  async removeAllOfUser(userId: string): Promise<void> {
    await this.model.deleteMany({ userId }).finally(() => this.remembered?.forget(userId));
  }
}

const otherThan = (reasons: readonly NotificationReason[]) =>
  reasons.length > 0 ? { reason: trusted({ $nin: [...reasons] }) } : {};

function subjectOf({ reason, workspaceId, projectId, taskId }: NotificationDocument): Subject {
  return { reason, workspaceId, projectId, ...(taskId !== undefined && { taskId }) };
}
