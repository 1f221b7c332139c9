import type { UpdateColumnInput } from '@livelane/shared/boards/column.schema';
import type { Page } from 'playwright-core';
import { call, createProject, type Person } from '../../test-kit/team';
import {
  browserTest,
  card,
  cardIn,
  carry,
  column,
  eventually,
  placeIn,
  productForTests,
  titlesIn,
} from './product';
import { openAs, signUpAll } from './signedIn';
import { addTask, chooseItem } from './tasks';

const product = productForTests();
let ana: Person;
let bob: Person;
let projectId: string;

beforeAll(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
});

beforeEach(async () => {
  ({ id: projectId } = await createProject(product.url, ana, [bob], 'Shop'));
});

const setColumn = (state: string, body: UpdateColumnInput) =>
  call(product.url, 'PUT', `/projects/${projectId}/columns/${state}`, { token: ana.token, body });
const add = (title: string, state: 'READY' | 'IN_PROGRESS' | 'REVIEW' | 'TEST') =>
  addTask(product.url, ana, { projectId, title, state });
const open = async (person: Person) => {
  const page = await openAs(product, person, `/project/${projectId}`);
  await column(page, 'READY').waitFor();
  return page;
};
const heading = (page: Page, state: string) => column(page, state).getByRole('heading').textContent();
const count = (page: Page, state: string) =>
  column(page, state)
    .getByText(/^\d+\/\d+$/)
    .textContent();

browserTest(
  'a maintainer names, limits and explains a column; everyone sees it at once, and it can be undone',
  async () => {
    const [page, other] = [await open(ana), await open(bob)];
    await page.getByRole('button', { name: 'Column Review' }).click();
    await chooseItem(page, 'Column settings…');
    await page.getByLabel('Name on this board').fill('Second look');
    await page.getByLabel('Task limit').fill('4');
    await page.getByLabel('Policy').fill('Two people have read it.');
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(() => heading(other, 'REVIEW'), 'Second look');
    await eventually(() => count(other, 'REVIEW'), '0/4');
    // A member reads the policy, and changes nothing.
    await other.getByRole('button', { name: 'Column Second look' }).click();
    await other
      .getByRole('dialog', { name: 'Column Second look' })
      .getByText('Two people have read it.')
      .waitFor();
    expect(await other.getByRole('menuitem').count()).toBe(0);
    await other.keyboard.press('Escape');
    await other.keyboard.press('Escape');
    // A line sets what is read apart from what can be done.
    await page.getByRole('button', { name: 'Column Second look' }).click();
    await page.getByRole('separator').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(() => heading(other, 'REVIEW'), 'Review');
  },
);

browserTest('a long name is cut off, and leaves the room to the number and the buttons', async () => {
  const name = 'What the team calls a column when it has time to talk'.slice(0, 50);
  await setColumn('REVIEW', { name, wipLimit: { max: 4, isHard: true } });
  const page = await open(ana);
  const review = column(page, 'REVIEW');
  const isInside = async () => {
    const [outer, button] = [
      await review.boundingBox(),
      await review.getByRole('button', { name: `New task in ${name}` }).boundingBox(),
    ];
    return outer && button && button.x + button.width <= outer.x + outer.width;
  };
  await eventually(isInside, true);
  expect(await review.getByRole('heading').getAttribute('title')).toBe(name);
  await page.evaluate(() => {
    document.documentElement.dataset.density = 'compact';
  });
  await eventually(async () => ((await review.boundingBox())?.width ?? 0) < 200, true);
  await eventually(isInside, true);
});

browserTest('beyond a limit the number is red, and private tasks do not count', async () => {
  for (const title of ['a', 'b']) await add(title, 'REVIEW');
  await addTask(product.url, ana, { projectId, title: 'mine', state: 'REVIEW', visibility: 'PRIVATE' });
  await setColumn('REVIEW', { wipLimit: { max: 1, isHard: false } });
  const page = await open(ana);
  await eventually(() => count(page, 'REVIEW'), '2/1');
  await column(page, 'REVIEW').getByText('2 tasks, over the limit of 1').waitFor({ state: 'attached' });
});

browserTest('a full column says so before a card is let go, and takes none', async () => {
  await add('first', 'IN_PROGRESS');
  const next = await add('second', 'READY');
  await setColumn('IN_PROGRESS', { wipLimit: { max: 1, isHard: true } });
  const page = await open(ana);
  await card(page, next.id).waitFor();
  await carry(page, next.id, await placeIn(page, 'IN_PROGRESS', 'top'));
  await column(page, 'IN_PROGRESS').getByText('Full: 1 of 1').waitFor();
  await page.mouse.up();
  await page.getByText('In Progress is full: 1 of 1. Move a task out of it first.').waitFor();
  await eventually(() => titlesIn(page, 'IN_PROGRESS'), ['first']);
  await eventually(() => titlesIn(page, 'READY'), ['second']);
  expect(await column(page, 'IN_PROGRESS').getByPlaceholder('Full: 1 of 1').isEditable()).toBe(false);
});

browserTest('whoever comes second in a race is told, and their card returns', async () => {
  const task = await add('late', 'READY');
  await setColumn('REVIEW', { wipLimit: { max: 1, isHard: true } });
  const page = await open(ana);
  await card(page, task.id).waitFor();
  // Offline, the board does not hear that the last place has gone.
  await page.context().setOffline(true);
  await card(page, task.id).focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowRight');
  await cardIn(page, 'REVIEW', 'late').waitFor();
  await add('early', 'REVIEW');
  await page.context().setOffline(false);
  await page.getByText('“late” is back where it was: Review has filled up in the meantime.').waitFor();
  await eventually(() => titlesIn(page, 'REVIEW'), ['early']);
});

browserTest('a hidden column is not drawn, keys pass over it, and its tasks are kept', async () => {
  const task = await add('walks', 'READY');
  await add('stays', 'TEST');
  const page = await open(ana);
  await page.getByRole('button', { name: 'Column Waiting' }).click();
  await chooseItem(page, 'Hide');
  await column(page, 'WAITING').waitFor({ state: 'detached' });
  await card(page, task.id).focus();
  for (let step = 0; step < 2; step++) await page.keyboard.press('Shift+ArrowRight');
  await cardIn(page, 'REVIEW', 'walks').waitFor();
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await chooseItem(page, 'Show “Waiting”');
  await column(page, 'WAITING').waitFor();
});

browserTest(
  'a card that scrolls the board lands in the last column, under the pointer at its edge',
  async () => {
    const task = await add('Ship', 'TEST');
    const page = await open(ana);
    await column(page, 'TEST').scrollIntoViewIfNeeded();
    const { y } = await placeIn(page, 'TEST', 'end');
    const width = await page.evaluate(() => document.documentElement.clientWidth);
    await carry(page, task.id, { x: width - 40, y });
    // The board stands still at its end.
    await eventually(
      () => page.evaluate(() => Math.ceil(window.scrollX + window.innerWidth) >= document.body.scrollWidth),
      true,
    );
    await page.mouse.up();
    await cardIn(page, 'ARCHIVE', 'Ship').waitFor();
  },
);
