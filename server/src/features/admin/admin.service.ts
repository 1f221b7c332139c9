import type {
  AdminUser,
  AuditItem,
  AuditQuery,
  OwnerlessWorkspace,
  Page,
  SystemState,
} from '@livelane/shared/admin/admin.schema';
import type { UserSession } from '@livelane/shared/auth/account.schema';
import type { Connection } from 'mongoose';
import * as z from 'zod/mini';
import type { Audit } from '../../http/audit';
import { Cursor, dotted, millisecondsWord } from '../../http/cursor';
import { AppError } from '../../http/errors';
import type { SignedIn } from '../../http/route';
import type { MailService } from '../../mail/mail.service';
import type { NodeRegistry } from '../../nodes/node.registry';
import type { Oplog } from '../../oplog/oplog';
import { VERSION } from '../../version';
import type { SessionService } from '../auth/session.service';
import type { WorkspaceAdmissionService } from '../members/workspace-admission.service';
import { isAdmin, isUsable } from '../users/user.presenter';
import type { UserStore } from '../users/user.store';
import type { UserDocument } from '../users/user.types';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import type { AuditFilter, AuditLog } from './audit.log';
import { auditCsv } from './audit-csv';

const PAGE = 50;
/** How many workspaces are checked together for an owner. */
const SCANNED_AT_ONCE = 200;
const DAY_LENGTH = 'YYYY-MM-DD'.length;
const cursor = new Cursor(dotted, {
  at: millisecondsWord,
  id: z.string().check(z.regex(/^[\da-f-]{1,36}$/)),
});

interface Dependencies {
  connection: Connection;
  users: UserStore;
  sessions: SessionService;
  workspaces: WorkspaceStore;
  workspaceAdmission: WorkspaceAdmissionService;
  oplog: Pick<Oplog, 'size'>;
  nodes: NodeRegistry;
  mail: Pick<MailService, 'counts'>;
  auditLog: AuditLog;
  adminEmails: readonly string[];
  audit: Audit;
  now: () => Date;
}

/** Queries and actions of administrators. Gives no right to any board. */
export class AdminService {
  constructor(private readonly deps: Dependencies) {}

  /** For everyone else there is no administration. @throws AppError `not_found` */
  async requireAdmin(userId: string): Promise<void> {
    const user = await this.deps.users.find(userId);
    if (!user || !isUsable(user) || !isAdmin(user, this.deps.adminEmails)) throw new AppError('not_found');
  }

  /** Users whose name or address contains every word of `search`, or whose id it is, newest accounts first. */
  async users({
    search = '',
    before,
  }: {
    search?: string | undefined;
    before?: string | undefined;
  }): Promise<Page<AdminUser>> {
    const words = search.split(/\s+/).filter(Boolean);
    const found = await this.deps.users.page(
      words,
      before === undefined ? null : cursor.placeOf(before),
      PAGE + 1,
    );
    const shown = found.slice(0, PAGE);
    const lastSeen = await this.deps.sessions.lastSeen(shown.map(({ _id }) => _id));
    const last = shown.at(-1);
    return {
      items: shown.map((user) => this.present(user, lastSeen.get(user._id))),
      next: found.length > PAGE && last ? cursor.textOf({ at: last.createdAt, id: last._id }) : null,
    };
  }

  /** Closes an account; its sessions and sockets end at once. @throws AppError `not_found`, `forbidden` for one's own */
  async deactivate(actorId: string, userId: string): Promise<void> {
    await this.requireOther(actorId, userId);
    const isNew = await this.deps.users.deactivate(userId, this.deps.now());
    await this.deps.sessions.endAll(userId, 'revoked');
    if (isNew) this.deps.audit({ event: 'account.deactivated', actorId, userId });
  }

  /** @throws AppError `not_found`, `forbidden` for one's own */
  async reactivate(actorId: string, userId: string): Promise<void> {
    await this.requireOther(actorId, userId);
    if (await this.deps.users.reactivate(userId))
      this.deps.audit({ event: 'account.reactivated', actorId, userId });
  }

  /** @throws AppError `not_found` */
  async sessionsOf(caller: SignedIn, userId: string): Promise<UserSession[]> {
    if (!(await this.deps.users.find(userId))) throw new AppError('not_found');
    return this.deps.sessions.list(userId, caller.sessionId);
  }

  /** Signs someone out everywhere. @throws AppError `not_found`, `forbidden` for one's own */
  async endSessions(actorId: string, userId: string): Promise<void> {
    await this.requireOther(actorId, userId);
    for (const sessionId of await this.deps.sessions.endAll(userId, 'revoked'))
      this.deps.audit({ event: 'session.ended', actorId, userId, sessionId });
  }

  /** Workspaces without an owner who can sign in. */
  async ownerless(before: string | undefined): Promise<Page<OwnerlessWorkspace>> {
    const { workspaces, users } = this.deps;
    const items: OwnerlessWorkspace[] = [];
    for (let last = before ?? ''; ; ) {
      const found = await workspaces.after(last, SCANNED_AT_ONCE);
      const active = new Set(
        await users.activeAmong([
          ...new Set(found.flatMap(({ members }) => members.map(({ userId }) => userId))),
        ]),
      );
      for (const { _id: id, name, members } of found) {
        if (members.some(({ userId, roleId }) => roleId === 'owner' && active.has(userId))) continue;
        const candidates = members.map(({ userId }) => userId).filter((userId) => active.has(userId));
        items.push({ id, name, members: await users.publicUsers(candidates) });
        if (items.length === PAGE) return { items, next: id };
      }
      if (found.length < SCANNED_AT_ONCE) return { items, next: null };
      last = found.at(-1)?._id ?? '';
    }
  }

  /** @throws AppError `not_found`, `forbidden` while the workspace has an owner, `not_workspace_member` */
  async giveOwner(actorId: string, workspaceId: string, userId: string): Promise<void> {
    const activeAmong = (userIds: readonly string[]) => this.deps.users.activeAmong(userIds);
    await this.deps.workspaceAdmission.giveOwner(actorId, workspaceId, userId, activeAmong);
    this.deps.audit({ event: 'owner.given', actorId, userId, id: workspaceId });
  }

  async system(): Promise<SystemState> {
    const { nodes, oplog, mail, connection } = this.deps;
    const [living, ops, queue, stats] = await Promise.all([
      nodes.living(),
      oplog.size(),
      mail.counts(),
      connection.db?.command({ dbStats: 1 }),
    ]);
    const storageBytes = Number(stats?.storageSize ?? 0) + Number(stats?.indexSize ?? 0);
    return { version: VERSION, nodes: living, storageBytes, ops, mail: queue };
  }

  async audited(query: AuditQuery): Promise<Page<AuditItem>> {
    const before = query.before === undefined ? null : cursor.placeOf(query.before);
    const found = await this.deps.auditLog.page(filterOf(query), before, PAGE + 1);
    const items = found.slice(0, PAGE);
    const last = items.at(-1);
    return {
      items,
      next: found.length > PAGE && last ? cursor.textOf({ at: new Date(last.at), id: last.id }) : null,
    };
  }

  /** The whole audit log, as far as it fits the query, as CSV. */
  auditCsv(query: AuditQuery): AsyncIterable<string> {
    return auditCsv(this.deps.auditLog.all(filterOf(query)));
  }

  private async requireOther(actorId: string, userId: string): Promise<void> {
    if (!(await this.deps.users.find(userId))) throw new AppError('not_found');
    if (actorId === userId) throw new AppError('forbidden');
  }

  private present(user: UserDocument, lastSeenAt: Date | undefined): AdminUser {
    const { _id: id, firstName, surname, email, createdAt } = user;
    return {
      id,
      firstName,
      surname,
      email,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      isDeactivated: user.deactivatedAt !== undefined,
      isAdmin: isAdmin(user, this.deps.adminEmails),
    };
  }
}

function filterOf({ event, userId, from, to }: AuditQuery): AuditFilter {
  return {
    event,
    userId,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to.length === DAY_LENGTH ? `${to}T23:59:59.999Z` : to),
  };
}
