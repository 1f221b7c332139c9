import type { Language } from '@livelane/shared/values/languages';
import { trusted } from 'mongoose';
import type { Audit } from '../../http/audit';
import { AppError } from '../../http/errors';
import type { UserLimit } from '../../http/rate-limit';
import type { MailService } from '../../mail/mail.service';
import type { NoticesService } from '../members/notices.service';
import type { UserStore } from '../users/user.store';
import type { UserDocument } from '../users/user.types';
import type { LinkModel } from './link.model';
import { hashLinkSecret, newSecret } from './secret';

/** How long a new address can be confirmed. */
export const CONFIRM_MS = 24 * 60 * 60 * 1000;

interface Dependencies {
  users: UserStore;
  links: LinkModel;
  mail: Pick<MailService, 'add' | 'isSetUp'>;
  audit: Audit;
  notices: Pick<NoticesService, 'profileChanged'>;
  /** Counts the addresses that one person asks about: whether somebody has it is told by a change, too. */
  limitLookup: UserLimit;
  /** Counts the mails of one account. */
  limitAccount: UserLimit;
  lifeMs: number;
  now: () => Date;
}

/** A new address for an account: it takes effect once a link that was sent there has been opened. */
export class EmailChange {
  constructor(private readonly deps: Dependencies) {}

  /** Without mail an address cannot be confirmed: it changes at once, and proves nothing. */
  get isConfirmed(): boolean {
    return this.deps.mail.isSetUp;
  }

  /** Changes the address without any proof. @throws AppError `email_taken`, `too_many_requests` */
  async changeUnproven(user: UserDocument, email: string): Promise<UserDocument> {
    const { _id: userId } = user;
    await this.deps.limitLookup(userId);
    const changed = await this.deps.users.setUnprovenEmail(user, email);
    if (!changed) throw new AppError('not_found');
    await this.endLinks(userId);
    this.deps.audit({ event: 'email.changed', userId });
    return changed;
  }

  /** Sends a link to the new address. @throws AppError `email_taken`, `too_many_requests` */
  async request(user: UserDocument, email: string, language: Language): Promise<UserDocument> {
    const { users, links, mail, now, lifeMs } = this.deps;
    await this.deps.limitLookup(user._id);
    if (await users.findByEmail(email)) throw new AppError('email_taken');
    await this.deps.limitAccount(user._id);
    const secret = newSecret();
    const createdAt = now();
    const expiresAt = new Date(createdAt.getTime() + lifeMs);
    await this.endRequest(user._id);
    const _id = hashLinkSecret('confirm', secret);
    await links.insertOne({ _id, kind: 'confirm', userId: user._id, email, createdAt, expiresAt });
    // Before the address is noted: one that is noted and not mailed would look as if its user had only to wait.
    await mail.add('confirmAddress', { email, language, secret });
    const changed = await users.update(user._id, { pendingEmail: email });
    if (!changed) throw new AppError('not_found');
    return changed;
  }

  /**
   * Lets a link live from the attempt to mail it on.
   * @returns false when it was used, withdrawn or replaced
   */
  async renew(secret: string): Promise<boolean> {
    const { links, now, lifeMs } = this.deps;
    const expiresAt = new Date(now().getTime() + lifeMs);
    const _id = hashLinkSecret('confirm', secret);
    return (await links.updateOne({ _id, kind: 'confirm' }, { $set: { expiresAt } })).matchedCount === 1;
  }

  /** Whether the account gets this address once a link is opened that still can be. */
  async isUnderWay({ _id: userId, pendingEmail }: UserDocument, email: string): Promise<boolean> {
    if (pendingEmail !== email) return false;
    const expiresAt = trusted({ $gt: this.deps.now() });
    return (await this.deps.links.exists({ userId, kind: 'confirm', email, expiresAt })) !== null;
  }

  /** The address stays as it is. */
  async withdraw(user: UserDocument): Promise<UserDocument> {
    if (user.pendingEmail === undefined) return user;
    await this.endRequest(user._id);
    const kept = await this.deps.users.withoutPendingEmail(user._id);
    if (!kept) throw new AppError('not_found');
    return kept;
  }

  /** An address that was asked for is neither confirmed nor mailed any more. */
  async endRequest(userId: string): Promise<void> {
    await this.deps.links.deleteMany({ userId, kind: 'confirm' });
  }

  /** @throws AppError `invalid_link`, `email_taken` */
  async confirm(secret: string, language: Language): Promise<void> {
    const { users, links, mail, now } = this.deps;
    const _id = hashLinkSecret('confirm', secret);
    const link = await links.findOne({ _id, kind: 'confirm', expiresAt: trusted({ $gt: now() }) }).lean();
    const user = link && (await users.find(link.userId));
    if (!link?.email || !user) throw new AppError('invalid_link');
    if (!(await users.confirmEmail(user, link.email, now()))) throw new AppError('invalid_link');
    await this.endLinks(user._id);
    this.deps.audit({ event: 'email.changed', userId: user._id });
    this.deps.notices.profileChanged(user._id);
    await mail.add('addressChanged', { email: user.email, language, newEmail: link.email });
  }

  /** Links of a former address open nothing. */
  private async endLinks(userId: string): Promise<void> {
    await this.deps.links.deleteMany({ userId, kind: trusted({ $in: ['reset', 'confirm'] }) });
  }
}
