import type { Page } from 'playwright-core';

/** Ids of the demo that addresses need. */
export interface Places {
  workspaceId: string;
  projectId: string;
  /** A workspace of which the user is no owner. */
  otherWorkspaceId: string;
}

/** A screen, or a dialog on it. Names are not used to find anything, so that it works in every language. */
export interface Screen {
  name: string;
  path: (places: Places) => string;
  /** Shown to visitors. */
  isPublic?: true;
  /** What is there when the screen is. */
  ready: string;
  /** Opens what the picture is about. */
  open?: (page: Page) => Promise<void>;
}

const CARD = '[data-state="READY"] [data-task-id]';
const dialog = (page: Page) => page.getByRole('dialog').waitFor();
const clickAndWait = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().click();
  await dialog(page);
};
const cardMenu = async (page: Page) => {
  await page.locator(`${CARD} button[aria-haspopup="menu"]`).first().click();
  await page.getByRole('menu').waitFor();
};
/** Items of a card's menu are in the order edit, move, complete, delete. */
const cardMenuItem = (index: number) => async (page: Page) => {
  await cardMenu(page);
  await page.getByRole('menuitem').nth(index).click();
  await dialog(page);
};
const MAIN_BUTTON = 'main .MuiButton-contained';
const DELETE_BUTTON = 'main .MuiButton-outlined.MuiButton-colorError';
/** On a phone the filters other than the title stand behind a button. */
const openFilters = async (page: Page) => {
  const button = page.locator('[role="search"] button[aria-expanded="false"]:not([aria-haspopup])').first();
  if (await button.isVisible()) await button.click();
  await page.locator('[role="search"] [role="combobox"]').first().click();
  await page.getByRole('listbox').waitFor();
};

/** The button of the view, not of a card. */
const viewMenu = async (page: Page) => {
  await page.locator('main button[aria-haspopup="menu"][aria-expanded]').first().click();
  await page.getByRole('menu').waitFor();
};

const board = (places: Places) => `/project/${places.projectId}`;

/** Every route of the specification's section 2 and the main dialogs. */
export const screens: readonly Screen[] = [
  { name: 'search', path: () => '/search?q=e', ready: 'main [data-found]' },
  { name: 'login', path: () => '/login', isPublic: true, ready: 'form' },
  {
    name: 'login-missing-fields',
    path: () => '/login',
    isPublic: true,
    ready: 'form',
    open: async (page) => {
      await page.locator('form button[type="submit"]').click();
      await page.locator('.MuiFormHelperText-root').first().waitFor();
    },
  },
  { name: 'registration', path: () => '/registration', isPublic: true, ready: 'form' },
  { name: 'not-found', path: () => '/no/such/page', ready: 'main a' },
  { name: 'personal-board', path: () => '/', ready: CARD },
  { name: 'project-board', path: board, ready: CARD },
  {
    name: 'project-board-filtered',
    path: (places) => `${board(places)}?title=pay&priority=HIGH,MEDIUM`,
    ready: '[data-task-id]',
    open: openFilters,
  },
  { name: 'project-board-card-menu', path: board, ready: CARD, open: cardMenu },
  { name: 'project-board-view-menu', path: board, ready: CARD, open: viewMenu },
  {
    name: 'project-board-lanes',
    path: (places) => `${board(places)}?lanes=assignee&sort=due`,
    ready: '[data-lane] [data-task-id]',
  },
  { name: 'personal-board-lanes', path: () => '/?lanes=project', ready: '[data-lane] [data-task-id]' },
  {
    name: 'project-board-saved-views',
    path: board,
    ready: CARD,
    open: async (page) => {
      await viewMenu(page);
      await page.locator('[role="menu"] > [aria-haspopup="menu"]').first().click();
      await page.locator('[role="menu"] > [aria-haspopup="menu"]').first().waitFor({ state: 'detached' });
    },
  },
  {
    name: 'project-board-trash',
    path: board,
    ready: CARD,
    open: async (page) => {
      await viewMenu(page);
      // The first of the last part.
      await page.locator('[role="menu"] > hr + [role="menuitem"]').last().click();
      await dialog(page);
    },
  },
  { name: 'task-edit', path: board, ready: CARD, open: clickAndWait(CARD) },
  {
    name: 'task-new',
    path: board,
    ready: CARD,
    open: clickAndWait('[data-state="READY"] h2 ~ button:not([aria-haspopup])'),
  },
  { name: 'task-move', path: board, ready: CARD, open: cardMenuItem(1) },
  { name: 'task-delete', path: board, ready: CARD, open: cardMenuItem(3) },
  { name: 'project-users', path: (places) => `${board(places)}/users`, ready: 'main li' },
  {
    name: 'project-users-add',
    path: (places) => `${board(places)}/users`,
    ready: 'main li',
    open: clickAndWait(MAIN_BUTTON),
  },
  { name: 'project-settings', path: (places) => `${board(places)}/settings`, ready: 'main form' },
  {
    name: 'project-delete',
    path: (places) => `${board(places)}/settings`,
    ready: DELETE_BUTTON,
    open: clickAndWait(DELETE_BUTTON),
  },
  { name: 'workspaces', path: () => '/workspaces', ready: 'main a' },
  {
    name: 'workspaces-new',
    path: () => '/workspaces',
    ready: 'main a',
    open: clickAndWait(MAIN_BUTTON),
  },
  {
    name: 'workspace',
    path: ({ workspaceId }) => `/workspaces/${workspaceId}`,
    ready: 'main a[href*="/project/"]',
  },
  {
    name: 'workspace-new-project',
    path: ({ workspaceId }) => `/workspaces/${workspaceId}`,
    ready: 'main a[href*="/project/"]',
    open: clickAndWait(MAIN_BUTTON),
  },
  { name: 'workspace-users', path: ({ workspaceId }) => `/workspace/${workspaceId}/users`, ready: 'main li' },
  {
    name: 'workspace-labels',
    path: ({ workspaceId }) => `/workspace/${workspaceId}/labels`,
    ready: 'main li',
  },
  {
    name: 'workspace-users-add',
    path: ({ workspaceId }) => `/workspace/${workspaceId}/users`,
    ready: 'main li',
    open: clickAndWait(MAIN_BUTTON),
  },
  {
    name: 'workspace-users-as-member',
    path: ({ otherWorkspaceId }) => `/workspace/${otherWorkspaceId}/users`,
    ready: 'main li',
  },
  {
    name: 'workspace-settings',
    path: ({ workspaceId }) => `/workspace/${workspaceId}/settings`,
    ready: 'main form',
  },
  { name: 'profile', path: () => '/user', ready: 'main form' },
  {
    name: 'delete-account',
    path: () => '/user',
    ready: 'main form',
    open: async (page) => {
      await page.locator('main .MuiButton-colorError').click();
      await dialog(page);
    },
  },
  {
    name: 'toast',
    path: () => '/user',
    ready: 'main form',
    open: async (page) => {
      await page.locator('main form button[type="submit"]').first().click();
      await page.locator('.MuiSnackbar-root').waitFor();
    },
  },
  {
    name: 'load-error',
    path: () => '/project/00000000-0000-4000-8000-000000000000',
    ready: '[role="alert"]',
  },
];
