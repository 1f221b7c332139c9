import type { Page } from 'playwright-core';
import { createProject, type Person } from '../../test-kit/team';
import { browserTest, cardIn, carry, column, eventually, productForTests, titlesIn } from './product';
import { openAs, signUpAll } from './signedIn';
import { addTask, choose, chooseDate } from './tasks';

const product = productForTests();
let ana: Person;
let bob: Person;
let projectId: string;
let page: Page;

beforeAll(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
  ({ id: projectId } = await createProject(product.url, ana, [bob], 'Shop'));
  const task = { projectId, assignees: [ana.user.id] };
  await addTask(product.url, ana, {
    ...task,
    title: 'Draw the LOGO',
    priority: 'HIGH',
    timeEstimateId: 60,
    dueDate: '2027-05-10',
  });
  await addTask(product.url, ana, {
    ...task,
    title: 'Print the logo',
    priority: 'LOW',
    timeEstimateId: 5,
    dueDate: '2027-05-20',
    assignees: [bob.user.id],
  });
  await addTask(product.url, ana, { ...task, title: 'Think', priority: null, assignees: [] });
});

beforeEach(async () => {
  page = await openAs(product, ana, `/project/${projectId}`);
  await cardIn(page, 'READY', 'Think').waitFor();
});

const filters = (of = page) => of.getByRole('search', { name: 'Filters' });
const select = (name: string) => filters().getByRole('combobox', { name, exact: true });
const shown = (...titles: string[]) => eventually(() => titlesIn(page, 'READY'), titles);
const clear = () => filters().getByRole('button', { name: 'Clear filters' }).click();

browserTest(
  'section 5, Board filters: title, priority, estimate, due dates and assignees, each alone',
  async () => {
    await filters().getByLabel('Title').fill('logo');
    await shown('Draw the LOGO', 'Print the logo');
    await clear();
    await choose(page, select('Priority'), 'High');
    // Tasks without a priority always pass.
    await shown('Draw the LOGO', 'Think');
    await clear();
    await choose(page, select('Time estimate'), 'No estimate', '5 minutes');
    await shown('Print the logo', 'Think');
    await clear();
    await chooseDate(page, filters().getByRole('textbox', { name: 'Due from' }), '2027-05-11');
    await shown('Print the logo');
    await filters().getByRole('textbox', { name: 'Due from' }).fill('');
    await chooseDate(page, filters().getByRole('textbox', { name: 'Due until' }), '2027-05-10');
    await shown('Draw the LOGO');
    await clear();
    await choose(page, select('Assignees'), 'Bob Test');
    await shown('Print the logo');
    await clear();
    await shown('Draw the LOGO', 'Print the logo', 'Think');
    // The project is the board's own here.
    expect(await select('Project').count()).toBe(0);
  },
);

browserTest(
  'section 5, Board filters: all parts must match, and the address carries them to someone else',
  async () => {
    await filters().getByLabel('Title').fill('logo');
    await choose(page, select('Priority'), 'High', 'Critical');
    await choose(page, select('Assignees'), 'Ana Test', 'Bob Test');
    await shown('Draw the LOGO');
    const { search } = new URL(page.url());
    expect(new URLSearchParams(search).get('title')).toBe('logo');
    const other = await openAs(product, bob, `/project/${projectId}${search}`);
    await eventually(() => titlesIn(other, 'READY'), ['Draw the LOGO']);
    expect(await filters(other).getByLabel('Title').inputValue()).toBe('logo');
    await choose(page, select('Time estimate'), '5 minutes');
    await shown();
    await page.reload();
    await filters().getByRole('button', { name: 'Clear filters' }).waitFor();
    await shown();
  },
);

browserTest('section 5, Display truncation: names in filters are shortened to five characters', async () => {
  await choose(page, select('Assignees'), 'Ana Test');
  await eventually(() => select('Assignees').textContent(), 'Ana T…');
});

browserTest('a filter says how many tasks it shows, and folds the columns that it empties', async () => {
  const width = async () => (await page.locator('[data-state="REVIEW"]').boundingBox())?.width ?? 0;
  const before = await width();
  await filters().getByLabel('Title').fill('print');
  await filters().getByText('1 of 3 tasks shown').waitFor();
  await eventually(async () => (await width()) < before / 2, true);
  await clear();
  await eventually(width, before);
});

browserTest(
  'Enter in the title’s field opens a single match; of several the first takes the focus',
  async () => {
    const title = filters().getByLabel('Title');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await page.keyboard.press('/');
    // At once: the board follows what is typed after a pause.
    await page.keyboard.type('LOGO');
    await page.keyboard.press('Enter');
    await eventually(focused, 'Draw the LOGO');
    await page.keyboard.press('ArrowDown');
    await eventually(focused, 'Print the logo');
    expect(await page.getByRole('dialog').count()).toBe(0);

    await page.keyboard.press('/');
    await title.fill('thi');
    await page.keyboard.press('Enter');
    await eventually(() => page.getByRole('dialog').getByLabel('Title').inputValue(), 'Think');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await title.fill('nothing');
    await page.keyboard.press('Enter');
    await filters().getByText('0 of 3 tasks shown').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  },
);

browserTest('typing looks for a card while none has the focus: two steps open it', async () => {
  const title = filters().getByLabel('Title');
  await page.keyboard.type('thi');
  await page.keyboard.press('Enter');
  await eventually(() => page.getByRole('dialog').getByLabel('Title').inputValue(), 'Think');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // What is typed next takes the place of what was looked for.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.type('Print');
  await shown('Print the logo');
  expect(await title.inputValue()).toBe('Print');
});

browserTest('a wrong date moves nothing, and Clear clears it', async () => {
  const top = async () => (await page.locator('[data-state="READY"]').boundingBox())?.y;
  const before = await top();
  const from = filters().getByRole('textbox', { name: 'Due from' });
  await from.fill('31/02/2027');
  await from.press('Enter');
  await filters().getByText('Enter a date as dd/mm/yyyy.').waitFor();
  expect(await top()).toBe(before);
  await filters().getByRole('button', { name: 'Clear filters' }).press('Enter');
  await eventually(() => from.inputValue(), '');
  // The button is gone, and the keyboard goes on from the bar.
  expect(await filters().locator(':focus').count()).toBe(1);
  await shown('Draw the LOGO', 'Print the logo', 'Think');
});

browserTest('a card that is dropped on a strip lands in it, and a frame shows that before', async () => {
  const { id } = await createProject(product.url, ana, [], 'Letters');
  const post = await addTask(product.url, ana, { projectId: id, title: 'Post', priority: 'HIGH' });
  page = await openAs(product, ana, `/project/${id}?priority=HIGH`);
  await cardIn(page, 'READY', 'Post').waitFor();
  // There are other strips before and behind each of them.
  const strips = ['TEST', 'DONE', 'WAITING', 'IN_PROGRESS'];
  const framed: Array<string | undefined> = [];
  for (const state of strips) {
    const strip = await column(page, state).boundingBox();
    if (!strip) throw new Error('the strip is not on the screen');
    await carry(page, post.id, { x: strip.x + strip.width / 2, y: strip.y + 200 });
    framed.push(
      ...(await page
        .locator('[data-state]')
        .evaluateAll((columns) =>
          columns
            .filter((each) => getComputedStyle(each).outlineStyle === 'solid')
            .map((each) => each.dataset.state),
        )),
    );
    await page.mouse.up();
    await cardIn(page, state, 'Post').waitFor();
  }
  expect(framed).toEqual(strips);
  // Beside all columns there is none that could be meant.
  await carry(page, post.id, { x: 1200, y: 400 });
  await page.mouse.up();
  await page.getByText('Moving Post was cancelled').waitFor({ state: 'attached' });
});
