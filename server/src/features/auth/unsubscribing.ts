import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import { trusted } from 'mongoose';
import { AppError } from '../../http/errors';
import { addressOf } from '../../http/rate-limit';
import type { PersonSettings } from '../notifications/person-settings';
import type { LinkModel } from './link.model';
import { hashLinkSecret } from './secret';
import type { SecretLimit } from './secret-limit';

/** How long the link of the latest mail works. */
export const UNSUBSCRIBE_MS = 365 * 24 * 60 * 60 * 1000;

interface Dependencies {
  links: LinkModel;
  settings: PersonSettings;
  secrets: SecretLimit;
  serverSecret: string;
  lifeMs: number;
  publicUrl: () => URL;
  now: () => Date;
}

/** One click ends all mails of notifications (R30), without a sign-in. */
export class Unsubscribing {
  constructor(private readonly deps: Dependencies) {}

  /** The same one for all mails of a person. */
  async secretOf(userId: string): Promise<string> {
    const { links, serverSecret, lifeMs, now } = this.deps;
    const secret = createHmac('sha256', serverSecret)
      .update(`livelane-unsubscribe:${userId}`)
      .digest('base64url');
    const createdAt = now();
    await links.updateOne(
      { _id: hashLinkSecret('unsubscribe', secret) },
      {
        $set: { kind: 'unsubscribe', userId, createdAt, expiresAt: new Date(createdAt.getTime() + lifeMs) },
      },
      { upsert: true },
    );
    return secret;
  }

  /** @throws AppError `invalid_link` */
  async unsubscribe(secret: string, req: Request): Promise<void> {
    await this.deps.secrets.guard(addressOf(req), async () => {
      const _id = hashLinkSecret('unsubscribe', secret);
      const isAlive = { expiresAt: trusted({ $gt: this.deps.now() }) };
      const link = await this.deps.links.findOne({ _id, kind: 'unsubscribe', ...isAlive }).lean();
      if (!link) throw new AppError('invalid_link');
      await this.deps.settings.stopMails(link.userId);
    });
  }

  /** The page that asks for confirmation. */
  page(secret: string): string {
    const url = new URL('/unsubscribe', this.deps.publicUrl());
    url.hash = secret;
    return url.href;
  }
}
