import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { Lease } from '../nodes/lease';
import { mailModel } from './mail.model';
import { MailQueue } from './mail.queue';
import { MailSender } from './mail.sender';
import { type MailSettings, smtpTransport } from './mail.transport';
import type { Composers, MailKind, MailPayloads } from './mail.types';

interface Dependencies {
  connection: Connection;
  /** Undefined: no mail is ever sent. */
  settings: MailSettings | undefined;
  serverSecret: string;
  retrySeconds: number;
  publicUrl: () => URL;
  logger: Logger;
  now: () => Date;
  databaseNow: () => number;
}

/** Mail, if it is set up; otherwise nothing is queued, and no page mentions mails. */
export class MailService {
  readonly isSetUp: boolean;
  private readonly queue: MailQueue;
  private sender: MailSender | null = null;

  constructor(private readonly deps: Dependencies) {
    this.isSetUp = deps.settings !== undefined;
    this.queue = new MailQueue(mailModel(deps.connection), deps.serverSecret, deps.now, deps.databaseNow);
  }

  /** Queues a mail. One with an id that is queued already is not queued again. */
  async add<Kind extends MailKind>(kind: Kind, payload: MailPayloads[Kind], mailId?: string): Promise<void> {
    if (this.isSetUp) await this.queue.add(kind, payload, mailId);
  }

  /** Begins to send the mails that this node or another one has queued. */
  start(compose: Composers, done: (kind: MailKind, mailId: string) => Promise<void>): void {
    const { connection, settings, retrySeconds, publicUrl, logger, databaseNow } = this.deps;
    if (!settings) return;
    this.sender = new MailSender({
      queue: this.queue,
      transport: smtpTransport(settings, publicUrl().hostname),
      compose,
      done,
      lease: new Lease(connection, 'mail', databaseNow),
      retryMs: retrySeconds * 1000,
      logger,
    });
    this.sender.start();
  }

  async stop(): Promise<void> {
    await this.sender?.stop();
  }

  /** How many mails wait, and how many of these have failed at least once. */
  counts(): Promise<{ queued: number; failing: number }> {
    return this.queue.counts();
  }
}
