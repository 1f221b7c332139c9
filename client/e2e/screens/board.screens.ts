import type { Page } from 'playwright-core';
import { board, boardAction, CARD, dialog, type Screen, viewMenu } from './screen';

const cardMenu = async (page: Page) => {
  await page.locator(`${CARD} button[aria-haspopup="menu"]`).first().click();
  await page.getByRole('menu').waitFor();
};
/** Items of a card's menu are in the order edit, move, complete, choose, delete. */
const cardMenuItem = (index: number) => async (page: Page) => {
  await cardMenu(page);
  await page.getByRole('menuitem').nth(index).click();
  await dialog(page);
};
/** On a phone the filters other than the title are behind a button. */
const openFilters = async (page: Page) => {
  const button = page.locator('[role="search"] button[aria-expanded="false"]:not([aria-haspopup])').first();
  if (await button.isVisible()) await button.click();
  await page.locator('[role="search"] [role="combobox"]').first().click();
  await page.getByRole('listbox').waitFor();
};
const columnMenu = async (page: Page) => {
  await page.locator('[data-state="READY"] h2 ~ button[aria-haspopup="dialog"]').first().click();
  await page.getByRole('menu').waitFor();
};
/** As its reader has chosen before. */
const compact = async (page: Page) => {
  await page.evaluate(() => localStorage.setItem('livelane-density', 'compact'));
  await page.reload();
  await page.locator(CARD).first().waitFor();
};
const comfortable = (page: Page) => page.evaluate(() => localStorage.removeItem('livelane-density'));
const choosing = async (page: Page) => {
  for (const card of (await page.locator(CARD).all()).slice(0, 3))
    await card.click({ modifiers: ['ControlOrMeta'], position: { x: 80, y: 8 } });
  await page.getByRole('toolbar').last().waitFor();
};
/** The people of this board come after its cards. */
const everyoneKnown = (page: Page) =>
  page.locator('[data-task-id] [class*="stranger"]').first().waitFor({ state: 'detached' });
const savedViews = async (page: Page) => {
  await viewMenu(page);
  await page.locator('[role="menu"] > [aria-haspopup="menu"]').first().click();
  await page.locator('[role="menu"] > [aria-haspopup="menu"]').first().waitFor({ state: 'detached' });
};
const offline = async (page: Page) => {
  await page.locator('[data-connection="live"]').waitFor();
  await page.context().setOffline(true);
  await page.locator('[data-connection="offline"]').waitFor();
};
const online = async (page: Page) => {
  await page.context().setOffline(false);
  await page.locator('[data-connection="live"]').waitFor();
};

/** The boards, and what opens on them. */
export const boardScreens: readonly Screen[] = [
  { name: 'first-home', viewer: 'newcomer', path: () => '/', ready: 'main form' },
  { name: 'personal-board', path: () => '/', ready: CARD, open: everyoneKnown },
  { name: 'personal-board-empty', viewer: 'beginner', path: () => '/', ready: '[data-state="READY"]' },
  { name: 'personal-board-lanes', path: () => '/?lanes=project', ready: '[data-lane] [data-task-id]' },
  { name: 'project-board', path: board, ready: CARD },
  { name: 'project-board-reader', viewer: 'reader', path: board, ready: CARD },
  {
    name: 'project-board-empty',
    viewer: 'beginner',
    path: ({ emptyProjectId }) => `/project/${emptyProjectId}`,
    ready: '[data-state="READY"]',
  },
  {
    name: 'project-board-collapsed',
    path: board,
    ready: CARD,
    open: async (page) => {
      const close = page.locator('nav button[aria-expanded="true"]');
      if (await close.isVisible()) await close.click();
    },
    after: async (page) => {
      const open = page.locator('nav button[aria-expanded="false"]');
      if (await open.isVisible()) await open.click();
    },
  },
  {
    name: 'project-board-filtered',
    path: (places) => `${board(places)}?title=pay&priority=HIGH,MEDIUM`,
    ready: '[data-task-id]',
    open: openFilters,
  },
  {
    name: 'project-board-filtered-to-nothing',
    path: (places) => `${board(places)}?title=zzz&labels=`,
    ready: '[role="search"] [role="status"]',
  },
  { name: 'project-board-card-menu', path: board, ready: CARD, open: cardMenu },
  { name: 'project-board-view-menu', path: board, ready: CARD, open: viewMenu },
  { name: 'project-board-compact', path: board, ready: CARD, open: compact, after: comfortable },
  { name: 'project-board-column-menu', path: board, ready: CARD, open: columnMenu },
  {
    name: 'project-board-column-settings',
    path: board,
    ready: CARD,
    open: async (page) => {
      await columnMenu(page);
      await page.getByRole('menuitem').first().click();
      await dialog(page);
    },
  },
  { name: 'project-board-chosen', path: board, ready: CARD, open: choosing },
  {
    name: 'project-board-lanes',
    path: (places) => `${board(places)}?lanes=assignee&sort=due`,
    ready: '[data-lane] [data-task-id]',
  },
  { name: 'project-board-saved-views', path: board, ready: CARD, open: savedViews },
  {
    name: 'project-board-save-view',
    path: (places) => `${board(places)}?priority=HIGH`,
    ready: CARD,
    open: async (page) => {
      await savedViews(page);
      await page.getByRole('menuitem').last().click();
      await dialog(page);
    },
  },
  {
    name: 'project-board-activity',
    path: board,
    ready: CARD,
    open: async (page) => {
      await boardAction('activity')(page);
      await dialog(page);
    },
  },
  {
    name: 'project-board-rewound',
    path: board,
    ready: CARD,
    open: async (page) => {
      await boardAction('rewind')(page);
      await page.getByRole('slider').waitFor();
      await page.getByRole('slider').press('PageDown');
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
  {
    name: 'shortcuts',
    path: board,
    ready: CARD,
    open: async (page) => {
      await viewMenu(page);
      await page.getByRole('menuitem').last().click();
      await dialog(page);
    },
  },
  {
    name: 'palette',
    path: board,
    ready: CARD,
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    },
  },
  { name: 'offline', path: board, ready: CARD, open: offline, after: online },
  { name: 'task-move', path: board, ready: CARD, open: cardMenuItem(1) },
  { name: 'task-delete', path: board, ready: CARD, open: cardMenuItem(4) },
];
