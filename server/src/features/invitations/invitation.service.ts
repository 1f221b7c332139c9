import { randomUUID } from 'node:crypto';
import type {
  AcceptedInvitation,
  Invitation,
  InvitationPreview,
  NewInvitation,
} from '@livelane/shared/invitations/invitation.schema';
import { INVITATION_MAX_USES } from '@livelane/shared/invitations/invitation.schema';
import { assignableProjectRoles, assignableWorkspaceRoles } from '@livelane/shared/permissions/permissions';
import { type ProjectRole, reachesRole, type WorkspaceRole } from '@livelane/shared/permissions/roles';
import type { Language } from '@livelane/shared/values/languages';
import type { Audit } from '../../http/audit';
import { AppError } from '../../http/errors';
import type { MailService } from '../../mail/mail.service';
import { hashLinkSecret, newSecret } from '../auth/secret';
import type { AccessService } from '../members/access.service';
import type { ProjectMembersService } from '../members/project-members.service';
import type { WorkspaceAdmissionService } from '../members/workspace-admission.service';
import type { UserStore } from '../users/user.store';
import { presentInvitation } from './invitation.presenter';
import type { InvitationStore } from './invitation.store';
import type { InvitationDocument } from './invitation.types';

interface Dependencies {
  invitations: InvitationStore;
  access: AccessService;
  workspaceAdmission: WorkspaceAdmissionService;
  projectMembers: ProjectMembersService;
  users: UserStore;
  mail: Pick<MailService, 'add'>;
  audit: Audit;
  /** Counts invitations of one address. @throws AppError `too_many_requests` */
  limitAddress: (email: string) => Promise<void>;
  /** How long a link lives, in milliseconds. */
  lifeMs: number;
  /** The address of an invitation's page, with its secret where no server or proxy logs it. */
  linkTo: (secret: string) => string;
  now: () => Date;
}

interface InvitationRequest {
  roleId: WorkspaceRole;
  email?: string | null | undefined;
  projectId?: string | null | undefined;
  projectRoleId?: ProjectRole | null | undefined;
  maxUses?: number | null | undefined;
}

/** The accepting account: for an invitation with an address only the account that has it. */
export interface Invited {
  userId: string;
  email: string;
}

/** Invitations to workspaces and projects. The inviter's right to give the role is checked on acceptance. */
export class InvitationService {
  constructor(private readonly deps: Dependencies) {}

  /** @throws AppError `not_found`, `forbidden`, `already_member`, `too_many_requests` */
  async create(
    actorId: string,
    workspaceId: string,
    request: InvitationRequest,
    language: Language,
  ): Promise<NewInvitation> {
    const { roleId } = request;
    const email = request.email ?? null;
    const projectId = request.projectId ?? null;
    const projectRoleId = request.projectRoleId ?? null;
    const { role } = await this.deps.access.requireWorkspace(actorId, workspaceId, 'workspace.addMember');
    if (!assignableWorkspaceRoles(role).includes(roleId))
      this.deps.access.deny(actorId, 'workspace.addMember', workspaceId);
    if (projectId && projectRoleId) await this.requireProject(actorId, workspaceId, projectId, projectRoleId);
    if (email !== null) {
      await this.refuseMember(email, { workspaceId, roleId, projectId, projectRoleId });
      await this.deps.limitAddress(email);
    }
    const now = this.deps.now();
    const secret = newSecret();
    const maxUses = email === null ? (request.maxUses ?? INVITATION_MAX_USES) : 1;
    const invitation = await this.deps.invitations.insert({
      _id: randomUUID(),
      secretHash: hashLinkSecret('invitation', secret),
      workspaceId,
      roleId,
      email,
      projectId,
      projectRoleId,
      invitedBy: actorId,
      maxUses,
      placesLeft: maxUses,
      usedBy: [],
      createdAt: now,
      expiresAt: new Date(now.getTime() + this.deps.lifeMs),
    });
    if (email !== null) await this.deps.mail.add('invitation', { email, language, secret });
    this.deps.audit({ event: 'invitation.created', actorId, id: invitation._id, workspaceId, roleId });
    return { ...presentInvitation(invitation), url: this.deps.linkTo(secret) };
  }

  /** Those that can still be accepted, newest first. @throws AppError `not_found`, `forbidden` */
  async list(userId: string, workspaceId: string): Promise<Invitation[]> {
    await this.deps.access.requireWorkspace(userId, workspaceId, 'workspace.addMember');
    const open = await this.deps.invitations.openOf(workspaceId, this.deps.now());
    return (await this.valid(open)).map(presentInvitation);
  }

  /** @throws AppError `not_found` (also for one that was used or revoked), `forbidden` */
  async revoke(actorId: string, workspaceId: string, invitationId: string): Promise<void> {
    await this.deps.access.requireWorkspace(actorId, workspaceId, 'workspace.addMember');
    if (!(await this.deps.invitations.remove(workspaceId, invitationId))) throw new AppError('not_found');
    this.deps.audit({ event: 'invitation.revoked', actorId, id: invitationId, workspaceId });
  }

  /** The inviter, and the workspace or project. @throws AppError `invalid_link` */
  async preview(secret: string): Promise<InvitationPreview> {
    const invitation = await this.find(secret);
    if (invitation.placesLeft === 0) throw new AppError('invalid_link');
    const { workspaceName, projectName } = await this.requireInviter(invitation);
    const [inviter] = await this.deps.users.publicUsers([invitation.invitedBy]);
    if (!inviter) throw new AppError('invalid_link');
    return {
      workspaceName,
      projectName,
      invitedBy: { firstName: inviter.firstName, surname: inviter.surname },
      roleId: invitation.roleId,
      projectRoleId: invitation.projectRoleId,
      email: invitation.email,
      expiresAt: invitation.expiresAt.toISOString(),
    };
  }

  /** The invitations that someone with this address may accept now. */
  async openFor(email: string): Promise<InvitationDocument[]> {
    return this.valid(await this.deps.invitations.openFor(email, this.deps.now()));
  }

  /** Those whose inviter may still invite there. */
  private async valid(invitations: readonly InvitationDocument[]): Promise<InvitationDocument[]> {
    const valid: InvitationDocument[] = [];
    for (const invitation of invitations)
      if (await this.requireInviter(invitation).catch(ignoreInvalidLink)) valid.push(invitation);
    return valid;
  }

  /** The invitation that someone with this address may accept now. @throws AppError `invalid_link` */
  async forEmail(secret: string, email: string): Promise<InvitationDocument> {
    const invitation = await this.find(secret);
    if (invitation.email !== null && invitation.email !== email) throw new AppError('invalid_link');
    await this.requireInviter(invitation);
    return invitation;
  }

  /**
   * Lets a user join the invitation's workspace or project. Roles only rise; existing members take no place, but need
   * one to be left; the same person may accept again.
   *
   * @throws AppError `invalid_link`
   */
  async accept(invited: Invited, secret: string): Promise<AcceptedInvitation> {
    const invitation = await this.forEmail(secret, invited.email);
    await this.join(invited.userId, invitation);
    const { workspaceId, projectId, roleId, projectRoleId } = invitation;
    return { workspaceId, projectId, roleId, projectRoleId };
  }

  /** Takes a place and joins. @throws AppError `invalid_link` without a place or right, or if they were removed since */
  async join(userId: string, invitation: InvitationDocument): Promise<void> {
    const { _id: id, workspaceId, roleId, projectId, projectRoleId, invitedBy } = invitation;
    if (invitation.joinedBy?.includes(userId)) {
      if (await this.deps.access.workspaceOf(userId, workspaceId)) return;
      throw new AppError('invalid_link');
    }
    if (!invitation.usedBy.includes(userId)) {
      if (invitation.placesLeft === 0) throw new AppError('invalid_link');
      if (await this.hasAll(userId, invitation)) {
        await this.deps.invitations.joined(id, userId);
        return;
      }
    }
    const taken = await this.deps.invitations.takePlace(id, userId, this.deps.now());
    if (!taken) throw new AppError('invalid_link');
    await this.asLink(this.deps.workspaceAdmission.join({ workspaceId, userId, roleId, invitedBy }));
    if (projectId && projectRoleId) {
      const joining = this.deps.projectMembers.join({ projectId, userId, roleId: projectRoleId, invitedBy });
      // They have joined the workspace: a project that was closed at this moment does not undo that.
      await this.asLink(joining).catch(ignoreInvalidLink);
    }
    await this.deps.invitations.joined(id, userId);
    if (!invitation.usedBy.includes(userId))
      this.deps.audit({ event: 'invitation.accepted', actorId: userId, id, workspaceId });
  }

  /** Gives back the place of an account that did not come about. */
  async giveBackPlace(invitationId: string, userId: string): Promise<void> {
    await this.deps.invitations.giveBackPlace(invitationId, userId);
  }

  async findById(invitationId: string): Promise<InvitationDocument | null> {
    return this.deps.invitations.findById(invitationId);
  }

  /** The same work for a malformed secret as for an unknown one. */
  private async find(secret: string): Promise<InvitationDocument> {
    const hash = hashLinkSecret('invitation', secret);
    const invitation = await this.deps.invitations.find(hash, this.deps.now());
    if (!invitation) throw new AppError('invalid_link');
    return invitation;
  }

  /** A workspace or project that has gone meanwhile makes the link invalid. */
  private async asLink(joining: Promise<void>): Promise<void> {
    try {
      await joining;
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') throw new AppError('invalid_link');
      throw error;
    }
  }

  private async requireProject(
    actorId: string,
    workspaceId: string,
    projectId: string,
    roleId: ProjectRole,
  ): Promise<void> {
    const { project, role } = await this.deps.access.requireProject(actorId, projectId, 'project.addMember');
    if (project.workspaceId !== workspaceId) throw new AppError('not_found');
    if (!assignableProjectRoles(role).includes(roleId))
      this.deps.access.deny(actorId, 'project.addMember', projectId);
  }

  /** The workspace and project, if the inviter may still give the promised roles: otherwise the link is invalid. */
  private async requireInviter(
    invitation: InvitationDocument,
  ): Promise<{ workspaceName: string; projectName: string | null }> {
    const { invitedBy, workspaceId, roleId, projectId, projectRoleId } = invitation;
    const [membership, active] = await Promise.all([
      this.deps.access.workspaceOf(invitedBy, workspaceId),
      this.deps.users.activeAmong([invitedBy]),
    ]);
    if (active.length === 0 || !membership || !assignableWorkspaceRoles(membership.role).includes(roleId))
      throw new AppError('invalid_link');
    if (!projectId || !projectRoleId) return { workspaceName: membership.workspace.name, projectName: null };
    const access = await this.deps.access.projectOf(invitedBy, projectId);
    if (!access || !assignableProjectRoles(access.role).includes(projectRoleId))
      throw new AppError('invalid_link');
    return { workspaceName: membership.workspace.name, projectName: access.project.name };
  }

  /** @throws AppError `already_member` when the account with this address has all that the invitation offers */
  private async refuseMember(email: string, promised: InvitationOffer): Promise<void> {
    const user = await this.deps.users.findByEmail(email);
    if (user && (await this.hasAll(user._id, promised))) throw new AppError('already_member');
  }

  private async hasAll(userId: string, promised: InvitationOffer): Promise<boolean> {
    const membership = await this.deps.access.workspaceOf(userId, promised.workspaceId);
    if (!membership || !reachesRole(membership.role, promised.roleId)) return false;
    if (!promised.projectId || !promised.projectRoleId) return true;
    const access = await this.deps.access.projectOf(userId, promised.projectId);
    return access !== null && reachesRole(access.role, promised.projectRoleId);
  }
}

/** Ignores `invalid_link`. */
export function ignoreInvalidLink(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'invalid_link')) throw error;
  return undefined;
}

/** The roles that an invitation offers. */
type InvitationOffer = Pick<InvitationDocument, 'workspaceId' | 'roleId' | 'projectId' | 'projectRoleId'>;
