import type { Logger } from 'pino';

/** Everything that the audit log records; no secrets in it. */
export type AuditEvent =
  | { event: 'login.ok'; userId: string; address: string }
  | { event: 'login.failed'; email: string; address: string }
  | { event: 'login.limited' | 'registration.limited'; email: string; address: string }
  | { event: 'logout'; userId: string; sessionId: string }
  | { event: 'refresh.reused'; userId: string; sessionId: string }
  | { event: 'user.registered'; userId: string }
  | { event: 'password.changed' | 'password.refused'; userId: string }
  | { event: 'email.changed'; userId: string }
  | { event: 'password.reset' | 'password.forgotten'; userId: string }
  | { event: 'session.ended'; userId: string; sessionId: string; actorId?: string }
  | { event: 'account.deleted' | 'oidc.linked'; userId: string }
  | { event: 'oidc.refused'; reason: string; email?: string }
  | { event: 'account.deactivated' | 'account.reactivated'; actorId: string; userId: string }
  | { event: 'owner.given'; actorId: string; userId: string; id: string }
  | { event: 'invitation.created'; actorId: string; id: string; workspaceId: string; roleId: string }
  | { event: 'invitation.revoked' | 'invitation.accepted'; actorId: string; id: string; workspaceId: string }
  | {
      event: 'member.added' | 'member.changed';
      actorId: string;
      userId: string;
      scope: 'workspace' | 'project';
      id: string;
      roleId: string;
    }
  | { event: 'member.removed'; actorId: string; userId: string; scope: 'workspace' | 'project'; id: string }
  | { event: 'workspace.deleted' | 'project.deleted'; actorId: string; id: string }
  | { event: 'task.deleted' | 'task.restored'; actorId: string; projectId: string; id: string }
  | { event: 'denied'; userId: string; action: string; id: string };

export type Audit = (event: AuditEvent) => void;

/** Writes audit events as structured log lines of their own kind. */
export function createAudit(logger: Logger, onEvent: Audit = () => undefined): Audit {
  const log = logger.child({ kind: 'audit' });
  return (event) => {
    log.info(event, event.event);
    onEvent(event);
  };
}
