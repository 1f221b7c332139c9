import { KEYS_PROTOCOL } from '@livelane/shared/http/protocol';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { Config } from './config';
import { type ChangesOf, unknownChanges } from './database/connect';
import { AdminService } from './features/admin/admin.service';
import { AuditLog } from './features/admin/audit.log';
import { EndedSessions } from './features/auth/ended-sessions';
import { linkModel } from './features/auth/link.model';
import { RefreshSecrets } from './features/auth/refresh-token';
import { linkLife } from './features/auth/secret';
import { SecretLimit } from './features/auth/secret-limit';
import { sessionModel } from './features/auth/session.model';
import { SessionService } from './features/auth/session.service';
import { UNSUBSCRIBE_MS, Unsubscribing } from './features/auth/unsubscribing';
import { Erasure } from './features/history/erasure';
import { HistoryUpkeep } from './features/history/history.upkeep';
import { LogAging } from './features/history/log-aging';
import { LabelService } from './features/labels/label.service';
import { teamServices } from './features/members/team.services';
import { notificationParts } from './features/notifications/notification.parts';
import { PersonSettings } from './features/notifications/person-settings';
import type { ProjectContents } from './features/projects/project.removal';
import { type Audit, createAudit } from './http/audit';
import { Budgets } from './http/budgets';
import type { CounterFactory } from './http/counters';
import { accountMails } from './mail/account.mails';
import { MailService } from './mail/mail.service';
import type { Composers } from './mail/mail.types';
import { Lease } from './nodes/lease';
import type { NodeBus } from './nodes/node.bus';
import { NodeRegistry } from './nodes/node.registry';
import type { Publisher } from './realtime/publisher';
import { type AccountConfig, accountServices } from './services/account.services';
import { boardServices } from './services/board.services';
import { createStores } from './services/stores';

export type ServiceConfig = AccountConfig &
  Pick<Config, 'mail' | 'mailRetrySeconds' | 'notifications' | 'historyDays' | 'budgets'>;

interface Dependencies {
  config: ServiceConfig;
  /** The origin for browsers; known once the server listens. */
  publicUrl: () => URL;
  connection: Connection;
  /** Absent: the database is queried each time. */
  changesOf?: ChangesOf | undefined;
  logger: Logger;
  publisher: Publisher;
  bus: NodeBus;
  /** No other process writes to this database; absent: those that do notify each other. */
  isOnlyNode?: boolean | undefined;
  /** Called for each line of the audit log. */
  onAudit?: Audit;
  /** Makes the counters of limits. */
  counter: CounterFactory;
}

export type Services = ReturnType<typeof createServices>;

/** Builds every service of one node: the one place where features are combined. */
export function createServices(deps: Dependencies) {
  const { config, connection, logger, publicUrl, publisher, counter, changesOf = unknownChanges } = deps;
  const serverSecret = config.jwtSecret;
  const now = () => new Date();
  const auditLog = new AuditLog(connection, logger, now);
  const audit = createAudit(logger, (event) => {
    deps.onAudit?.(event);
    auditLog.add(event);
  });
  const stores = createStores(connection, changesOf);
  const { users, workspaces, projects, tasks, comments } = stores;
  const nodes = new NodeRegistry(connection, logger);
  const databaseNow = () => nodes.databaseNow;
  const budgets = new Budgets(config.budgets);
  const board = boardServices({
    connection,
    stores,
    changesOf,
    isOnlyNode: deps.isOnlyNode,
    nodes,
    bus: deps.bus,
    publisher,
    budgets,
    audit,
    logger,
  });
  const { oplog, access, labelReferences, labelRemoval, labelRestoring } = board;

  const ended = new EndedSessions(connection, databaseNow);
  const sessions = new SessionService({
    sessions: sessionModel(connection),
    secrets: new RefreshSecrets(serverSecret),
    changesOf,
    ended,
    listener: publisher,
    audit,
    now,
  });
  const mail = new MailService({
    connection,
    settings: config.mail,
    serverSecret,
    retrySeconds: config.mailRetrySeconds,
    publicUrl,
    logger,
    now,
    databaseNow,
  });
  const links = linkModel(connection);
  const secrets = new SecretLimit(counter);
  const settings = new PersonSettings(connection, changesOf);
  const notifications = notificationParts({
    connection,
    changesOf,
    oplog,
    isOnlyNode: deps.isOnlyNode ?? false,
    access,
    projects,
    workspaces,
    tasks,
    transfer: board.transfer,
    summaries: board.summaries,
    comments,
    users,
    unsubscribing: new Unsubscribing({
      links,
      settings,
      secrets,
      serverSecret,
      lifeMs: linkLife(config.linkTtlSeconds, UNSUBSCRIBE_MS),
      publicUrl,
      now,
    }),
    isAlive: (sessionId, userId) => sessions.isAlive(sessionId, userId),
    publisher,
    mails: mail,
    settings,
    times: config.notifications,
    publicUrl,
    logger,
    now,
    databaseNow,
  });
  oplog.onCommitted((op) => notifications.worker.heard(op));
  oplog.onUnapplied(() => notifications.worker.missedSome());
  const ofComments: ProjectContents = {
    async removeAllOfProject(projectId) {
      await comments.removeAllOfProject(projectId, await tasks.movingFrom(projectId));
    },
  };
  const team = teamServices({
    access,
    oplog,
    projects,
    workspaces,
    users,
    tasks,
    workspaceContents: [stores.labels],
    contents: [notifications, ofComments, tasks, stores.views, stores.seen, stores.checkpoints],
    afterLog: [notifications.worker],
    publisher,
    onCarried: (workspaceId, entry) => notifications.writer.ofWorkspaceChange(workspaceId, entry),
    audit,
    log: logger,
  });
  const account = accountServices({
    config,
    connection,
    publicUrl,
    stores,
    oplog,
    personContents: [stores.seen, stores.views, notifications, auditLog],
    sessions,
    links,
    access,
    team,
    mail,
    settings,
    secrets,
    audit,
    logger,
    counter,
    now,
  });
  const ofHistory = {
    oplog,
    upkeep: board.opUpkeep,
    checkpoints: stores.checkpoints,
    pastBoards: board.pastBoards,
  };
  const historyUpkeep = new HistoryUpkeep({
    erasure: new Erasure({ ...ofHistory, tasks, comments, others: [notifications.texts] }),
    aging: new LogAging({ ...ofHistory, historyDays: config.historyDays, logger }),
    retireFormer: async () => {
      if (nodes.allSpoke(KEYS_PROTOCOL)) await board.opUpkeep.retireFormerKeys();
    },
    lease: new Lease(connection, 'history', databaseNow),
    logger,
    // What is erased early is lost: no node's clock that is ahead may decide it.
    now: () => new Date(databaseNow()),
  });
  team.sweep.add((before) => labelRemoval.leftOver(before));
  team.sweep.add((before) => labelRestoring.leftOver(before));
  team.sweep.add((before) => account.registrations.leftOver(before));
  team.sweep.add((before) => account.closing.leftOver(before));
  team.sweep.add((before) => account.accounts.leftOver(before));

  return {
    ...board,
    ...account,
    budgets,
    counter,
    serverSecret,
    nodes,
    auditLog,
    admin: new AdminService({
      connection,
      users,
      sessions,
      workspaces,
      workspaceAdmission: team.workspaceAdmission,
      oplog,
      nodes,
      mail,
      auditLog,
      adminEmails: config.adminEmails,
      audit,
      now,
    }),
    ended,
    users,
    workspaces,
    team,
    mail,
    /** Writes the text of each kind of mail. */
    composers: {
      ...accountMails({
        publicUrl,
        issueReset: (email, mailId, askedAt) => account.reset.issueFor(email, mailId, askedAt),
        renewConfirm: (secret) => account.emailChange.renew(secret),
        invitation: (secret) => account.invitations.preview(secret),
      }),
      notification: (payload, mailId) => notifications.mails.compose(payload, mailId),
    } satisfies Composers,
    secrets,
    notifications,
    historyUpkeep,
    authOptions: {
      registration: config.registration,
      mail: mail.isSetUp,
      passwords: !config.oidc?.isOnly,
      oidc: config.oidc ? { name: config.oidc.name } : null,
    },
    labels: new LabelService({
      access,
      labels: stores.labels,
      references: labelReferences,
      removal: labelRemoval,
      restoring: labelRestoring,
      notices: team.notices,
      nodes,
      workspaces: stores.workspaces,
      views: board.views,
      log: logger,
    }),
  };
}
