import type { UpdateUserBody, UserSession } from '@livelane/shared/auth/account.schema';
import { messages } from '@livelane/shared/http/messages';
import type { PublicUser, User } from '@livelane/shared/users/user.schema';
import type { Language } from '@livelane/shared/values/languages';
import type { Logger } from 'pino';
import type { Audit } from '../../http/audit';
import { AppError, fieldError } from '../../http/errors';
import type { SignedIn } from '../../http/route';
import type { MailService } from '../../mail/mail.service';
import type { EmailChange } from '../auth/email-change';
import type { PasswordHasher } from '../auth/password.hasher';
import type { SessionService } from '../auth/session.service';
import type { NoticesService } from '../members/notices.service';
import type { LeftOver } from '../members/sweep.service';
import { presentPublicUser, type UserPresenter } from './user.presenter';
import type { UserStore } from './user.store';
import type { UserDocument } from './user.types';

interface Dependencies {
  users: UserStore;
  sessions: SessionService;
  hasher: PasswordHasher;
  audit: Audit;
  emailChange: EmailChange;
  mail: Pick<MailService, 'add'>;
  presentUser: UserPresenter;
  notices: Pick<NoticesService, 'profileChanged'>;
  /** Updates the name wherever it is shown; harmless to repeat for the same change. */
  carryName(userId: string, renamingId: string, isFirst: boolean): Promise<void>;
  log: Logger;
}

/** Users' own accounts, and lookups of other users. */
export class UserService {
  constructor(private readonly deps: Dependencies) {}

  /** The caller's own account. @throws AppError `unauthenticated` when it is gone */
  async get(userId: string): Promise<User> {
    const user = await this.deps.users.find(userId);
    if (!user) throw new AppError('unauthenticated');
    return this.deps.presentUser(user);
  }

  /** 0 or 1 user with exactly this email. */
  async findByEmail(email: string): Promise<PublicUser[]> {
    const user = await this.deps.users.findByEmail(email);
    return user ? [presentPublicUser(user)] : [];
  }

  /** @throws AppError `not_found` for someone else's id, `email_taken`, `too_many_requests` */
  async update(
    callerId: string,
    userId: string,
    { base, ...fields }: UpdateUserBody,
    language: Language,
  ): Promise<User> {
    if (callerId !== userId) throw new AppError('not_found');
    const before = await this.deps.users.find(userId);
    if (!before) throw new AppError('not_found');
    const { firstName, surname, email } = fields;
    // May be refused: then the name stays as well.
    if (base?.pendingEmail !== undefined) await this.keepEmail(before, base.pendingEmail);
    else if (email !== base?.email)
      await this.changeEmail(before, email, { language, isTyped: base?.email !== undefined });
    const user = await this.deps.users.rename(userId, {
      ...(firstName !== base?.firstName && { firstName }),
      ...(surname !== base?.surname && { surname }),
    });
    if (!user) throw new AppError('not_found');
    // The name is stored: what fails from here on is made good later and fails no request.
    await this.carryName(user, true).catch((error: unknown) =>
      this.deps.log.warn({ err: error, userId }, 'new name left for later'),
    );
    this.deps.notices.profileChanged(userId);
    return this.deps.presentUser(user);
  }

  /** Changes of names from before `before` that some board has not followed. */
  async leftOver(before: Date): Promise<LeftOver[]> {
    const users = await this.deps.users.renamingSince(before);
    return users.map((user) => ({ about: { userId: user._id }, finish: () => this.carryName(user, false) }));
  }

  private async carryName({ _id: userId, renaming }: UserDocument, isFirst: boolean): Promise<void> {
    if (!renaming) return;
    await this.deps.carryName(userId, renaming.id, isFirst);
    await this.deps.users.renamed(userId, renaming.id);
  }

  /**
   * If mail is set up, the new address takes effect once it is confirmed; sending the old one withdraws it.
   *
   * @param isTyped its user saw another address and has typed this one
   */
  private async changeEmail(
    user: UserDocument,
    email: string,
    { language, isTyped }: { language: Language; isTyped: boolean },
  ): Promise<void> {
    const { emailChange } = this.deps;
    if (email === user.email) await emailChange.withdraw(user);
    else if (!emailChange.isConfirmed) await emailChange.changeUnproven(user, email);
    else {
      // A pending address that may only have been sent along with a new name is no new request, while its link lives.
      if (isTyped || !(await emailChange.isUnderWay(user, email)))
        await emailChange.request(user, email, language);
    }
  }

  /** Another address than this may wait by now, and this one may be confirmed: then it is too late. */
  private async keepEmail(user: UserDocument, pendingEmail: string): Promise<void> {
    if (user.pendingEmail === pendingEmail) await this.deps.emailChange.withdraw(user);
  }

  /**
   * Changes the password, ends every session of the user and notifies them by mail.
   * @throws AppError `not_found` for someone else's id, `invalid_input` when the old password is wrong
   */
  async changePassword(
    callerId: string,
    userId: string,
    { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
    language: Language,
  ): Promise<void> {
    if (callerId !== userId) throw new AppError('not_found');
    const user = await this.deps.users.find(userId);
    if (!user) throw new AppError('not_found');
    if (!(await this.replacePassword(user, oldPassword, newPassword))) {
      this.deps.audit({ event: 'password.refused', userId });
      throw fieldError('oldPassword', messages.input_wrong_old_password);
    }
    await this.deps.emailChange.endRequest(userId);
    this.deps.audit({ event: 'password.changed', userId });
    await this.deps.mail.add('passwordChanged', { email: user.email, language });
  }

  /** @returns false when the old password is wrong */
  private async replacePassword(
    { _id, passwordHash }: UserDocument,
    oldPassword: string,
    newPassword: string,
  ): Promise<boolean> {
    const { users, sessions, hasher } = this.deps;
    if (passwordHash === undefined || !(await hasher.verify(passwordHash, oldPassword))) return false;
    const newHash = await hasher.hash(newPassword);
    // That may have waited long. A change that is refused ends no sessions.
    if ((await users.find(_id))?.passwordHash !== passwordHash) return false;
    return sessions.endAllAround(_id, 'password_changed', () =>
      users.replacePassword({ _id, passwordHash }, newHash),
    );
  }

  /** The user's sign-ins. @throws AppError `not_found` for someone else's id */
  async sessions(caller: SignedIn, userId: string): Promise<UserSession[]> {
    requireSelf(caller, userId);
    return this.deps.sessions.list(userId, caller.sessionId);
  }

  /** Signs the user out there. @throws AppError `not_found` for someone else's id or session */
  async endSession(caller: SignedIn, userId: string, sessionId: string): Promise<void> {
    requireSelf(caller, userId);
    await this.deps.sessions.endOne(userId, sessionId);
  }

  /** Signs the user out everywhere else. @throws AppError `not_found` for someone else's id */
  async endOtherSessions(caller: SignedIn, userId: string): Promise<void> {
    requireSelf(caller, userId);
    await this.deps.sessions.endOthers(userId, caller.sessionId);
  }
}

function requireSelf(caller: SignedIn, userId: string): void {
  if (caller.userId !== userId) throw new AppError('not_found');
}
