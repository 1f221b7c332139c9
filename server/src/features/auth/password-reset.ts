import { createHmac } from 'node:crypto';
import type { Language } from '@livelane/shared/values/languages';
import { trusted } from 'mongoose';
import type { Audit } from '../../http/audit';
import { AppError } from '../../http/errors';
import type { MailService } from '../../mail/mail.service';
import { isUsable } from '../users/user.presenter';
import type { UserStore } from '../users/user.store';
import type { UserDocument } from '../users/user.types';
import type { LinkModel } from './link.model';
import type { PasswordHasher } from './password.hasher';
import { hashLinkSecret, newSecret } from './secret';
import type { SessionService } from './session.service';

/** How long a new password can be set by a link. */
export const RESET_MS = 60 * 60 * 1000;

interface Dependencies {
  users: UserStore;
  links: LinkModel;
  sessions: Pick<SessionService, 'endAllAround'>;
  hasher: Pick<PasswordHasher, 'hash'>;
  mail: Pick<MailService, 'add'>;
  audit: Audit;
  /** Counts the mails to one account. @throws AppError `too_many_requests` */
  limitAccount: (userId: string) => Promise<void>;
  serverSecret: string;
  lifeMs: number;
  now: () => Date;
}

/** New passwords for people who have forgotten theirs: by a link that is sent only to the account's address. */
export class PasswordReset {
  constructor(private readonly deps: Dependencies) {}

  /**
   * Queues a mail for any address: the account is looked up when it is sent. So the work, and the time that it takes,
   * is the same for known and unknown addresses.
   */
  async forgot(email: string, language: Language): Promise<void> {
    await this.deps.mail.add('forgot', { email, language });
  }

  /**
   * The secret for a requested mail; null when nobody has the address, when they have proven it since they asked, or
   * when their account has had enough mails in this hour. The same mail gets the same secret each time it is tried; its
   * link lives from the latest attempt on.
   */
  async issueFor(email: string, mailId: string, askedAt: Date): Promise<string | null> {
    const { links, now, lifeMs, serverSecret } = this.deps;
    const user = await this.asker(email, askedAt);
    if (!user) return null;
    const secret = createHmac('sha256', serverSecret)
      .update(`livelane-reset-mail:${mailId}`)
      .digest('base64url');
    const _id = hashLinkSecret('reset', secret);
    const isNew = (await links.exists({ _id })) === null;
    if (isNew) {
      try {
        await this.deps.limitAccount(user._id);
      } catch (error) {
        if (error instanceof AppError && error.code === 'too_many_requests') return null;
        throw error;
      }
    }
    await storeReset(links, user, secret, now(), lifeMs);
    // A link that was used while this one was being stored ends it, too.
    if (!(await this.asker(email, askedAt))) {
      await links.deleteOne({ _id });
      return null;
    }
    if (isNew) this.deps.audit({ event: 'password.forgotten', userId: user._id });
    return secret;
  }

  /** Whoever has the address, unless they have proven it since they asked: the link that did so ended all others. */
  private async asker(email: string, askedAt: Date): Promise<UserDocument | null> {
    const user = await this.deps.users.findByEmail(email);
    if (!user || !isUsable(user)) return null;
    return user.emailProvenAt && user.emailProvenAt >= askedAt ? null : user;
  }

  /**
   * Sets a password, ends all sessions and every other link of the account. Opens nothing once the account has another
   * address than the link was made for: it proves that one only.
   *
   * @throws AppError `invalid_link`, `busy`
   */
  async reset(secret: string, password: string, language: Language): Promise<void> {
    const { users, links, sessions } = this.deps;
    const now = this.deps.now();
    const open = {
      _id: hashLinkSecret('reset', secret),
      kind: 'reset',
      expiresAt: trusted({ $gt: now }),
    } as const;
    const link = await links.findOne(open).lean();
    const owner = link && (await users.find(link.userId));
    if (!owner || owner.email !== link.email || !isUsable(owner)) throw new AppError('invalid_link');
    // Hashed before the link is used up: if the server is too busy, the link stays valid.
    const passwordHash = await this.deps.hasher.hash(password);
    // That may have waited long. The same request again would end the sessions that its user has begun since.
    if (!(await links.exists(open))) throw new AppError('invalid_link');
    const { _id: userId } = owner;
    const user = await sessions.endAllAround(userId, 'password_changed', async () => {
      const used = await links.findOneAndDelete(open).lean();
      return used && users.resetPassword(owner, passwordHash, now);
    });
    if (!user) throw new AppError('invalid_link');
    await links.deleteMany({ userId, kind: trusted({ $in: ['reset', 'confirm'] }) });
    this.deps.audit({ event: 'password.reset', userId });
    await this.deps.mail.add('passwordChanged', { email: user.email, language });
  }
}

/** Makes a link's secret for an account. Earlier ones stay valid. */
export async function issueReset(
  links: LinkModel,
  user: UserDocument,
  now: Date,
  lifeMs: number,
): Promise<string> {
  const secret = newSecret();
  await storeReset(links, user, secret, now, lifeMs);
  return secret;
}

async function storeReset(
  links: LinkModel,
  { _id: userId, email }: UserDocument,
  secret: string,
  now: Date,
  lifeMs: number,
): Promise<void> {
  const _id = hashLinkSecret('reset', secret);
  const expiresAt = new Date(now.getTime() + lifeMs);
  await links.updateOne(
    { _id },
    { $set: { expiresAt }, $setOnInsert: { kind: 'reset', userId, email, createdAt: now } },
    { upsert: true },
  );
}
