import type { Project } from '@livelane/shared/projects/project.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { Page } from 'playwright-core';
import { createProject, type Person, readBoard } from '../../test-kit/team';
import { browserTest, card, cardIn, column, eventually, productForTests, titlesIn } from './product';
import { openAs, signUpAll } from './signedIn';
import { addTask } from './tasks';

/** What the side panel covers of the window, in pixels. */
const PANEL_PX = 240;
const DIRECTIONS = [
  { language: 'en-GB', onwards: 'ArrowRight' },
  { language: 'ar', onwards: 'ArrowLeft' },
];

const product = productForTests();
let ana: Person;
let project: Project;
let page: Page;

beforeEach(async () => {
  [ana] = await signUpAll(product.url, 'Ana');
  project = await createProject(product.url, ana, [], 'Shop');
});
const add = async (title: string, state: TaskState) =>
  (await addTask(product.url, ana, { title, projectId: project.id, state })).id;
const open = async (language = 'en-GB', look = '') => {
  page = await openAs(product, ana, `/project/${project.id}${look}`, {}, { 'livelane-language': language });
  await page.locator('[data-connection="live"]').waitFor();
};
const spoken = () => page.locator('[id^="rfd-announcement"]').textContent();
const boxOf = async (state: TaskState) => {
  const box = await column(page, state).boundingBox();
  if (!box) throw new Error(`${state} is not there`);
  return { left: box.x, right: box.x + box.width };
};

for (const { language, onwards } of DIRECTIONS)
  browserTest(`${language}: a lifted card comes by arrows to columns that are out of sight`, async () => {
    const one = await add('One', 'READY');
    for (const state of ['IN_PROGRESS', 'WAITING', 'REVIEW', 'TEST', 'DONE'] as const)
      await add(state, state);
    await open(language);
    await cardIn(page, 'IN_PROGRESS', 'IN_PROGRESS').waitFor();
    await card(page, one).focus();
    await page.keyboard.press('Space');
    let before = await spoken();
    for (let step = 0; step < 5; step++) {
      const last = before;
      await page.keyboard.press(onwards);
      await eventually(async () => (await spoken()) !== last, true);
      before = await spoken();
    }
    await page.keyboard.press('Space');
    await column(page, 'DONE').locator(`[data-task-id="${one}"]`).waitFor();
  });

browserTest(
  'arrows lead to a column that lies beneath the side panel, and show it beside the panel',
  async () => {
    await add('One', 'BACKLOG');
    const two = await add('Two', 'READY');
    await add('Last', 'ARCHIVE');
    await open();
    await cardIn(page, 'BACKLOG', 'One').waitFor();
    await card(page, two).focus();
    // The whole column is in the window, but the panel covers it.
    const { left } = await boxOf('BACKLOG');
    await page.evaluate((to) => window.scrollTo(to, 0), left);
    expect((await boxOf('BACKLOG')).left).toBe(0);
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => (await boxOf('BACKLOG')).left >= PANEL_PX, true);
  },
);

browserTest('a card that has the focus has one ring, and none of it is cut off', async () => {
  const one = await add('One', 'READY');
  await open();
  await cardIn(page, 'READY', 'One').waitFor();
  await page.getByRole('button', { name: 'New task in Ready' }).focus();
  for (let tabs = 0; tabs < 2; tabs++) await page.keyboard.press('Tab');
  const ring = await card(page, one).evaluate((slot) => {
    const style = (element: Element) => getComputedStyle(element);
    const face = slot.firstElementChild;
    if (document.activeElement !== slot || !face) return null;
    return {
      slot: style(slot).outlineStyle,
      face: style(face).outlineStyle,
      offset: style(face).outlineOffset,
    };
  });
  expect(ring).toEqual({ slot: 'none', face: 'solid', offset: '-2px' });
});

browserTest('Enter opens the focused card’s task, and is not taken for the dialog’s own', async () => {
  const one = await add('One', 'READY');
  await open();
  await card(page, one).focus();
  const dialog = page.getByRole('dialog');
  const title = dialog.getByLabel('Title');
  // The first time its script is fetched; from then on it opens at once.
  for (const key of ['e', 'Enter']) {
    await page.keyboard.press(key);
    await title.waitFor();
    await eventually(
      () => page.evaluate(() => document.activeElement?.closest('.MuiDialog-root') !== null),
      true,
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
});

browserTest('the dialog that moves a card begins at the column, and Enter moves', async () => {
  const one = await add('One', 'READY');
  await add('Two', 'READY');
  await open();
  await card(page, one).focus();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog');
  const column = dialog.getByRole('combobox', { name: 'Column' });
  await eventually(() => column.evaluate((field) => field === document.activeElement), true);
  await page.keyboard.press('Tab');
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => titlesIn(page, 'READY'), ['Two', 'One']);
});

browserTest('a lifted card comes by arrows to places of its column that are out of sight', async () => {
  const one = await add('One', 'READY');
  for (let number = 2; number <= 24; number++) await add(`Card ${number}`, 'READY');
  await open();
  await card(page, one).focus();
  await page.keyboard.press('Space');
  for (let position = 2; position <= 20; position++) {
    await page.keyboard.press('ArrowDown');
    await eventually(spoken, `One is now at position ${position} in Ready.`);
  }
  await page.keyboard.press('Space');
  const order = async () =>
    (await readBoard(product.url, ana, project.id)).columns
      .find(({ state }) => state === 'READY')
      ?.tasks.map(({ title }) => title)
      .slice(18, 21);
  await eventually(order, ['Card 20', 'One', 'Card 21']);
  // It is still in sight, with the focus.
  expect(await card(page, one).evaluate((element) => element === document.activeElement)).toBe(true);
});

for (const look of ['', '?lanes=priority'])
  browserTest(`keys that come before a carried card is in the page are meant for it ${look}`, async () => {
    const one = await add('One', 'BACKLOG');
    await add('Two', 'BACKLOG');
    await open('en-GB', look);
    await card(page, one).focus();
    // A busy browser takes keys while it has not yet shown what the ones before have done.
    await page.evaluate(async () => {
      for (let step = 0; step < 3; step++) {
        const key = { key: 'ArrowRight', shiftKey: true, bubbles: true, cancelable: true };
        (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', key));
        await null;
      }
    });
    await column(page, 'WAITING').locator(`[data-task-id="${one}"]:focus`).waitFor();
    await eventually(
      async () => (await readBoard(product.url, ana, project.id)).columns.map(({ tasks }) => tasks.length),
      [1, 0, 0, 1, 0, 0, 0, 0],
    );
  });
