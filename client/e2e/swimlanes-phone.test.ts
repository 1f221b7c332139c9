import type { Task } from '@livelane/shared/tasks/task.schema';
import type { Page } from 'playwright-core';
import { call, createProject, type Person } from '../../test-kit/team';
import { type Finger, fingerOn, fingerPlace, LONG_PRESS_MS, PHONE } from './finger';
import { browserTest, eventually, productForTests } from './product';
import { openAs, signUpAll } from './signedIn';
import { addTask } from './tasks';

const product = productForTests();
let ana: Person;
let projectId: string;
let tasks: Record<'high' | 'low' | 'done', Task>;
let page: Page;
let finger: Finger;

beforeAll(async () => {
  [ana] = await signUpAll(product.url, 'Ana');
});

/** Ready has one card in each of two lanes, Done six more in the upper one. */
beforeEach(async () => {
  ({ id: projectId } = await createProject(product.url, ana, [], 'Shop'));
  const add = (title: string, priority: 'HIGH' | 'LOW', state: 'READY' | 'DONE' = 'READY') =>
    addTask(product.url, ana, { projectId, title, priority, state });
  tasks = {
    high: await add('high', 'HIGH'),
    low: await add('low', 'LOW'),
    done: await add('done 1', 'HIGH', 'DONE'),
  };
  for (let n = 2; n <= 6; n++) await add(`done ${n}`, 'HIGH', 'DONE');
  page = await openAs(product, ana, `/project/${projectId}?lanes=priority`, PHONE);
  await card('READY', 'HIGH', 'high').waitFor();
  await page.locator('[data-connection="live"]').waitFor();
  finger = fingerOn(await page.context().newCDPSession(page));
});

const cell = (state: string, lane: string) => page.locator(`[data-state="${state}"][data-lane="${lane}"]`);
const card = (state: string, lane: string, title: string) =>
  cell(state, lane).getByRole('group', { name: title, exact: true });
const heightOf = (state: string, lane: string) =>
  cell(state, lane).evaluate((element) => element.getBoundingClientRect().height);
const taskNow = (id: string) => call<Task>(product.url, 'GET', `/tasks/${id}`, { token: ana.token });
const show = (state: string) =>
  page.getByRole('navigation', { name: 'Columns' }).getByRole('combobox').selectOption(state);

browserTest('a lane is as high as its cards in the column in view, and counts these', async () => {
  const counted = () => page.getByRole('region', { name: 'High' }).getByRole('button').first().textContent();
  await eventually(counted, 'High1');
  await eventually(async () => (await heightOf('READY', 'HIGH')) < 200, true);
  await show('DONE');
  await card('DONE', 'HIGH', 'done 6').waitFor();
  await eventually(async () => (await heightOf('DONE', 'HIGH')) > 400, true);
  await eventually(counted, 'High6');
  await show('READY');
  await eventually(async () => (await heightOf('READY', 'HIGH')) < 200, true);
});

browserTest('a finger carries a card into another lane', async () => {
  const from = await fingerPlace(card('READY', 'HIGH', 'high'));
  await finger.press(from);
  const low = await cell('READY', 'LOW').boundingBox();
  const to = { x: from.x, y: (low?.y ?? 0) + 10 };
  await finger.slide(from, to);
  await page.getByText(/^high is now at position . in Ready, Low\.$/).waitFor({ state: 'attached' });
  await finger.up();
  await card('READY', 'LOW', 'high').waitFor();
  await eventually(async () => (await taskNow(tasks.high.id)).priority, 'LOW');
});

browserTest('a card that is held at the edge comes into the next column, in its lane', async () => {
  const again = await fingerPlace(card('READY', 'HIGH', 'high'));
  await finger.press(again);
  await page.locator('html[data-dragging]').waitFor();
  const edge = { x: 384, y: again.y };
  await finger.slide(again, edge);
  const switcher = page.getByRole('navigation', { name: 'Columns' }).getByRole('combobox');
  await eventually(async () => {
    // No finger is quite still.
    await finger.touch('touchMove', [edge]);
    return (await switcher.inputValue()) !== 'READY';
  }, true);
  await finger.slide(edge, { x: 195, y: again.y });
  await page.waitForTimeout(LONG_PRESS_MS);
  await finger.up();
  await eventually(async () => (await taskNow(tasks.high.id)).state !== 'READY', true);
  expect((await taskNow(tasks.high.id)).priority).toBe('HIGH');
});

browserTest('a task is added to the lane in which its button is', async () => {
  await cell('READY', 'LOW').getByRole('button', { name: 'Add a task to Ready, Low' }).tap();
  await page.keyboard.type('first');
  await page.keyboard.press('Enter');
  await card('READY', 'LOW', 'first').waitFor();
  // The field stays, beneath it.
  await page.keyboard.type('second');
  await page.keyboard.press('Enter');
  await card('READY', 'LOW', 'second').waitFor();
  const priorities = () =>
    cell('READY', 'LOW')
      .locator('[data-task-id]')
      .evaluateAll((cards) => cards.map((each) => each.getAttribute('aria-label')));
  expect(await priorities()).toEqual(['low', 'first', 'second']);
  await page.keyboard.press('Escape');
  await cell('READY', 'LOW').getByRole('button', { name: 'Add a task to Ready, Low' }).waitFor();
});
