import type { Page } from 'playwright-core';
import { call, type Person } from '../../test-kit/team';
import { browserTest, cardIn, column, eventually, productForTests, quickAdd, titlesIn } from './product';
import { openForTwo, watchCalls, writesOf } from './signedIn';
import { chooseAction, chooseItem, dragTo } from './tasks';

const product = productForTests();
let ana: Person;
let projectId: string;
let anaPage: Page;
let bobPage: Page;

beforeEach(async () => {
  ({ ana, projectId, anaPage, bobPage } = await openForTwo(product));
});

const people = (page: Page) => page.getByRole('group', { name: /On this board/ });
const toast = (page: Page) => page.getByLabel('Notifications');
const undoKey = (page: Page) => page.keyboard.press('Control+z');

browserTest('undo brings the card into sight that it moves back', async () => {
  await quickAdd(anaPage, 'Backlog', 'Draw the logo');
  await cardIn(anaPage, 'BACKLOG', 'Draw the logo').focus();
  const states = ['READY', 'IN_PROGRESS', 'WAITING', 'REVIEW', 'TEST', 'DONE', 'ARCHIVE'];
  for (const state of states) {
    await anaPage.keyboard.press('Shift+ArrowRight');
    await cardIn(anaPage, state, 'Draw the logo').waitFor();
  }
  const isInSight = (state: string) =>
    cardIn(anaPage, state, 'Draw the logo').evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left >= 0 && right <= window.innerWidth;
    });
  await eventually(() => isInSight('ARCHIVE'), true);
  for (const state of ['DONE', 'TEST', 'REVIEW', 'WAITING', 'IN_PROGRESS', 'READY', 'BACKLOG']) {
    await undoKey(anaPage);
    await cardIn(anaPage, state, 'Draw the logo').waitFor();
  }
  await eventually(() => isInSight('BACKLOG'), true);
});

browserTest('presence: who is on the board, who edits which card, and that they have gone', async () => {
  await people(anaPage).getByText('B').waitFor();
  await quickAdd(anaPage, 'Ready', 'Draw the logo');
  await cardIn(bobPage, 'READY', 'Draw the logo').click();
  await cardIn(anaPage, 'READY', 'Draw the logo')
    .getByText(/is editing/)
    .waitFor();
  // Beside the letters, not on them.
  const boxes = await cardIn(anaPage, 'READY', 'Draw the logo').evaluate((element) =>
    [/^Draw the logo$/, /is editing$/].map((text) => {
      const all = [...element.querySelectorAll('*')].filter((each) => text.test(each.textContent ?? ''));
      const { left, right, top, bottom } = all.at(-1)?.getBoundingClientRect() ?? new DOMRect();
      return { left, right, top, bottom };
    }),
  );
  const [title, label] = boxes;
  if (!title || !label) throw new Error('no title or no label');
  expect(label.top >= title.bottom || label.left >= title.right).toBe(true);
  await bobPage.getByRole('dialog').getByLabel('Title').waitFor();
  await bobPage.keyboard.press('Escape');
  await cardIn(anaPage, 'READY', 'Draw the logo')
    .getByText(/is editing/)
    .waitFor({ state: 'detached' });
  await bobPage.goto(`${product.url}/workspaces`);
  await people(anaPage).waitFor({ state: 'detached' });
});

browserTest(
  'undo: Ctrl+Z takes moves, edits and new tasks back, one after another, for everyone',
  async () => {
    for (const title of ['One', 'Two', 'Three']) await quickAdd(anaPage, 'Ready', title);
    await eventually(() => titlesIn(bobPage, 'READY'), ['One', 'Two', 'Three']);
    await dragTo(anaPage, 'Two', 'IN_PROGRESS');
    await eventually(() => titlesIn(bobPage, 'IN_PROGRESS'), ['Two']);
    await cardIn(anaPage, 'READY', 'One').click();
    await anaPage.getByRole('dialog').getByLabel('Title').fill('First');
    await anaPage.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await eventually(() => titlesIn(bobPage, 'READY'), ['First', 'Three']);
    await anaPage.getByRole('dialog').waitFor({ state: 'detached' });

    await undoKey(anaPage);
    await eventually(() => titlesIn(bobPage, 'READY'), ['One', 'Three']);
    await undoKey(anaPage);
    await eventually(() => titlesIn(bobPage, 'READY'), ['One', 'Two', 'Three']);
    for (const left of [['One', 'Two'], ['One'], []]) {
      await undoKey(anaPage);
      await eventually(() => titlesIn(bobPage, 'READY'), left);
    }
    await undoKey(anaPage);
    await toast(anaPage).getByText('There is nothing to undo on this board.').waitFor();
  },
);

browserTest('undo: the toast gives a deleted card back, also to a member who may not restore', async () => {
  for (const [page, title] of [
    [anaPage, 'Hers'],
    [bobPage, 'His'],
  ] as const) {
    await quickAdd(page, 'Ready', title);
    await chooseAction(page, title, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await cardIn(page, 'READY', title).waitFor({ state: 'detached' });
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await cardIn(page, 'READY', title).waitFor();
  }
  await eventually(() => titlesIn(anaPage, 'READY'), ['Hers', 'His']);
  await eventually(() => titlesIn(bobPage, 'READY'), ['Hers', 'His']);
});

browserTest(
  'undo of a deletion brings the same card back to its place; members too, for an hour',
  async () => {
    for (const title of ['First', 'Second', 'Third']) await quickAdd(bobPage, 'Ready', title);
    const id = await cardIn(bobPage, 'READY', 'Second').getAttribute('data-task-id');
    await chooseAction(bobPage, 'Second', 'Delete');
    await bobPage.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await cardIn(bobPage, 'READY', 'Second').waitFor({ state: 'detached' });
    const calls = watchCalls(bobPage);
    await toast(bobPage).getByRole('button', { name: 'Undo' }).click();
    for (const page of [bobPage, anaPage]) {
      await eventually(() => titlesIn(page, 'READY'), ['First', 'Second', 'Third']);
      expect(await cardIn(page, 'READY', 'Second').getAttribute('data-task-id')).toBe(id);
    }
    // By one change, which a full column refuses or takes as a whole.
    expect(writesOf(calls).map(({ path }) => path)).toEqual(['/kanban/bulk']);
  },
);

browserTest('the trash lists what was deleted, and brings it back', async () => {
  for (const title of ['Kept', 'Deleted']) await quickAdd(bobPage, 'Ready', title);
  await chooseAction(bobPage, 'Deleted', 'Delete');
  await bobPage.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await eventually(() => titlesIn(anaPage, 'READY'), ['Kept']);
  const openTrash = async (page: Page) => {
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await chooseItem(page, 'Trash');
    return page.getByRole('dialog', { name: 'Trash' });
  };
  const trash = await openTrash(anaPage);
  await trash.getByText('Ready, deleted by Bob Test').waitFor();
  await trash.getByRole('button', { name: 'Restore “Deleted”' }).click();
  await trash.getByText('Nothing has been deleted recently').waitFor();
  await eventually(() => titlesIn(bobPage, 'READY'), ['Kept', 'Deleted']);
  // The toast has one, too.
  await trash.getByText('Close', { exact: true }).click();

  // The print has every card, and nothing of what is around the board.
  await anaPage.waitForLoadState('networkidle');
  await anaPage.emulateMedia({ media: 'print' });
  await anaPage.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const paper = anaPage.locator('[data-print]');
  await paper.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
  expect(await paper.getByRole('article').allTextContents()).toEqual([
    expect.stringContaining('Kept'),
    expect.stringContaining('Deleted'),
  ]);
  expect(await anaPage.getByRole('banner').isVisible()).toBe(false);
  await anaPage.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await paper.waitFor({ state: 'detached' });
  await anaPage.emulateMedia({ media: 'screen' });

  // The board's header: a new task, other people, and how dense it is, which this browser remembers.
  await anaPage.getByRole('button', { name: 'New task', exact: true }).click();
  await anaPage.getByRole('dialog', { name: 'New task' }).waitFor();
  await anaPage.keyboard.press('Escape');
  await anaPage.getByRole('button', { name: 'Add people' }).click();
  await anaPage.getByRole('dialog', { name: 'Add a user' }).waitFor();
  await anaPage.keyboard.press('Escape');
  expect(await bobPage.getByRole('button', { name: 'Add people' }).count()).toBe(0);
  const widthOf = (page: Page) =>
    page.locator('[data-state="READY"]').evaluate((element) => element.getBoundingClientRect().width);
  const wide = await widthOf(anaPage);
  await anaPage.getByRole('button', { name: 'View', exact: true }).click();
  await anaPage.getByRole('menuitemradio', { name: 'Compact' }).click();
  expect(await widthOf(anaPage)).toBeLessThan(wide);
  await anaPage.reload();
  await cardIn(anaPage, 'READY', 'Kept').waitFor();
  expect(await widthOf(anaPage)).toBeLessThan(wide);
});

browserTest('undo: it says so when someone else has changed the same thing since', async () => {
  await quickAdd(anaPage, 'Ready', 'Draw the logo');
  await chooseAction(anaPage, 'Draw the logo', 'Complete');
  await eventually(() => titlesIn(bobPage, 'DONE'), ['Draw the logo']);
  await bobPage.locator('[data-state="DONE"]').scrollIntoViewIfNeeded();
  await dragTo(bobPage, 'Draw the logo', 'TEST');
  await eventually(() => titlesIn(anaPage, 'TEST'), ['Draw the logo']);
  await undoKey(anaPage);
  await toast(anaPage)
    .getByText(/Someone else has changed “Draw the logo”/)
    .waitFor();
  expect(await titlesIn(anaPage, 'TEST')).toEqual(['Draw the logo']);
  await toast(anaPage).getByRole('button', { name: 'Undo anyway' }).click();
  await eventually(() => titlesIn(bobPage, 'READY'), ['Draw the logo']);
});

browserTest('text that was being typed is back after a reload', async () => {
  await quickAdd(anaPage, 'Ready', 'Draw the logo');
  await cardIn(anaPage, 'READY', 'Draw the logo').click();
  await anaPage.getByLabel('Description').fill('Half a sent');
  await anaPage.reload();
  await anaPage.getByText(/Your text from before is back/).waitFor();
  expect(await anaPage.getByLabel('Description').inputValue()).toBe('Half a sent');
  await anaPage.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await anaPage.getByRole('dialog').waitFor({ state: 'detached' });
  await column(anaPage, 'READY').waitFor();
  await anaPage.reload();
  await cardIn(anaPage, 'READY', 'Draw the logo').click();
  await eventually(() => anaPage.getByLabel('Description').inputValue(), 'Half a sent');
});

browserTest(
  'text that was being typed is back after the session has ended and its user has signed in again',
  async () => {
    await quickAdd(anaPage, 'Ready', 'Draw the logo');
    await cardIn(anaPage, 'READY', 'Draw the logo').click();
    await anaPage.getByLabel('Description').fill('Half a sent');
    const newPassword = 'correct horse battery';
    await call(product.url, 'PUT', `/users/${ana.user.id}/password`, {
      token: ana.token,
      body: { oldPassword: ana.password, newPassword, newPasswordConfirm: newPassword },
    });
    await anaPage.waitForURL('**/login');
    await anaPage.getByLabel('Email').fill(ana.email);
    await anaPage.getByLabel('Password').fill(newPassword);
    await anaPage.getByRole('button', { name: 'sign in' }).click();
    await anaPage.waitForURL(`**/project/${projectId}?task=*`);
    await eventually(() => anaPage.getByLabel('Description').inputValue(), 'Half a sent');
  },
);
