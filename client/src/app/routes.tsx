import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { deferred } from '../ui/lazy/deferred';
import { BareLayout } from './layouts/BareLayout';
import { PublicLayout } from './layouts/PublicLayout';
import { RequireParam } from './layouts/RequireParam';
import { RequireSession } from './layouts/RequireSession';
import { PageSkeleton } from './pages/PageSkeleton';

/** What a route tells about its page. */
export interface PageHandle {
  preload: () => Promise<unknown>;
}

/** A page as a script of its own, fetched when it is rendered: nobody who is signed out fetches a board. */
function page(path: string, load: () => Promise<{ default: ComponentType }>): RouteObject {
  const Page = deferred(async () => (await load()).default, PageSkeleton);
  const handle: PageHandle = { preload: Page.preload };
  return { path, element: <Page />, handle };
}

const withParam = (name: 'workspaceId' | 'projectId', children: RouteObject[]): RouteObject => ({
  element: <RequireParam name={name} />,
  children,
});

/** The routes of specification section 2. */
export const routes: RouteObject[] = [
  {
    element: <PublicLayout />,
    children: [
      page('/login', () => import('./pages/LoginPage')),
      page('/registration', () => import('./pages/RegistrationPage')),
    ],
  },
  {
    element: <RequireSession />,
    children: [
      page('/', () => import('./pages/PersonalBoardPage')),
      page('/user', () => import('./pages/ProfilePage')),
      page('/workspaces', () => import('./pages/WorkspacesPage')),
      withParam('workspaceId', [
        page('/workspaces/:workspaceId', () => import('./pages/WorkspacePage')),
        page('/workspace/:workspaceId/settings', () => import('./pages/WorkspaceSettingsPage')),
        page('/workspace/:workspaceId/users', () => import('./pages/WorkspaceUsersPage')),
      ]),
      withParam('projectId', [
        page('/project/:projectId', () => import('./pages/ProjectBoardPage')),
        page('/project/:projectId/settings', () => import('./pages/ProjectSettingsPage')),
        page('/project/:projectId/users', () => import('./pages/ProjectUsersPage')),
      ]),
    ],
  },
  { element: <BareLayout />, children: [page('*', () => import('./pages/NotFoundPage'))] },
];
