/** The pages beyond the first screens, by their path, each a script of its own. */
export const latePages = {
  '/user': () => import('#features/users/pages/ProfilePage'),
  '/admin': () => import('#features/admin/pages/AdminPage'),
  '/notifications': () => import('#features/notifications/pages/NotificationsPage'),
  '/notifications/settings': () => import('#features/notifications/pages/NotificationSettingsPage'),
  '/search': () => import('#features/search/pages/SearchPage'),
  '/workspaces': () => import('#features/workspaces/pages/WorkspacesPage'),
  '/workspaces/:workspaceId': () => import('#features/workspaces/pages/WorkspacePage'),
  '/workspace/:workspaceId/settings': () => import('#features/workspaces/pages/WorkspaceSettingsPage'),
  '/workspace/:workspaceId/labels': () => import('#features/workspaces/pages/WorkspaceLabelsPage'),
  '/workspace/:workspaceId/users': () => import('#features/workspaces/pages/WorkspaceUsersPage'),
  '/project/:projectId/settings': () => import('#features/projects/pages/ProjectSettingsPage'),
  '/project/:projectId/users': () => import('#features/projects/pages/ProjectUsersPage'),
};
