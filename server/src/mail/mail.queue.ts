import { createHmac, randomUUID } from 'node:crypto';
import { trusted } from 'mongoose';
import { isDuplicateKey } from '../database/duplicate-key';
import { seal, unseal } from '../http/seal';
import type { MailDocument, MailModel } from './mail.model';
import type { MailKind, MailPayloads } from './mail.types';

/** How soon a mail that was not wanted yet is looked at again. */
const PUT_OFF_MS = 60_000;

/** Mails that wait to be sent, in the database: a process that dies loses none (R29). */
export class MailQueue {
  private readonly key: string;
  private wake: () => void = () => undefined;

  constructor(
    private readonly mails: MailModel,
    serverSecret: string,
    private readonly now: () => Date,
    /** The present time by the database's clock: a mail is due for all nodes alike. */
    private readonly databaseNow: () => number,
  ) {
    this.key = createHmac('sha256', serverSecret).update('livelane-mail').digest('base64url');
  }

  /** Sets the callback for mails queued on this node. */
  onQueued(wake: () => void): void {
    this.wake = wake;
  }

  /** Queues a mail. One with an id that is queued already is not queued again. */
  async add<Kind extends MailKind>(
    kind: Kind,
    payload: MailPayloads[Kind],
    mailId: string = randomUUID(),
  ): Promise<void> {
    const [createdAt, nextAt] = [this.now(), new Date(this.databaseNow())];
    const sealed = seal(JSON.stringify(payload), this.key);
    try {
      await this.mails.insertOne({ _id: mailId, kind, sealed, createdAt, nextAt, attempts: 0 });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    this.wake();
  }

  /**
   * Takes the mail that has waited longest and counts an attempt. It is due again after the pause, unless its sender
   * removes it: a sender that dies leaves it to the next one.
   */
  async take(pauseMs: (attempts: number) => number): Promise<MailDocument | null> {
    const now = this.databaseNow();
    const due = await this.mails
      .findOne({ nextAt: trusted({ $lte: new Date(now) }) })
      .sort({ nextAt: 1 })
      .lean();
    if (!due) return null;
    const nextAt = new Date(now + pauseMs(due.attempts));
    const taken = await this.mails.updateOne(
      { _id: due._id, attempts: due.attempts },
      { $set: { nextAt }, $inc: { attempts: 1 } },
    );
    return taken.modifiedCount === 1 ? { ...due, nextAt, attempts: due.attempts + 1 } : null;
  }

  /** Null if it was sealed with another secret. */
  payloadOf(mail: MailDocument): MailPayloads[MailKind] | null {
    try {
      return JSON.parse(unseal(mail.sealed, this.key)) as MailPayloads[MailKind];
    } catch {
      return null;
    }
  }

  /** The mail server has taken it, or it is not to be sent any more. */
  async remove(mailId: string): Promise<void> {
    await this.mails.deleteOne({ _id: mailId });
  }

  /** The latest attempt does not count: the pauses grow with failures only, and the next one is soon. */
  async putOff(mailId: string): Promise<void> {
    const nextAt = new Date(this.databaseNow() + PUT_OFF_MS);
    await this.mails.updateOne({ _id: mailId }, { $set: { nextAt }, $inc: { attempts: -1 } });
  }

  async failed(mailId: string, lastError: string): Promise<void> {
    const failingSince = new Date(this.databaseNow());
    await this.mails.updateOne({ _id: mailId }, { $set: { lastError }, $min: { failingSince } });
  }

  /** Whether its attempts have failed for so long: one that waited while no node ran has not been tried. */
  hasFailedFor({ failingSince }: MailDocument, ms: number): boolean {
    return failingSince !== undefined && this.databaseNow() - failingSince.getTime() > ms;
  }

  /** How many wait, and how many of these have failed at least once. */
  async counts(): Promise<{ queued: number; failing: number }> {
    const [queued, failing] = await Promise.all([
      this.mails.countDocuments({}),
      this.mails.countDocuments({ lastError: trusted({ $exists: true }) }),
    ]);
    return { queued, failing };
  }
}
