import type { RequestHandler } from 'express';
import { adminRoutes } from './features/admin/admin.routes';
import { RefreshCookie } from './features/auth/auth.cookie';
import { authRoutes } from './features/auth/auth.routes';
import { boardRoutes } from './features/boards/board.routes';
import { columnRoutes } from './features/boards/column.routes';
import { commentRoutes } from './features/comments/comment.routes';
import { historyRoutes } from './features/history/history.routes';
import { invitationRoutes } from './features/invitations/invitation.routes';
import { labelRoutes } from './features/labels/label.routes';
import { memberRoutes } from './features/members/member.routes';
import { oidcRoutes } from './features/oidc/oidc.routes';
import { projectRoutes } from './features/projects/project.routes';
import { searchRoutes } from './features/search/search.routes';
import { checklistRoutes } from './features/tasks/checklist.routes';
import { taskRoutes } from './features/tasks/task.routes';
import { userRoutes } from './features/users/user.routes';
import { viewRoutes } from './features/views/view.routes';
import { workspaceRoutes } from './features/workspaces/workspace.routes';
import { limitByAddress, limitByUser } from './http/rate-limit';
import type { RouteDefinition } from './http/route';
import type { Services } from './services';

/** Per address or user. */
const FORGOT_RATE = { name: 'forgot', points: 20, seconds: 60 * 60 };
const INVITE_RATE = { name: 'invite', points: 60, seconds: 60 * 60 };
const PASSWORD_RATE = { name: 'password', points: 20, seconds: 60 };

interface Dependencies {
  services: Services;
  publicUrl: URL;
  ownOrigin: RequestHandler;
}

/** Every REST route below /v1. */
export function allRoutes({ services, publicUrl, ownOrigin }: Dependencies): RouteDefinition[] {
  const { team } = services;
  return [
    ...authRoutes({
      auth: services.auth,
      cookie: new RefreshCookie(publicUrl),
      ownOrigin,
      registrationLimiter: services.registrationLimiter,
      forgotLimit: limitByAddress(services.counter, FORGOT_RATE),
      registrations: services.registrations,
      reset: services.reset,
      emailChange: services.emailChange,
      secrets: services.secrets,
      options: services.authOptions,
    }),
    ...oidcRoutes({
      provider: services.oidcProvider,
      signIn: services.oidcSignIn,
      cookie: new RefreshCookie(publicUrl),
      publicUrl,
      serverSecret: services.serverSecret,
      now: () => new Date(),
    }),
    ...userRoutes({
      users: services.accounts,
      closing: services.closing,
      lookupLimit: services.lookupLimit,
      passwordLimit: limitByUser(services.counter, PASSWORD_RATE),
    }),
    ...workspaceRoutes(team),
    ...projectRoutes(team),
    ...memberRoutes(team.projectMembers, team.workspaceMembers),
    ...invitationRoutes({
      invitations: services.invitations,
      accounts: services.accounts,
      secrets: services.secrets,
      inviteLimit: limitByUser(services.counter, INVITE_RATE),
    }),
    ...boardRoutes(services.boards, services.personalBoards),
    ...taskRoutes(services.tasks, services.bulk),
    ...checklistRoutes(services.checklists),
    ...columnRoutes(services.columns),
    ...labelRoutes(services.labels),
    ...commentRoutes(services.comments),
    ...historyRoutes(services.history),
    ...searchRoutes(services.search),
    ...viewRoutes(services.views),
    ...services.notifications.routes,
    ...adminRoutes(services.admin),
  ];
}
