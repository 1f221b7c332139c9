import type { User } from '@livelane/shared/users/user.schema';
import type { Audit } from '../../http/audit';
import { AppError } from '../../http/errors';
import { type InvitationService, ignoreInvalidLink } from '../invitations/invitation.service';
import type { InvitationDocument } from '../invitations/invitation.types';
import type { LeftOver } from '../members/sweep.service';
import type { UserPresenter } from '../users/user.presenter';
import type { UserStore } from '../users/user.store';
import type { UserDocument } from '../users/user.types';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import type { PasswordHasher } from './password.hasher';
import type { SecretLimit } from './secret-limit';
import type { SessionService } from './session.service';

interface Dependencies {
  users: UserStore;
  workspaces: Pick<WorkspaceStore, 'allOfUser'>;
  invitations: Pick<InvitationService, 'forEmail' | 'findById' | 'join' | 'giveBackPlace'>;
  sessions: Pick<SessionService, 'endAll'>;
  secrets: Pick<SecretLimit, 'guard'>;
  hasher: PasswordHasher;
  audit: Audit;
  presentUser: UserPresenter;
  /** `invited`: everyone but administrators needs an invitation. `closed`: the provider makes accounts. */
  registration: 'open' | 'invited' | 'closed';
  adminEmails: readonly string[];
}

interface Registration {
  firstName: string;
  surname: string;
  email: string;
  password: string;
  /** The secret of an invitation's link. */
  invitation?: string | null | undefined;
}

/** New accounts. One that is made by an invitation comes with its membership, or not at all. */
export class RegistrationService {
  constructor(private readonly deps: Dependencies) {}

  /**
   * @param address of the network, which may guess only so many secrets
   * @throws AppError `email_taken`, `registration_closed`, `invalid_link`, `too_many_requests`, `busy`
   */
  async register(input: Registration, address: string): Promise<User> {
    if (this.deps.registration === 'closed') throw new AppError('registration_closed');
    try {
      const make = () => this.make(input);
      return await (input.invitation == null ? make() : this.deps.secrets.guard(address, make));
    } catch (error) {
      // People who may not register anyway learn just that, not whether their link was ever valid.
      if (!this.isOpenTo(input.email) && error instanceof AppError && error.code === 'invalid_link')
        throw new AppError('registration_closed');
      throw error;
    }
  }

  private async make(input: Registration): Promise<User> {
    const { firstName, surname, email } = input;
    const invitation = await this.invitationFor(input.invitation ?? undefined, email);
    const passwordHash = await this.deps.hasher.hash(input.password);
    const joining = invitation && { invitationId: invitation._id, at: new Date() };
    const person = { firstName, surname, email, passwordHash };
    const user = await this.deps.users.insert({ ...person, ...(joining && { joining }) });
    if (invitation) await this.join(user, invitation);
    this.deps.audit({ event: 'user.registered', userId: user._id });
    return this.deps.presentUser(user);
  }

  /** Accounts by invitation from before `before` whose process died: they are finished or removed. */
  async leftOver(before: Date): Promise<LeftOver[]> {
    const users = await this.deps.users.joiningSince(before);
    return users.map((user) => ({
      about: { userId: user._id },
      finish: () => this.finishJoining(user),
    }));
  }

  /** Joins by the invitation that made an account, or removes the account if the invitation is not valid any more. */
  async finishJoining(user: UserDocument): Promise<void> {
    const invitation = user.joining && (await this.deps.invitations.findById(user.joining.invitationId));
    if (!invitation) await this.withdraw(user);
    else await this.join(user, invitation).catch(ignoreInvalidLink);
  }

  private async invitationFor(secret: string | undefined, email: string): Promise<InvitationDocument | null> {
    if (secret !== undefined) return this.openInvitation(secret, email);
    if (!this.isOpenTo(email)) throw new AppError('registration_closed');
    return null;
  }

  /** One that is used up is invalid, but to whoever has used it: they learn by `email_taken` that they have an account. */
  private async openInvitation(secret: string, email: string): Promise<InvitationDocument> {
    const invitation = await this.deps.invitations.forEmail(secret, email);
    if (invitation.placesLeft > 0) return invitation;
    const user = await this.deps.users.findByEmail(email);
    if (user && invitation.usedBy.includes(user._id)) return invitation;
    throw new AppError('invalid_link');
  }

  /** Whether an account with this address needs no invitation. */
  private isOpenTo(email: string): boolean {
    return this.deps.registration === 'open' || this.deps.adminEmails.includes(email);
  }

  private async join(user: UserDocument, invitation: InvitationDocument): Promise<void> {
    try {
      await this.deps.invitations.join(user._id, invitation);
    } catch (error) {
      if (error instanceof AppError && error.code === 'invalid_link') {
        await this.deps.invitations.giveBackPlace(invitation._id, user._id);
        await this.withdraw(user);
      }
      // Anything else (the database is away) is finished by the next sweep, one way or the other.
      throw error;
    }
    await this.deps.users.joined(user._id);
  }

  /** An account that has signed in meanwhile, and is in a workspace, stays. */
  private async withdraw({ _id: userId }: UserDocument): Promise<void> {
    const { users, workspaces, sessions } = this.deps;
    if ((await workspaces.allOfUser(userId)).length > 0) return users.joined(userId);
    await users.remove(userId);
    await sessions.endAll(userId, 'logout');
  }
}
