import type { Project } from '@livelane/shared/projects/project.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { Page } from 'playwright-core';
import { createProject, type Person } from '../../test-kit/team';
import { fingerOn, PHONE } from './finger';
import { browserTest, card, cardIn, column, eventually, productForTests, quickAdd } from './product';
import { openAs, signUpAll } from './signedIn';
import { addTask } from './tasks';

/** Where a column begins that is in view, in pixels. */
const AT_THE_EDGE = 16;

const product = productForTests();
let ana: Person;
let bob: Person;
let shop: Project;
let page: Page;

beforeEach(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
  shop = await createProject(product.url, ana, [bob], 'Shop');
});
const add = (title: string, state: TaskState) =>
  addTask(product.url, ana, { title, projectId: shop.id, state, assignees: [ana.user.id] });
const switcher = () => page.getByRole('navigation', { name: 'Columns' }).getByRole('combobox');
const inView = () => switcher().inputValue();
const leftOf = (state: TaskState) =>
  column(page, state).evaluate((element) => Math.round(element.getBoundingClientRect().left));

browserTest('a phone opens a board at its first column with cards, and is not there later', async () => {
  await add('Call back', 'WAITING');
  await add('Print', 'REVIEW');
  for (const path of ['/', `/project/${shop.id}`]) {
    page = await openAs(product, ana, path, PHONE);
    await cardIn(page, 'WAITING', 'Call back').waitFor();
    await eventually(inView, 'WAITING');
    expect(await leftOf('WAITING')).toBe(AT_THE_EDGE);
  }
  // What comes later moves nothing.
  await page.locator('[data-connection="live"]').waitFor();
  await addTask(product.url, bob, { title: 'Early', projectId: shop.id, state: 'BACKLOG' });
  await cardIn(page, 'BACKLOG', 'Early').waitFor();
  expect(await leftOf('WAITING')).toBe(AT_THE_EDGE);
});

browserTest('WCAG 1.4.10 an enlarged board opens at its top, for the eye and for the Tab key', async () => {
  await add('Print', 'DONE');
  const enlarged = { width: 320, height: 256 };
  const places = [
    { path: '', viewport: enlarged },
    { path: '?lanes=priority', viewport: enlarged },
    // Wider than a phone: there the filter scrolls to the column.
    { path: '?title=Print', viewport: { width: 800, height: 600 } },
  ];
  for (const { path, viewport } of places) {
    page = await openAs(product, ana, `/project/${shop.id}${path}`, { viewport });
    await page.locator('[data-connection="live"]').waitFor();
    await cardIn(page, 'DONE', 'Print').waitFor();
    const isInView = () =>
      column(page, 'DONE')
        .first()
        .evaluate((done) => done.getBoundingClientRect().left < innerWidth);
    await eventually(isInView, true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  }
});

browserTest('the switcher says how many cards each column shows', async () => {
  await add('Call back', 'WAITING');
  await add('Print', 'WAITING');
  page = await openAs(product, ana, `/project/${shop.id}`, PHONE);
  const options = () => switcher().locator('option').allTextContents();
  const counted = (texts: string[]) => texts.filter((text) => !text.includes('(0)'));
  await eventually(async () => counted(await options()), ['Waiting (2)']);
  expect((await options())[0]).toBe('Backlog (0)');
  await quickAdd(page, 'Waiting', 'Pack');
  await eventually(async () => counted(await options()), ['Waiting (3)']);
  await page.getByRole('search').getByLabel('Title').fill('pa');
  await eventually(async () => counted(await options()), ['Waiting (1)']);
});

/** The moment in which a slow machine has taken the columns out of the page, which scrolls it, and nothing else yet. */
const scrollWhenColumnsGo = () =>
  page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[data-state]')) return;
      observer.disconnect();
      const { requestAnimationFrame } = window;
      window.requestAnimationFrame = (look) => {
        look(performance.now());
        return 0;
      };
      window.dispatchEvent(new Event('scroll'));
      window.requestAnimationFrame = requestAnimationFrame;
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });

browserTest('a phone comes back to the column that was looked at last', async () => {
  await add('Call back', 'WAITING');
  page = await openAs(product, ana, `/project/${shop.id}`, PHONE);
  await eventually(inView, 'WAITING');
  await switcher().selectOption('TEST');
  await eventually(() => leftOf('TEST'), AT_THE_EDGE);
  await scrollWhenColumnsGo();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Project settings' }).waitFor();
  await page.goBack();
  await eventually(inView, 'TEST');
  expect(await leftOf('TEST')).toBe(AT_THE_EDGE);
  // Another board has its own place.
  await page.getByRole('link', { name: 'Home' }).click();
  await cardIn(page, 'WAITING', 'Call back').waitFor();
  await eventually(inView, 'WAITING');
});

browserTest(
  'a toast leaves the bars of a board free: what was done can be taken back, and work goes on',
  async () => {
    await add('Call back', 'WAITING');
    page = await openAs(product, ana, `/project/${shop.id}`, PHONE);
    await cardIn(page, 'WAITING', 'Call back').getByRole('button').tap();
    await page.getByRole('menuitem', { name: 'Complete' }).tap();
    const toast = await page
      .getByRole('button', { name: 'Undo' })
      .locator('xpath=ancestor::*[@role="status"]')
      .boundingBox();
    const quickAddBox = await page.getByLabel('Add a task to Waiting').boundingBox();
    expect(toast && quickAddBox && toast.y + toast.height <= quickAddBox.y).toBe(true);
  },
);

browserTest('a long project name leaves the room to its cards', async () => {
  const named = await createProject(product.url, ana, [], 'Quarterly planning '.repeat(4).trim());
  page = await openAs(product, ana, `/project/${named.id}`, PHONE);
  const heading = page.getByRole('heading', { level: 1, name: 'Quarterly planning' });
  await heading.waitFor();
  // Two lines.
  expect((await heading.boundingBox())?.height).toBeLessThanOrEqual(64);
});

browserTest('a carried card lands in the column that is shown, wherever the finger is', async () => {
  const [left, right] = [await add('Left', 'READY'), await add('Right', 'DONE')];
  page = await openAs(product, ana, `/project/${shop.id}`, PHONE);
  await page.locator('[data-connection="live"]').waitFor();
  const finger = fingerOn(await page.context().newCDPSession(page));
  const edges = [
    { task: left, isHeldAtEnd: true, edge: 4, next: 'BACKLOG' },
    { task: right, isHeldAtEnd: false, edge: 386, next: 'ARCHIVE' },
  ] as const;
  for (const { task, isHeldAtEnd, edge, next } of edges) {
    await switcher().selectOption(task.state);
    await eventually(() => leftOf(task.state), AT_THE_EDGE);
    const box = await card(page, task.id).boundingBox();
    if (!box) throw new Error('the card is not on the screen');
    const from = { x: box.x + box.width * (isHeldAtEnd ? 0.8 : 0.2), y: box.y + box.height / 2 };
    await finger.press(from);
    await page.locator('html[data-dragging]').waitFor();
    await finger.slide(from, { x: edge, y: from.y });
    await eventually(inView, next);
    await eventually(() => leftOf(next), AT_THE_EDGE);
    await finger.up();
    await cardIn(page, next, task.title).waitFor();
    expect(await inView()).toBe(next);
  }
});

for (const [width, height] of [
  [844, 390],
  [568, 320],
] as const)
  browserTest(`a low window of ${width} × ${height} scrolls to what its columns end with`, async () => {
    for (let number = 1; number <= 8; number++) await add(`Card ${number}`, 'READY');
    page = await openAs(product, ana, `/project/${shop.id}`, { ...PHONE, viewport: { width, height } });
    await cardIn(page, 'READY', 'Card 1').waitFor();
    const field = page.getByLabel('Add a task to Ready', { exact: true });
    const found = await field.evaluate((element) => {
      window.scrollTo(window.scrollX, document.documentElement.scrollHeight);
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const end = element.closest('[data-state]')?.getBoundingClientRect().bottom ?? 0;
      const touched = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return { isTouched: touched === element, isInColumn: bottom <= end };
    });
    expect(found).toEqual({ isTouched: true, isInColumn: true });
  });
