import type { AccountDeletion } from '@livelane/shared/auth/account.schema';
import { messages } from '@livelane/shared/http/messages';
import { isDatabaseAway } from '../../database/database-away';
import type { Audit } from '../../http/audit';
import { AppError, fieldError, ignoreNotFound } from '../../http/errors';
import type { Oplog } from '../../oplog/oplog';
import type { PasswordHasher } from '../auth/password.hasher';
import type { SessionService } from '../auth/session.service';
import type { AccessService } from '../members/access.service';
import type { LeftOver } from '../members/sweep.service';
import type { TeamServices } from '../members/team.services';
import type { TaskStore } from '../tasks/task.store';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import type { UserStore } from './user.store';
import type { LeavingPerson, UserDocument } from './user.types';

/** Data about a person beside their account, which is deleted with it (R24). Harmless to repeat. */
export interface PersonContents {
  removeAllOfUser(user: LeavingPerson): Promise<void>;
}

interface Dependencies {
  users: UserStore;
  sessions: Pick<SessionService, 'endAll'>;
  hasher: Pick<PasswordHasher, 'verify'>;
  access: Pick<AccessService, 'visibleProjects'>;
  workspaces: WorkspaceStore;
  tasks: Pick<TaskStore, 'assignedTo'>;
  team: Pick<TeamServices, 'workspaceMembers' | 'propagation'>;
  oplog: Pick<Oplog, 'forgetName' | 'rowsCaughtUp'>;
  contents: readonly PersonContents[];
  audit: Audit;
  now: () => Date;
}

/** Proof that the request is the account owner's. */
interface Proof {
  password?: string | undefined;
  /** For an account without a password. */
  email?: string | undefined;
}

/**
 * Deletes accounts (R24): a person's texts stay, under "former user"; data about them is deleted. The account's row is
 * deleted last: until then the work of a process that died is found and finished.
 */
export class AccountClosing {
  constructor(private readonly deps: Dependencies) {}

  /** The effects of a deletion. @throws AppError `not_found` for someone else's id */
  async preview(callerId: string, userId: string): Promise<AccountDeletion> {
    if (callerId !== userId) throw new AppError('not_found');
    const { access, oplog, tasks, workspaces } = this.deps;
    const projects = await access.visibleProjects(userId);
    await oplog.rowsCaughtUp(projects.map(({ id }) => id));
    const [lastOwnerOf, assigned] = await Promise.all([
      workspaces.ownedAloneBy(userId),
      tasks.assignedTo(
        userId,
        projects.map(({ id }) => id),
      ),
    ]);
    return { lastOwnerOf, assignedTasks: assigned.length };
  }

  /** @throws AppError `not_found` for someone else's id, `invalid_input` without proof, `last_owner` */
  async close(callerId: string, userId: string, proof: Proof): Promise<void> {
    const user = callerId === userId ? await this.deps.users.find(userId) : null;
    if (!user) throw new AppError('not_found');
    await this.requireProof(user, proof);
    await this.requireNotLastOwner(userId);
    await this.deps.users.beginClosing(userId, this.deps.now());
    await this.finish(user);
  }

  /** Deletions that were begun before `before`. */
  async leftOver(before: Date): Promise<LeftOver[]> {
    const userIds = await this.deps.users.closingSince(before);
    return userIds.map((userId) => ({
      about: { userId },
      finish: async () => {
        const user = await this.deps.users.find(userId);
        // If they have become a last owner in the meantime, the account is theirs again.
        if (user) await this.finish(user).catch(ignoreLastOwner);
      },
    }));
  }

  private async finish(user: UserDocument): Promise<void> {
    const { users, sessions, team, oplog, audit } = this.deps;
    const userId = user._id;
    try {
      await this.leaveAll(userId);
    } catch (error) {
      if (error instanceof AppError && error.code === 'last_owner') {
        await users.stopClosing(userId);
        await this.requireNotLastOwner(userId);
      }
      throw error;
    }
    await sessions.endAll(userId, 'account_closed');
    // Requests that were still in flight may have joined something.
    await this.leaveAll(userId);
    // The ops that remove them from boards take their name from the account's row.
    await team.propagation.finishAllOf(userId, this.deps.now()).catch(leaveToSweep);
    await oplog.forgetName(userId);
    const leaving = { _id: userId, email: user.email, formerEmails: await this.formerEmails(user) };
    for (const content of this.deps.contents) await content.removeAllOfUser(leaving);
    await users.remove(userId);
    audit({ event: 'account.deleted', userId });
  }

  private async formerEmails({ formerEmails = [] }: UserDocument): Promise<string[]> {
    const holders = await Promise.all(formerEmails.map((email) => this.deps.users.findByEmail(email)));
    return formerEmails.filter((_, index) => !holders[index]);
  }

  /** Removals that may be refused come first: someone who has just become a last owner has then left nothing yet. */
  private async leaveAll(userId: string): Promise<void> {
    const found = await this.deps.workspaces.allOfUser(userId);
    const owned = found.filter(({ role }) => role === 'owner');
    for (const { id } of [...owned, ...found.filter(({ role }) => role !== 'owner')])
      await this.deps.team.workspaceMembers.remove(userId, id, userId).catch(ignoreNotFound);
  }

  private async requireProof(user: UserDocument, { password, email }: Proof): Promise<void> {
    const { passwordHash } = user;
    if (passwordHash === undefined) {
      if (email !== user.email) throw fieldError('email', messages.input_wrong_email);
      return;
    }
    if (!password) throw fieldError('password', messages.input_required_password);
    if (await this.deps.hasher.verify(passwordHash, password)) return;
    this.deps.audit({ event: 'password.refused', userId: user._id });
    throw fieldError('password', messages.input_wrong_password);
  }

  private async requireNotLastOwner(userId: string): Promise<void> {
    const lastOwnerOf = await this.deps.workspaces.ownedAloneBy(userId);
    if (lastOwnerOf.length > 0) throw new AppError('last_owner', undefined, { conflict: { lastOwnerOf } });
  }
}

/** A board that cannot be read now follows later, without their name. */
function leaveToSweep(error: unknown): void {
  if (isDatabaseAway(error)) throw error;
}

function ignoreLastOwner(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'last_owner')) throw error;
}
