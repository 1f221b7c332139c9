import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { Config } from '../config';
import { AccessTokens } from '../features/auth/access-token';
import { AuthService } from '../features/auth/auth.service';
import { CONFIRM_MS, EmailChange } from '../features/auth/email-change';
import type { LinkModel } from '../features/auth/link.model';
import { LoginLimiter } from '../features/auth/login.limiter';
import { PasswordHasher } from '../features/auth/password.hasher';
import { PasswordReset, RESET_MS } from '../features/auth/password-reset';
import { RegistrationLimiter } from '../features/auth/registration.limiter';
import { RegistrationService } from '../features/auth/registration.service';
import { linkLife } from '../features/auth/secret';
import type { SecretLimit } from '../features/auth/secret-limit';
import type { SessionService } from '../features/auth/session.service';
import { invitationModel } from '../features/invitations/invitation.model';
import { InvitationService } from '../features/invitations/invitation.service';
import { InvitationStore } from '../features/invitations/invitation.store';
import type { AccessService } from '../features/members/access.service';
import type { TeamServices } from '../features/members/team.services';
import type { PersonSettings } from '../features/notifications/person-settings';
import { GroupRoles } from '../features/oidc/group-roles';
import { OidcProvider } from '../features/oidc/oidc.provider';
import { OidcSignIn } from '../features/oidc/oidc.sign-in';
import { AccountClosing, type PersonContents } from '../features/users/account-closing';
import { userPresenter } from '../features/users/user.presenter';
import { UserService } from '../features/users/user.service';
import type { Audit } from '../http/audit';
import type { CounterFactory } from '../http/counters';
import { linkTo } from '../http/links';
import { limitByUser } from '../http/rate-limit';
import type { MailService } from '../mail/mail.service';
import type { Oplog } from '../oplog/oplog';
import type { Stores } from './stores';

export type AccountConfig = Pick<
  Config,
  'jwtSecret' | 'registration' | 'registrationsPerHour' | 'adminEmails' | 'linkTtlSeconds' | 'oidc'
>;

interface Dependencies {
  config: AccountConfig;
  connection: Connection;
  publicUrl: () => URL;
  stores: Stores;
  oplog: Oplog;
  /** Data about people in other features. */
  personContents: readonly PersonContents[];
  sessions: SessionService;
  links: LinkModel;
  access: AccessService;
  team: TeamServices;
  mail: MailService;
  settings: Pick<PersonSettings, 'languageOf'>;
  /** Counts secrets that open nothing. */
  secrets: SecretLimit;
  audit: Audit;
  logger: Logger;
  counter: CounterFactory;
  now: () => Date;
}

/** How long an invitation can be accepted. */
const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;
const HOUR_SECONDS = 60 * 60;
/** Addresses that one person asks about: who has them, or whether anybody has. */
const LOOKUP_RATE = { name: 'lookup', points: 60, seconds: 60 };
/** Mails to one account in an hour: links for a new password, and for a new address. */
const RESET_MAIL_RATE = { name: 'reset-mail', points: 5, seconds: HOUR_SECONDS };
const CONFIRM_MAIL_RATE = { name: 'confirm-mail', points: 5, seconds: HOUR_SECONDS };
/** Invitations to one email address in a day. */
const INVITED_ADDRESS_RATE = { name: 'invited-address', points: 5, seconds: 24 * 60 * 60 };

/** Builds the services for access: signing in and up, invitations, and the links in their mails. */
export function accountServices(deps: Dependencies) {
  const { config, publicUrl, stores, sessions, links, access, team, mail, audit, logger, counter, now } =
    deps;
  const { users } = stores;
  const { registration, adminEmails } = config;
  const lifeOf = (usualMs: number) => linkLife(config.linkTtlSeconds, usualMs);
  const hasher = new PasswordHasher();
  const presentUser = userPresenter(adminEmails);
  const invitationStore = new InvitationStore(invitationModel(deps.connection));
  const invitations = new InvitationService({
    invitations: invitationStore,
    access,
    workspaceAdmission: team.workspaceAdmission,
    projectMembers: team.projectMembers,
    users,
    audit,
    limitAddress: limitByUser(counter, INVITED_ADDRESS_RATE),
    lifeMs: lifeOf(INVITATION_MS),
    mail,
    linkTo: (secret) => linkTo(publicUrl(), 'invitation', secret),
    now,
  });
  const lookupLimit = limitByUser(counter, LOOKUP_RATE);
  const { notices } = team;
  const emailChange = new EmailChange({
    users,
    links,
    mail,
    audit,
    notices,
    limitLookup: lookupLimit,
    limitAccount: limitByUser(counter, CONFIRM_MAIL_RATE),
    lifeMs: lifeOf(CONFIRM_MS),
    now,
  });
  const { oidc } = config;
  const redirectUri = () => new URL('/v1/auth/oidc/callback', publicUrl()).href;
  const isOnlyOidc = oidc?.isOnly ?? false;
  const registrations = new RegistrationService({
    users,
    workspaces: stores.workspaces,
    invitations,
    sessions,
    secrets: deps.secrets,
    hasher,
    audit,
    presentUser,
    registration: isOnlyOidc ? 'closed' : registration,
    adminEmails,
  });
  const limiter = new LoginLimiter(counter, audit);
  const tokens = new AccessTokens(config.jwtSecret);
  return {
    invitations,
    lookupLimit,
    emailChange,
    oidcProvider: oidc ? new OidcProvider(oidc, redirectUri, now) : null,
    oidcSignIn: new OidcSignIn({
      users,
      sessions,
      forgetLinks: async (userId) => void (await links.deleteMany({ userId })),
      invitations,
      finishJoining: (user) => registrations.finishJoining(user),
      groupRoles: new GroupRoles({
        mapping: oidc?.groupRoles ?? [],
        users,
        workspaces: stores.workspaces,
        workspaceAdmission: team.workspaceAdmission,
      }),
      registration,
      adminEmails,
      audit,
      logger,
      now,
    }),
    auth: new AuthService({
      users,
      sessions,
      tokens,
      hasher,
      limiter,
      audit,
      presentUser,
      settings: deps.settings,
      takesPassword: (email) => !isOnlyOidc || adminEmails.includes(email),
    }),
    accounts: new UserService({
      users,
      sessions,
      hasher,
      audit,
      emailChange,
      mail,
      presentUser,
      notices,
      carryName: (userId, renamingId, isFirst) => team.propagation.carryName(userId, renamingId, isFirst),
      log: logger,
    }),
    registrations,
    closing: new AccountClosing({
      users,
      sessions,
      hasher,
      access,
      workspaces: stores.workspaces,
      tasks: stores.tasks,
      team,
      oplog: deps.oplog,
      contents: [
        invitationStore,
        { removeAllOfUser: async ({ _id: userId }) => void (await links.deleteMany({ userId })) },
        ...deps.personContents,
      ],
      audit,
      now,
    }),
    registrationLimiter: new RegistrationLimiter(counter, config.registrationsPerHour, audit),
    reset: new PasswordReset({
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
    }),
  };
}
