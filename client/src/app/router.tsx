import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { PrivateLayout } from './layouts/PrivateLayout';
import { PublicLayout } from './layouts/PublicLayout';
import { RequireParam } from './layouts/RequireParam';
import { ErrorPage } from './pages/ErrorPage';
import { PageSkeleton } from './pages/PageSkeleton';

type Page = () => Promise<{ default: React.ComponentType }>;

const page = (path: string, load: Page): RouteObject => ({
  path,
  HydrateFallback: PageSkeleton,
  lazy: async () => ({ Component: (await load()).default }),
});

const withParam = (name: 'workspaceId' | 'projectId', children: RouteObject[]): RouteObject => ({
  element: <RequireParam name={name} />,
  children,
});

/** The routes of specification section 2. Each page is a script of its own. */
export const routes: RouteObject[] = [
  {
    element: <PublicLayout />,
    errorElement: <ErrorPage />,
    children: [
      page('/login', () => import('./pages/LoginPage')),
      page('/registration', () => import('./pages/RegistrationPage')),
    ],
  },
  {
    element: <PrivateLayout />,
    errorElement: <ErrorPage />,
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
  { errorElement: <ErrorPage />, children: [page('*', () => import('./pages/NotFoundPage'))] },
];

export function createRouter() {
  return createBrowserRouter(routes);
}
