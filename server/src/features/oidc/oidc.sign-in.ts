import { NAME_MAX } from '@livelane/shared/http/limits';
import { emailSchema } from '@livelane/shared/users/user.schema';
import { isBlank } from '@livelane/shared/values/blank';
import { NOT_ALLOWED } from '@livelane/shared/values/text';
import type { Logger } from 'pino';
import type { Audit } from '../../http/audit';
import { AppError } from '../../http/errors';
import type { IssuedSession, SessionService, SignInPlace } from '../auth/session.service';
import { type InvitationService, ignoreInvalidLink } from '../invitations/invitation.service';
import type { InvitationDocument } from '../invitations/invitation.types';
import { isUsable } from '../users/user.presenter';
import type { UserStore } from '../users/user.store';
import type { UserDocument } from '../users/user.types';
import type { GroupRoles } from './group-roles';
import { type Identity, type Logout, ProviderUnavailable } from './oidc.provider';

/** Why someone is not signed in, for the login page. */
export type OidcRefusal = 'oidc_failed' | 'oidc_unavailable' | 'oidc_unverified' | 'registration_closed';

export class OidcRefused extends Error {
  constructor(readonly reason: OidcRefusal) {
    super(reason);
  }
}

interface Dependencies {
  users: UserStore;
  sessions: SessionService;
  /** Ends the links of an account. */
  forgetLinks: (userId: string) => Promise<void>;
  invitations: Pick<InvitationService, 'openFor' | 'join' | 'giveBackPlace'>;
  /** Of an account by invitation: it has joined, or is removed. */
  finishJoining: (user: UserDocument) => Promise<void>;
  groupRoles: GroupRoles;
  registration: 'open' | 'invited';
  adminEmails: readonly string[];
  audit: Audit;
  logger: Pick<Logger, 'warn'>;
  now: () => Date;
}

/** Signs in people of the provider: by its subject, the first time by an address that it has verified. */
export class OidcSignIn {
  constructor(private readonly deps: Dependencies) {}

  /** @throws OidcRefused */
  async signIn(identity: Identity, place: SignInPlace): Promise<IssuedSession> {
    const { users, sessions, groupRoles, audit } = this.deps;
    const { issuer, subject, sid } = identity;
    const found = (await this.known(identity)) ?? (await this.firstTime(identity));
    // Without one, this person may have been a moment faster in another tab.
    const user = found ?? (await this.known(identity));
    if (!user || !isUsable(user)) throw this.refusal('oidc_failed', identity);
    await groupRoles.follow(user, identity.groups);
    const issued = await sessions.start(user._id, place, { issuer, subject, sid });
    const now = await users.find(user._id);
    // Checked after the session exists: whoever closes the account or takes it over either ends it, or was first.
    if (!now || !isUsable(now) || now.oidc?.subject !== subject || now.oidc.issuer !== issuer) {
      await sessions.end(issued.sessionId, 'revoked');
      throw this.refusal('oidc_failed', identity);
    }
    audit({ event: 'login.ok', userId: user._id, address: place.address });
    return issued;
  }

  /** Ends the sessions that the provider has ended: one, or all that it began for someone. */
  async signOut({ issuer, subject, sid }: Logout): Promise<void> {
    await this.deps.sessions.endOfProvider({ issuer, subject, sid });
  }

  /** Logs that no valid answer came from the provider, with what its administrator needs to know. */
  noteFailure(error: unknown): OidcRefusal {
    const reason = error instanceof ProviderUnavailable ? 'oidc_unavailable' : 'oidc_failed';
    this.deps.logger.warn({ reason, causes: causesOf(error) }, 'a sign-in at the provider has failed');
    return reason;
  }

  noteInvalidLogout(error: unknown): void {
    this.deps.logger.warn({ causes: causesOf(error) }, 'a logout of the provider was not valid');
  }

  /** The account of an earlier time. Nobody uses one that has not joined yet: it is joined first, or it goes. */
  private async known({ issuer, subject }: Identity): Promise<UserDocument | null> {
    const { users, finishJoining } = this.deps;
    const user = await users.findByOidc(issuer, subject);
    if (!user?.joining) return user;
    await finishJoining(user);
    return users.find(user._id);
  }

  /** Null when the account with this address cannot be linked, or came about meanwhile. @throws OidcRefused */
  private async firstTime(identity: Identity): Promise<UserDocument | null> {
    const address = emailSchema.safeParse(identity.email);
    if (!address.success || !identity.isVerified) throw this.refusal('oidc_unverified', identity);
    const email = address.data;
    const known = await this.deps.users.findByEmail(email);
    return known ? this.link(known, identity) : this.create(email, identity);
  }

  /** An account with an unproven address may be anyone's: its creator loses it to the person who has the address. */
  private async link(user: UserDocument, { issuer, subject }: Identity): Promise<UserDocument | null> {
    const { users, sessions, forgetLinks, audit, now } = this.deps;
    const isProven = user.emailProvenAt !== undefined;
    if (!isUsable(user) || (user.oidc && isProven)) return null;
    const link = async () => {
      const linked = await users.linkOidc(user, { issuer, subject }, now());
      if (linked && !isProven) await forgetLinks(user._id);
      return linked;
    };
    const linked = await (isProven ? link() : sessions.endAllAround(user._id, 'revoked', link));
    if (linked) audit({ event: 'oidc.linked', userId: user._id });
    return linked;
  }

  private async create(email: string, identity: Identity): Promise<UserDocument | null> {
    const { users, invitations, groupRoles, registration, adminEmails, audit, now } = this.deps;
    const invited = registration === 'invited' ? await invitations.openFor(email) : [];
    const isWelcome =
      registration === 'open' || adminEmails.includes(email) || groupRoles.isMapped(identity.groups);
    const [first] = invited;
    if (!isWelcome && !first) throw this.refusal('registration_closed', identity);
    // As in `RegistrationService`, which finishes it if this process dies: the membership comes with the account.
    const joining = !isWelcome && first && { invitationId: first._id, at: now() };
    const { issuer, subject, firstName, surname } = identity;
    const [local = email] = email.split('@');
    const user = await users
      .insert({
        firstName: nameIn(firstName) || nameIn(local),
        surname: nameIn(surname) || nameIn(firstName) || nameIn(local),
        email,
        emailProvenAt: now(),
        oidc: { issuer, subject },
        ...(joining && { joining }),
      })
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'email_taken') return null;
        throw error;
      });
    if (!user) return null;
    const joined = await this.join(user, invited);
    if (joining && joined === 0) {
      await users.remove(user._id);
      throw this.refusal('registration_closed', identity);
    }
    if (joining) await users.joined(user._id);
    audit({ event: 'user.registered', userId: user._id });
    audit({ event: 'oidc.linked', userId: user._id });
    return user;
  }

  /** @returns how many of the invitations were valid still */
  private async join({ _id: userId }: UserDocument, invited: readonly InvitationDocument[]): Promise<number> {
    const { invitations } = this.deps;
    let joined = 0;
    for (const invitation of invited) {
      try {
        await invitations.join(userId, invitation);
        joined++;
      } catch (error) {
        ignoreInvalidLink(error);
        await invitations.giveBackPlace(invitation._id, userId);
      }
    }
    return joined;
  }

  private refusal(reason: OidcRefusal, { email }: Identity): OidcRefused {
    this.deps.audit({ event: 'oidc.refused', reason, ...(email !== undefined && { email }) });
    return new OidcRefused(reason);
  }
}

/** A valid name, or '': a provider's text may be longer than allowed, or have characters that no text may. */
function nameIn(text = ''): string {
  const characters = [...text.normalize('NFC')].filter((character) => !NOT_ALLOWED.test(character));
  const name = characters.slice(0, NAME_MAX).join('').trim();
  return isBlank(name) ? '' : name;
}

/** What an error and its causes say, without the answers and tokens that they may carry. */
function causesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { message, code, error: named, error_description: about } = error as Error & Record<string, unknown>;
  const words = [message, code, named, about].filter((word) => typeof word === 'string');
  return [words.join(': '), ...causesOf(error.cause)];
}
