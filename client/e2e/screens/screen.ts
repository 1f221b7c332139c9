import type { Page } from 'playwright-core';
import type { Places, Viewer } from '../demo';

/** A screen, or a dialog on it. Names are not used to find anything, so that it works in every language. */
export interface Screen {
  name: string;
  path: (places: Places) => string;
  viewer?: Viewer;
  /** What is there when the screen is. */
  ready: string;
  /** Opens what the picture is about. */
  open?: (page: Page, places: Places) => Promise<void>;
  /** What it leaves behind is not for the next screen. */
  after?: (page: Page, places: Places) => Promise<void>;
}

export const CARD = '[data-state="READY"] [data-task-id]';
/** The main button of a page. */
export const MAIN_BUTTON = 'main .MuiButton-contained';
export const DELETE_BUTTON = 'main .MuiButton-outlined.MuiButton-colorError';

/** What a list says that has nothing in it. */
export const EMPTY = 'main p.MuiTypography-h3';

export const board = ({ projectId }: Places) => `/project/${projectId}`;
export const task = ({ projectId, taskId }: Places) => `/project/${projectId}?task=${taskId}`;

/** Waits until a screen is there with everything that is opened and loaded on it. */
export async function complete(page: Page, places: Places, { ready, open }: Screen): Promise<void> {
  await page.locator(ready).first().waitFor();
  await open?.(page, places);
  // What stands where something is still to come.
  await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root'));
}

export async function dialog(page: Page): Promise<void> {
  await page.getByRole('dialog').last().waitFor();
}

/** Clicks on one thing after the other, and waits for a dialog. */
export const openDialog =
  (...selectors: string[]) =>
  async (page: Page) => {
    for (const selector of selectors) await page.locator(selector).first().click();
    await dialog(page);
  };

/** The button of the view, not of a card. */
export async function viewMenu(page: Page): Promise<void> {
  await page.locator('main button[aria-haspopup="menu"][aria-expanded]').first().click();
  await page.getByRole('menu').waitFor();
}

/** What can be done with a board, in its order; on a phone this is in the menu of the view. */
const ACTIONS = ['activity', 'rewind', 'people'] as const;
export const boardAction = (action: (typeof ACTIONS)[number]) => async (page: Page) => {
  const index = ACTIONS.indexOf(action);
  const button = page.locator('main .MuiIconButton-root').nth(index);
  if ((page.viewportSize()?.width ?? 0) >= 600) return button.click();
  await viewMenu(page);
  await page.getByRole('menuitem').nth(index).click();
};
