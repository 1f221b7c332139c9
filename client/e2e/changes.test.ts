import type { Page } from 'playwright-core';
import { call, type Person } from '../../test-kit/team';
import {
  browserTest,
  cardIn,
  carry,
  column,
  eventually,
  placeIn,
  productForTests,
  quickAdd,
  titlesIn,
} from './product';
import { openForTwo } from './signedIn';
import { chooseItem } from './tasks';

const product = productForTests();
let ana: Person;
let bob: Person;
let projectId: string;
let anaPage: Page;
let bobPage: Page;

beforeEach(async () => {
  ({ ana, bob, projectId, anaPage, bobPage } = await openForTwo(product));
});

const drag = async (page: Page, title: string, state: string) => {
  const from = await page.locator('[data-task-id]', { hasText: title }).first().getAttribute('data-task-id');
  await carry(page, from ?? '', await placeIn(page, state, 'end'));
  await page.mouse.up();
};
const people = (page: Page) => page.getByRole('group', { name: /On this board/ });
const toast = (page: Page) => page.getByLabel('Notifications');
const menu = async (page: Page, title: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await chooseItem(page, item);
};
const undoKey = (page: Page) => page.keyboard.press('Control+z');

/** The dialogs' script is fetched in a quiet moment; it must be there before the line goes. */
async function dialogsAreThere(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/task-')),
  );
  await page.waitForLoadState('networkidle');
}

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
    await drag(anaPage, 'Two', 'IN_PROGRESS');
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
    await menu(page, title, 'Delete');
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
    await menu(bobPage, 'Second', 'Delete');
    await bobPage.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await cardIn(bobPage, 'READY', 'Second').waitFor({ state: 'detached' });
    await toast(bobPage).getByRole('button', { name: 'Undo' }).click();
    for (const page of [bobPage, anaPage]) {
      await eventually(() => titlesIn(page, 'READY'), ['First', 'Second', 'Third']);
      expect(await cardIn(page, 'READY', 'Second').getAttribute('data-task-id')).toBe(id);
    }
  },
);

browserTest('the trash lists what was deleted, and brings it back', async () => {
  for (const title of ['Kept', 'Deleted']) await quickAdd(bobPage, 'Ready', title);
  await menu(bobPage, 'Deleted', 'Delete');
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
  await menu(anaPage, 'Draw the logo', 'Complete');
  await eventually(() => titlesIn(bobPage, 'DONE'), ['Draw the logo']);
  await bobPage.locator('[data-state="DONE"]').scrollIntoViewIfNeeded();
  await drag(bobPage, 'Draw the logo', 'TEST');
  await eventually(() => titlesIn(anaPage, 'TEST'), ['Draw the logo']);
  await undoKey(anaPage);
  await toast(anaPage)
    .getByText(/Someone else has changed “Draw the logo”/)
    .waitFor();
  expect(await titlesIn(anaPage, 'TEST')).toEqual(['Draw the logo']);
  await toast(anaPage).getByRole('button', { name: 'Undo anyway' }).click();
  await eventually(() => titlesIn(bobPage, 'READY'), ['Draw the logo']);
});

browserTest(
  'R18 R19 changes of a tab that is closed while offline are there when it is opened again',
  async () => {
    await quickAdd(anaPage, 'Ready', 'Draw the logo');
    await cardIn(bobPage, 'READY', 'Draw the logo').waitFor();
    await dialogsAreThere(bobPage);
    const context = bobPage.context();
    await context.setOffline(true);
    await bobPage.locator('[data-connection="offline"]').waitFor();
    await quickAdd(bobPage, 'Ready', 'Made offline');
    await drag(bobPage, 'Draw the logo', 'IN_PROGRESS');
    await cardIn(bobPage, 'READY', 'Made offline').click();
    await bobPage.getByRole('dialog').getByLabel('Description').fill('Text from the train');
    await bobPage.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await bobPage.getByRole('dialog').waitFor({ state: 'detached' });
    await bobPage.getByText('Offline, 3 changes waiting').waitFor();
    // A page that is being closed is on line again before it has gone: the browser takes its emulation away first.
    await bobPage.evaluate(() => {
      window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    });
    await bobPage.close();
    expect(await titlesIn(anaPage, 'READY')).toEqual(['Draw the logo']);

    await context.setOffline(false);
    bobPage = await context.newPage();
    await bobPage.goto(`${product.url}/project/${projectId}`);
    await eventually(() => titlesIn(anaPage, 'READY'), ['Made offline']);
    await eventually(() => titlesIn(anaPage, 'IN_PROGRESS'), ['Draw the logo']);
    await cardIn(anaPage, 'READY', 'Made offline').click();
    await eventually(() => anaPage.getByLabel('Description').inputValue(), 'Text from the train');
  },
);

browserTest('R18 a tab sends its changes although the one that sent so far is suspended', async () => {
  await quickAdd(bobPage, 'Ready', 'From the first tab');
  await cardIn(anaPage, 'READY', 'From the first tab').waitFor();
  const context = bobPage.context();
  // As a phone does to a tab in the background: none of its scripts runs.
  const tools = await context.newCDPSession(bobPage);
  await tools.send('Debugger.enable');
  await tools.send('Debugger.pause');
  const second = await context.newPage();
  await second.goto(`${product.url}/project/${projectId}`);
  await quickAdd(second, 'Ready', 'From the second tab');
  await eventually(() => titlesIn(anaPage, 'READY'), ['From the first tab', 'From the second tab']);
  await tools.send('Debugger.resume');
  await quickAdd(bobPage, 'Ready', 'From the first tab again');
  await cardIn(anaPage, 'READY', 'From the first tab again').waitFor();
  await second.close();
});

browserTest(
  'R18 what is refused after being offline is listed with its reason and text until it is discarded',
  async () => {
    await quickAdd(anaPage, 'Ready', 'Draw the logo');
    await cardIn(bobPage, 'READY', 'Draw the logo').waitFor();
    await bobPage.context().setOffline(true);
    await bobPage.locator('[data-connection="offline"]').waitFor();
    await quickAdd(bobPage, 'Ready', 'His idea');
    await call(product.url, 'PUT', `/projectUsers/${projectId}`, {
      token: ana.token,
      body: { userId: bob.user.id, roleId: 'viewer' },
    });
    await bobPage.context().setOffline(false);

    const button = bobPage.getByRole('button', { name: '1 change not saved' });
    await button.click();
    const dialog = bobPage.getByRole('dialog', { name: 'Changes not saved' });
    await dialog.getByRole('heading', { name: 'New task “His idea”' }).waitFor();
    await dialog.getByText('His idea', { exact: true }).waitFor();
    await cardIn(bobPage, 'READY', 'His idea').waitFor({ state: 'detached' });

    await bobPage.reload();
    await button.click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.getByText('Everything is saved.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await button.waitFor({ state: 'detached' });
  },
);

/** Types a description into a card's dialog and saves it. */
async function writeText(page: Page, title: string, text: string): Promise<void> {
  await cardIn(page, 'READY', title).click();
  await page.getByRole('dialog').getByLabel('Description').fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** What someone who opens the card reads. */
async function descriptionOf(page: Page, title: string): Promise<string> {
  await cardIn(page, 'READY', title).click();
  const text = await page.getByRole('dialog').getByLabel('Description').inputValue();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return text;
}

browserTest(
  'SPEC.md#conflicts: a description that two people have written, one of them offline, is shown in both versions to choose from',
  async () => {
    for (const title of ['Draw the logo', 'Paint the fence']) {
      await quickAdd(anaPage, 'Ready', title);
      await cardIn(bobPage, 'READY', title).waitFor();
    }
    await dialogsAreThere(bobPage);
    await bobPage.context().setOffline(true);
    await bobPage.locator('[data-connection="offline"]').waitFor();
    await writeText(bobPage, 'Draw the logo', 'His');
    await writeText(bobPage, 'Paint the fence', 'Red');
    // Their second edit does not conflict with their first one.
    await writeText(bobPage, 'Paint the fence', 'Red and white');
    await writeText(anaPage, 'Draw the logo', 'Hers');
    await bobPage.context().setOffline(false);

    await bobPage.getByRole('button', { name: '1 change not saved' }).click();
    const dialog = bobPage.getByRole('dialog', { name: 'Changes not saved' });
    await dialog.getByRole('heading', { name: 'Edit of “Draw the logo”' }).waitFor();
    await dialog.locator('ins', { hasText: 'Hers' }).waitFor();
    await dialog.locator('ins', { hasText: 'His' }).waitFor();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await dialog.getByText('Everything is saved.').waitFor();
    await eventually(() => descriptionOf(anaPage, 'Draw the logo'), 'His');
    expect(await descriptionOf(anaPage, 'Paint the fence')).toBe('Red and white');
  },
);

browserTest(
  'SPEC.md#conflicts: an edit of a task that someone has deleted meanwhile can become a new task',
  async () => {
    await quickAdd(anaPage, 'Ready', 'Draw the logo');
    await cardIn(bobPage, 'READY', 'Draw the logo').waitFor();
    await dialogsAreThere(bobPage);
    await bobPage.context().setOffline(true);
    await bobPage.locator('[data-connection="offline"]').waitFor();
    await writeText(bobPage, 'Draw the logo', 'A long text');
    await menu(anaPage, 'Draw the logo', 'Delete');
    await anaPage.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await cardIn(anaPage, 'READY', 'Draw the logo').waitFor({ state: 'detached' });
    await bobPage.context().setOffline(false);

    await bobPage.getByRole('button', { name: '1 change not saved' }).click();
    const dialog = bobPage.getByRole('dialog', { name: 'Changes not saved' });
    await dialog.getByText('This task has been deleted', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Create again' }).click();
    await dialog.getByText('Everything is saved.').waitFor();
    await cardIn(anaPage, 'READY', 'Draw the logo').waitFor();
    expect(await descriptionOf(anaPage, 'Draw the logo')).toBe('A long text');
  },
);

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
