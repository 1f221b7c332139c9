import { board, CARD, openDialog, type Screen, task } from './screen';

const DIALOG = '[role="dialog"]';
const DESCRIPTION = `${DIALOG} textarea[name="description"]`;
/** Each is another one, so that two people do write over each other. */
let descriptions = 0;

/** The view of one task. */
export const taskScreens: readonly Screen[] = [
  {
    name: 'task-new',
    path: board,
    ready: CARD,
    open: openDialog('[data-state="READY"] h2 ~ button:not([aria-haspopup])'),
  },
  { name: 'task-edit', path: task, ready: `${DIALOG} [data-comment]` },
  {
    name: 'task-edit-comments',
    path: task,
    ready: `${DIALOG} [data-comment]`,
    open: async (page) => {
      await page.locator(`${DIALOG} [data-comment]`).last().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'task-edit-description',
    path: task,
    ready: `${DIALOG} [data-comment]`,
    open: async (page) => {
      await page.locator(DESCRIPTION).focus();
    },
  },
  {
    name: 'task-conflict',
    path: task,
    ready: `${DIALOG} [data-comment]`,
    open: async (page, { describeAsColleague }) => {
      descriptions += 1;
      await page.locator(DESCRIPTION).fill('Customers ask for the day before they ask for the price.');
      await describeAsColleague(
        `Customers ask for the date before the price. Take it from the warehouse feed no. ${descriptions}.`,
      );
      await page.locator(`${DIALOG} button[type="submit"]`).click();
      // Beside it may be word of a text that was kept, where the dialog was opened before.
      await page.locator(`${DIALOG} [role="alert"][class*="colorWarning"]`).waitFor();
    },
  },
  {
    name: 'task-deleted',
    path: task,
    ready: `${DIALOG} [data-comment]`,
    open: async (page, { deleteAsColleague }) => {
      const fields = page.locator(`${DIALOG} textarea:not([name]):not([aria-hidden])`);
      await fields.last().fill('Could the feed also say when it was made?');
      await deleteAsColleague();
      await page.locator(`${DIALOG} [role="alert"][class*="colorWarning"]`).waitFor();
    },
    after: async (page, { restoreAsColleague }) => {
      await page.evaluate(() => sessionStorage.clear());
      await restoreAsColleague();
    },
  },
  { name: 'task-read', viewer: 'reader', path: task, ready: `${DIALOG} [data-comment]` },
];
