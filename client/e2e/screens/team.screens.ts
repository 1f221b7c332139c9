import { board, DELETE_BUTTON, EMPTY, MAIN_BUTTON, openDialog, type Screen } from './screen';

/** Workspaces and projects, who belongs to them, and their settings. */
export const teamScreens: readonly Screen[] = [
  { name: 'workspaces', path: () => '/workspaces', ready: 'main a' },
  { name: 'workspaces-empty', viewer: 'newcomer', path: () => '/workspaces', ready: EMPTY },
  { name: 'workspaces-long-names', viewer: 'beginner', path: () => '/workspaces', ready: 'main a' },
  { name: 'workspaces-new', path: () => '/workspaces', ready: 'main a', open: openDialog(MAIN_BUTTON) },
  {
    name: 'workspace',
    path: ({ workspaceId }) => `/workspaces/${workspaceId}`,
    ready: 'main a[href*="/project/"]',
  },
  {
    name: 'workspace-empty',
    viewer: 'beginner',
    path: ({ emptyWorkspaceId }) => `/workspaces/${emptyWorkspaceId}`,
    ready: MAIN_BUTTON,
  },
  {
    name: 'workspace-new-project',
    path: ({ workspaceId }) => `/workspaces/${workspaceId}`,
    ready: 'main a[href*="/project/"]',
    open: openDialog(MAIN_BUTTON),
  },
  { name: 'workspace-users', path: ({ workspaceId }) => `/workspace/${workspaceId}/users`, ready: 'main li' },
  {
    name: 'workspace-users-add',
    path: ({ workspaceId }) => `/workspace/${workspaceId}/users`,
    ready: 'main li',
    open: openDialog(MAIN_BUTTON),
  },
  {
    name: 'workspace-users-remove',
    path: ({ workspaceId }) => `/workspace/${workspaceId}/users`,
    ready: 'main li',
    open: openDialog('main li:nth-of-type(2) button:has(svg)'),
  },
  {
    name: 'workspace-users-invite',
    path: ({ workspaceId }) => `/workspace/${workspaceId}/users`,
    ready: 'main li',
    open: openDialog('main button.MuiButton-text'),
  },
  {
    name: 'workspace-users-invited',
    path: ({ workspaceId }) => `/workspace/${workspaceId}/users`,
    ready: 'main li',
    open: async (page) => {
      await openDialog('main button.MuiButton-text')(page);
      await page.locator('[role="dialog"] button[type="submit"]').click();
      await page.locator('[role="dialog"] [role="img"], [role="dialog"] img').first().waitFor();
    },
  },
  {
    name: 'workspace-users-as-member',
    path: ({ otherWorkspaceId }) => `/workspace/${otherWorkspaceId}/users`,
    ready: 'main li',
  },
  {
    name: 'workspace-labels',
    path: ({ workspaceId }) => `/workspace/${workspaceId}/labels`,
    ready: 'main li',
  },
  {
    name: 'workspace-labels-empty',
    viewer: 'beginner',
    path: ({ emptyWorkspaceId }) => `/workspace/${emptyWorkspaceId}/labels`,
    ready: EMPTY,
  },
  {
    name: 'workspace-labels-edit',
    path: ({ workspaceId }) => `/workspace/${workspaceId}/labels`,
    ready: 'main li',
    open: openDialog('main li button:nth-of-type(1)'),
  },
  {
    name: 'workspace-labels-merge',
    path: ({ workspaceId }) => `/workspace/${workspaceId}/labels`,
    ready: 'main li',
    open: openDialog('main li button:nth-of-type(2)'),
  },
  {
    name: 'workspace-settings',
    path: ({ workspaceId }) => `/workspace/${workspaceId}/settings`,
    ready: 'main form',
  },
  { name: 'project-users', path: (places) => `${board(places)}/users`, ready: 'main li' },
  {
    name: 'project-users-add',
    path: (places) => `${board(places)}/users`,
    ready: 'main li',
    open: openDialog(MAIN_BUTTON),
  },
  { name: 'project-settings', path: (places) => `${board(places)}/settings`, ready: 'main form' },
  {
    name: 'project-settings-reader',
    viewer: 'reader',
    path: (places) => `${board(places)}/settings`,
    ready: 'main form',
  },
  {
    name: 'project-delete',
    path: (places) => `${board(places)}/settings`,
    ready: DELETE_BUTTON,
    open: openDialog(DELETE_BUTTON),
  },
  { name: 'search', path: () => '/search?q=e', ready: 'main [data-found]' },
  { name: 'search-empty', path: () => '/search', ready: 'main input' },
  { name: 'search-nothing', path: () => '/search?q=zzzz', ready: 'main [role="status"]' },
];
