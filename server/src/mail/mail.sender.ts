import type { Logger } from 'pino';
import { isDatabaseAway } from '../database/database-away';
import type { Lease } from '../nodes/lease';
import { Periodic } from '../periodic';
import type { MailDocument } from './mail.model';
import type { MailQueue } from './mail.queue';
import { MailFailure, type MailTransport } from './mail.transport';
import type { Composers, MailKind, OutgoingMail } from './mail.types';

/** How often the queue is polled: another node may have added to it. */
const LOOK_MS = 1_000;
const LONGEST_PAUSE_MS = 60 * 60 * 1000;
/** A mail that could not be written or sent for so long is given up (R30). */
const GIVE_UP_MS = 24 * 60 * 60 * 1000;

interface Dependencies {
  queue: MailQueue;
  transport: MailTransport;
  compose: Composers;
  /** The mail was accepted, or never will be: reported before it is removed from the queue. */
  done: (kind: MailKind, mailId: string) => Promise<void>;
  /** Held by the one node that sends. */
  lease: Lease;
  /** The pause after the first failure, in milliseconds; doubled after each further one. */
  retryMs: number;
  logger: Logger;
}

/** Sends the queued mails, one after the other, from one node of the installation. */
export class MailSender {
  private readonly looks: Periodic;
  private isStopped = false;

  constructor(private readonly deps: Dependencies) {
    this.looks = new Periodic(
      () => this.sendAll(),
      deps.logger,
      'the mail queue could not be worked on; it is retried',
    );
  }

  start(): void {
    this.deps.queue.onQueued(() => void this.looks.run());
    this.looks.start(LOOK_MS);
  }

  /** Resolves when the mail that is on its way has left, or failed. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.looks.stop();
    this.deps.transport.close();
    await this.deps.lease.release();
  }

  private async sendAll(): Promise<void> {
    while (!this.isStopped && (await this.deps.lease.hold())) {
      const mail = await this.deps.queue.take((attempts) => this.pauseAfter(attempts));
      if (!mail) return;
      await this.send(mail);
    }
  }

  private pauseAfter(attempts: number): number {
    return Math.min(this.deps.retryMs * 2 ** attempts, LONGEST_PAUSE_MS);
  }

  private async send(mail: MailDocument): Promise<void> {
    const { _id: id, kind } = mail;
    const { queue, transport, logger } = this.deps;
    const payload = queue.payloadOf(mail);
    if (!payload) {
      logger.error({ kind, mailId: id }, 'a mail was queued with another JWT_SECRET: it is given up');
      return this.finish(mail);
    }
    let outgoing: OutgoingMail | 'later' | null;
    try {
      outgoing = await this.compose(mail, payload);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      // Such as one about a board that cannot be read (R22). It holds up no other.
      const reason = { err: error, kind, mailId: id };
      if (queue.hasFailedFor(mail, GIVE_UP_MS)) {
        logger.error(reason, 'a mail could not be written for 24 hours and is given up');
        return this.finish(mail);
      }
      logger.warn({ ...reason, nextAt: mail.nextAt }, 'a mail could not be written; it is retried');
      return queue.failed(id, 'it could not be written');
    }
    if (!outgoing) return this.finish(mail);
    if (outgoing === 'later') return queue.putOff(id);
    // The lease is renewed while a slow mail server takes its time.
    const renewing = setInterval(() => void this.deps.lease.hold().catch(() => undefined), LOOK_MS);
    try {
      await transport.send(outgoing, id);
      await this.finish(mail);
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error;
      const reason = { kind, mailId: id, step: error.step, reason: error.message };
      if (error.isFinal) {
        logger.warn(reason, 'the mail server refuses a mail for good; it is not tried again');
        await this.finish(mail);
      } else if (queue.hasFailedFor(mail, GIVE_UP_MS)) {
        logger.error(
          reason,
          'a mail could not be sent for 24 hours and is given up: check SMTP_URL and MAIL_FROM',
        );
        await this.finish(mail);
      } else {
        logger.warn({ ...reason, nextAt: mail.nextAt }, 'an email could not be sent; it is retried');
        await queue.failed(id, error.message);
      }
    } finally {
      clearInterval(renewing);
    }
  }

  private async finish({ _id: id, kind }: MailDocument): Promise<void> {
    await this.deps.done(kind, id);
    await this.deps.queue.remove(id);
  }

  private compose(
    { _id: id, kind, createdAt }: MailDocument,
    payload: unknown,
  ): Promise<OutgoingMail | 'later' | null> {
    const write = this.deps.compose[kind] as (
      payload: unknown,
      id: string,
      queuedAt: Date,
    ) => Promise<OutgoingMail | 'later' | null>;
    return write(payload, id, createdAt);
  }
}
