import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { Config } from './config';
import { type ChangesOf, unknownChanges } from './database/connect';
import { AccessTokens } from './features/auth/access.token';
import { AuthService } from './features/auth/auth.service';
import { CONFIRM_MS, EmailChange } from './features/auth/email.change';
import { EndedSessions } from './features/auth/ended.sessions';
import { linkModel } from './features/auth/link.model';
import { LoginLimiter } from './features/auth/login.limiter';
import { PasswordHasher } from './features/auth/password.hasher';
import { PasswordReset, RESET_MS } from './features/auth/password.reset';
import { RefreshSecrets } from './features/auth/refresh.token';
import { RegistrationLimiter } from './features/auth/registration.limiter';
import { RegistrationService } from './features/auth/registration.service';
import { SecretLimit } from './features/auth/secret.limit';
import { sessionModel } from './features/auth/session.model';
import { SessionService } from './features/auth/session.service';
import { Unsubscribing } from './features/auth/unsubscribing';
import { BoardCheck } from './features/boards/board.check';
import { BoardService } from './features/boards/board.service';
import { ColumnService } from './features/boards/column.service';
import { opApplier } from './features/boards/op.applier';
import { PersonalBoards } from './features/boards/personal.boards';
import { ReplicaCache } from './features/boards/replica.cache';
import { commentModel } from './features/comments/comment.model';
import { CommentService } from './features/comments/comment.service';
import { CommentStore } from './features/comments/comment.store';
import { CheckpointStore } from './features/history/checkpoint.store';
import { HistoryService } from './features/history/history.service';
import { PastBoards } from './features/history/past.boards';
import { SeenStore } from './features/history/seen.store';
import { invitationModel } from './features/invitations/invitation.model';
import { InvitationService } from './features/invitations/invitation.service';
import { InvitationStore } from './features/invitations/invitation.store';
import { labelModel } from './features/labels/label.model';
import { LabelReferences } from './features/labels/label.references';
import { LabelRemoval } from './features/labels/label.removal';
import { LabelService } from './features/labels/label.service';
import { LabelStore } from './features/labels/label.store';
import { AccessService } from './features/members/access.service';
import { teamServices } from './features/members/team.services';
import { notificationParts } from './features/notifications/notification.parts';
import { PersonSettings } from './features/notifications/person.settings';
import { projectModel } from './features/projects/project.model';
import { ProjectStore } from './features/projects/project.store';
import { BulkService } from './features/tasks/bulk.service';
import { ChecklistService } from './features/tasks/checklist.service';
import { TaskCommits } from './features/tasks/task.commits';
import { taskModel } from './features/tasks/task.model';
import { TaskReferences } from './features/tasks/task.references';
import { TaskRestoring } from './features/tasks/task.restoring';
import { TaskService } from './features/tasks/task.service';
import { TaskStore } from './features/tasks/task.store';
import { TaskTransfer } from './features/tasks/task.transfer';
import { userModel } from './features/users/user.model';
import { userPresenter } from './features/users/user.presenter';
import { UserService } from './features/users/user.service';
import { UserStore } from './features/users/user.store';
import { workspaceModel } from './features/workspaces/workspace.model';
import { WorkspaceStore } from './features/workspaces/workspace.store';
import { type Audit, createAudit } from './http/audit';
import type { CounterFactory } from './http/counters';
import { linkTo } from './http/links';
import { limitByUser } from './http/rate.limit';
import { accountMails } from './mail/account.mails';
import { MailService } from './mail/mail.service';
import type { Composers } from './mail/mail.types';
import { NodeRegistry } from './nodes/node.registry';
import { boardHeadModel, opModel } from './oplog/op.model';
import { OpStore } from './oplog/op.store';
import { Oplog } from './oplog/oplog';
import type { Publisher } from './realtime/publisher';

interface Dependencies {
  config: Pick<
    Config,
    | 'jwtSecret'
    | 'registration'
    | 'registrationsPerHour'
    | 'adminEmails'
    | 'linkTtlSeconds'
    | 'mail'
    | 'mailRetrySeconds'
    | 'notifications'
  >;
  /** Where browsers reach us; known once the server listens. */
  publicUrl: () => URL;
  connection: Connection;
  /** Absent: only the database knows. */
  changesOf?: ChangesOf | undefined;
  logger: Logger;
  publisher: Publisher;
  /** No other process writes to this database. */
  isOnlyNode?: boolean | undefined;
  /** Hears what the audit log is told. */
  onAudit?: Audit;
  /** Makes the counters of limits. */
  counter: CounterFactory;
}

export type Services = ReturnType<typeof createServices>;

/** How long an invitation can be accepted, in milliseconds. */
const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;
const HOUR_SECONDS = 60 * 60;
/** Mails to one account in an hour: links for a new password, and for a new address. */
const RESET_MAIL_RATE = { name: 'reset-mail', points: 5, seconds: HOUR_SECONDS };
const CONFIRM_MAIL_RATE = { name: 'confirm-mail', points: 5, seconds: HOUR_SECONDS };
/** Invitations to one email address in a day. */
const INVITED_ADDRESS_RATE = { name: 'invited-address', points: 5, seconds: 24 * 60 * 60 };

/** Builds every service of one app instance: the one place where features are put together. */
export function createServices(deps: Dependencies) {
  const { config, connection, logger, publisher, counter, changesOf = unknownChanges } = deps;
  const audit = createAudit(logger, deps.onAudit);
  const users = new UserStore(userModel(connection));
  const workspaceStore = new WorkspaceStore(workspaceModel(connection), changesOf);
  const projectStore = new ProjectStore(projectModel(connection), changesOf);
  const taskStore = new TaskStore(taskModel(connection));

  const commentStore = new CommentStore(commentModel(connection));

  const oplog = new Oplog(
    new OpStore(opModel(connection), boardHeadModel(connection)),
    opApplier(taskStore, projectStore, commentStore),
    {
      rowsFollow: deps.isOnlyNode ?? false,
      changesOf,
      onUnreadable: (projectId, err) =>
        logger.error({ projectId, err }, 'this board cannot be read; all others go on'),
    },
  );
  const loadTasks = (projectId: string) => taskStore.ofProject(projectId);
  const loadColumns = async (projectId: string) => (await projectStore.find(projectId))?.columns ?? {};
  const replicas = new ReplicaCache({ oplog, loadTasks, loadColumns });

  const access = new AccessService({
    workspaces: workspaceStore,
    projects: projectStore,
    users,
    oplog,
    onDenied: (denied) => audit({ event: 'denied', ...denied }),
  });
  const labelStore = new LabelStore(labelModel(connection));
  const references = new TaskReferences({
    access,
    projects: projectStore,
    labels: new LabelReferences(labelStore),
  });
  const transfer = new TaskTransfer({ access, references, oplog, replicas, store: taskStore, log: logger });
  const seen = new SeenStore(connection, changesOf);
  const checkpoints = new CheckpointStore(connection);
  const nodes = new NodeRegistry(connection, logger);
  const restoring = new TaskRestoring({ access, references, store: taskStore });
  const commits = new TaskCommits({ access, oplog, replicas, store: taskStore, transfer });
  const ended = new EndedSessions(connection);
  const sessions = new SessionService({
    sessions: sessionModel(connection),
    secrets: new RefreshSecrets(config.jwtSecret),
    changesOf,
    ended,
    listener: publisher,
    audit,
    now: () => new Date(),
  });
  const hasher = new PasswordHasher();
  const now = () => new Date();
  const lifeOf = (usualMs: number) =>
    config.linkTtlSeconds === undefined ? usualMs : config.linkTtlSeconds * 1000;
  const mail = new MailService({
    connection,
    settings: config.mail,
    serverSecret: config.jwtSecret,
    retrySeconds: config.mailRetrySeconds,
    publicUrl: deps.publicUrl,
    logger,
    now,
  });
  const links = linkModel(connection);
  const secrets = new SecretLimit(counter);
  const settings = new PersonSettings(connection);
  const notifications = notificationParts({
    connection,
    oplog,
    isOnlyNode: deps.isOnlyNode ?? false,
    access,
    projects: projectStore,
    workspaces: workspaceStore,
    tasks: taskStore,
    comments: commentStore,
    users,
    unsubscribing: new Unsubscribing({
      links,
      settings,
      secrets,
      serverSecret: config.jwtSecret,
      publicUrl: deps.publicUrl,
      now,
    }),
    isAlive: (sessionId, userId) => sessions.isAlive(sessionId, userId),
    publisher,
    mails: mail,
    settings,
    times: config.notifications,
    serverSecret: config.jwtSecret,
    publicUrl: deps.publicUrl,
    logger,
    now,
  });
  oplog.onCommitted((op) => notifications.worker.heard(op));
  const team = teamServices({
    access,
    oplog,
    projects: projectStore,
    workspaces: workspaceStore,
    users,
    tasks: taskStore,
    workspaceContents: [labelStore],
    contents: [taskStore, seen, checkpoints],
    publisher,
    onCarried: (workspaceId, entry) => notifications.writer.ofWorkspaceChange(workspaceId, entry),
    audit,
    log: logger,
  });
  const labelRemoval = new LabelRemoval({
    oplog,
    replicas,
    projects: projectStore,
    labels: labelStore,
    nodes,
  });
  team.sweep.add((before) => labelRemoval.finishLeftOver(before));
  const invitations = new InvitationService({
    invitations: new InvitationStore(invitationModel(connection)),
    access,
    workspaceMembers: team.workspaceMembers,
    projectMembers: team.projectMembers,
    users,
    audit,
    limitAddress: limitByUser(counter, INVITED_ADDRESS_RATE),
    lifeMs: lifeOf(INVITATION_MS),
    mail,
    linkTo: (secret) => linkTo(deps.publicUrl(), 'invitation', secret),
    now,
  });
  const { registration, adminEmails } = config;
  const presentUser = userPresenter(adminEmails);
  const registrations = new RegistrationService({
    users,
    invitations,
    sessions,
    hasher,
    audit,
    presentUser,
    registration,
    adminEmails,
  });
  const emailChange = new EmailChange({
    users,
    links,
    mail,
    audit,
    limitAccount: limitByUser(counter, CONFIRM_MAIL_RATE),
    lifeMs: lifeOf(CONFIRM_MS),
    now,
  });
  const reset = new PasswordReset({
    users,
    links,
    sessions,
    hasher,
    mail,
    audit,
    limitAccount: limitByUser(counter, RESET_MAIL_RATE),
    serverSecret: config.jwtSecret,
    lifeMs: lifeOf(RESET_MS),
    now,
  });
  team.sweep.add((before) => registrations.finishLeftOver(before));
  const limiter = new LoginLimiter(counter);
  const registrationLimiter = new RegistrationLimiter(counter, config.registrationsPerHour, audit);
  const tokens = new AccessTokens(config.jwtSecret);

  return {
    counter,
    nodes,
    comments: new CommentService({
      access,
      oplog,
      replicas,
      tasks: taskStore,
      store: commentStore,
      users,
      nodes,
    }),
    ended,
    users,
    oplog,
    replicas,
    access,
    team,
    auth: new AuthService({ users, sessions, tokens, hasher, limiter, audit, presentUser }),
    accounts: new UserService({
      users,
      sessions,
      hasher,
      audit,
      emailChange,
      presentUser,
      onRenamed: (userId) => team.propagation.carryName(userId),
    }),
    registrations,
    registrationLimiter,
    reset,
    emailChange,
    mail,
    /** Writes the words of each kind of mail. */
    composers: {
      ...accountMails({
        publicUrl: deps.publicUrl,
        issueReset: (email, mailId) => reset.issueFor(email, mailId),
        invitation: (secret) => invitations.preview(secret),
      }),
      notification: (payload, mailId) => notifications.mails.compose(payload, mailId),
    } satisfies Composers,
    invitations,
    secrets,
    notifications,
    authOptions: { registration, mail: mail.isSetUp, passwords: true, oidc: null },
    transfer,
    tasks: new TaskService({
      access,
      references,
      oplog,
      replicas,
      store: taskStore,
      transfer,
      commits,
      restoring,
      nodes,
      removal: labelRemoval,
      audit,
    }),
    bulk: new BulkService({
      access,
      oplog,
      replicas,
      references,
      restoring,
      commits,
      store: taskStore,
      removal: labelRemoval,
      nodes,
      audit,
    }),
    checklists: new ChecklistService({ commits, nodes }),
    columns: new ColumnService({ access, oplog, replicas, nodes }),
    labels: new LabelService({ access, labels: labelStore, removal: labelRemoval, notices: team.notices }),
    boardCheck: new BoardCheck({ oplog, replicas, loadTasks, logger }),
    boards: new BoardService({ access, oplog, replicas, seen }),
    history: new HistoryService({
      access,
      oplog,
      replicas,
      tasks: taskStore,
      comments: commentStore,
      users,
      pastBoards: new PastBoards({ oplog, checkpoints, logger }),
      seen,
      publisher,
    }),
    personalBoards: new PersonalBoards({ access, oplog, replicas, tasks: taskStore }),
  };
}
