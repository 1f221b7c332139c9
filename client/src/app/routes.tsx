import type { ComponentType } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { withLateTexts } from '#i18n/late.texts';
import { deferred } from '#ui/lazy/deferred';
import { PageSkeleton } from '#ui/page/PageSkeleton';
import { ScriptUnreachable } from '#ui/page/ScriptUnreachable';
import type { latePages } from './late.pages';
import { BareLayout } from './layouts/BareLayout';
import { PublicLayout } from './layouts/PublicLayout';
import { PrivateLayout, RequireSession } from './layouts/RequireSession';

/** Preloads a route's script. */
interface RouteHandle {
  preload: () => Promise<unknown>;
}

/** A page as a script of its own, fetched when it is rendered: nobody who is signed out fetches a board. */
function page(path: string, load: () => Promise<{ default: ComponentType }>): RouteObject {
  const Page = deferred(async () => (await load()).default, PageSkeleton, ScriptUnreachable);
  const handle: RouteHandle = { preload: Page.preload };
  return { path, element: <Page />, handle };
}

/** A page with texts beyond those of the first screens; `latePages` loads its script. */
const laterPage = (path: keyof typeof latePages): RouteObject =>
  page(
    path,
    withLateTexts(async () => (await import('./late.pages')).latePages[path]()),
  );

const RequireParam = deferred(
  async () => (await import('./layouts/RequireParam')).RequireParam,
  PageSkeleton,
  ScriptUnreachable,
);
const withParam = (name: 'workspaceId' | 'projectId', children: RouteObject[]): RouteObject => ({
  element: <RequireParam name={name} />,
  handle: { preload: RequireParam.preload } satisfies RouteHandle,
  children,
});

/** The routes of specification section 2. */
export const routes: RouteObject[] = [
  {
    element: <PublicLayout />,
    children: [
      page('/login', () => import('#features/auth/pages/LoginPage')),
      page('/registration', () => import('#features/auth/pages/RegistrationPage')),
      page('/invitation', () => import('#features/invitations/pages/InvitationPage')),
      page('/forgot', () => import('#features/auth/pages/ForgotPage')),
      page('/confirm', () => import('#features/auth/pages/ConfirmPage')),
      page('/reset', () => import('#features/auth/pages/ResetPage')),
      page('/unsubscribe', () => import('#features/notifications/pages/UnsubscribePage')),
    ],
  },
  {
    element: <RequireSession />,
    handle: { preload: PrivateLayout.preload } satisfies RouteHandle,
    children: [
      page('/', () => import('#features/boards/pages/PersonalBoardPage')),
      laterPage('/user'),
      laterPage('/admin'),
      laterPage('/notifications'),
      laterPage('/notifications/settings'),
      laterPage('/search'),
      laterPage('/workspaces'),
      withParam('workspaceId', [
        laterPage('/workspaces/:workspaceId'),
        laterPage('/workspace/:workspaceId/settings'),
        laterPage('/workspace/:workspaceId/labels'),
        laterPage('/workspace/:workspaceId/users'),
      ]),
      withParam('projectId', [
        page('/project/:projectId', () => import('#features/boards/pages/ProjectBoardPage')),
        laterPage('/project/:projectId/settings'),
        laterPage('/project/:projectId/users'),
      ]),
    ],
  },
  { element: <BareLayout />, children: [page('*', () => import('./NotFoundPage'))] },
];

/** Fetches the scripts of the screen at an address. @throws when one cannot be fetched */
export async function preloadScreen(location: { pathname: string }): Promise<void> {
  const matches = matchRoutes(routes, location) ?? [];
  await Promise.all(matches.map(({ route }) => (route.handle as RouteHandle | undefined)?.preload()));
}
