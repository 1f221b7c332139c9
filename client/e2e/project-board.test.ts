import { taskPriorities, taskStates } from '@livelane/shared/tasks/task.values';
import type { Locator, Page } from 'playwright-core';
import { createProject, type Person, readBoard } from '../../test-kit/team';
import {
  browserTest,
  card,
  cardIn,
  carry,
  column,
  eventually,
  placeIn,
  productForTests,
  quickAdd,
  titlesIn,
} from './product';
import { openAs, refuse, type SeenRequest, signUpAll, watchCalls, writesOf } from './signedIn';
import { addTask, chooseItem } from './tasks';

const NAMES = ['Backlog', 'Ready', 'In Progress', 'Waiting', 'Review', 'Test', 'Done', 'Archive'];

const product = productForTests();
let ana: Person;
let bob: Person;
let projectId: string;
let page: Page;
let calls: SeenRequest[];

beforeAll(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
});

beforeEach(async () => {
  ({ id: projectId } = await createProject(product.url, ana, [bob], 'Shop'));
});

async function open(): Promise<void> {
  page = await openAs(product, ana, `/project/${projectId}`);
  await column(page, 'READY').waitFor();
  calls = watchCalls(page);
}
const menuOf = (title: string) => page.getByRole('button', { name: `Actions for ${title}` });
const ready = (title: string) =>
  addTask(product.url, ana, { title, projectId, state: 'READY', assignees: [ana.user.id] });

browserTest(
  'section 2, Kanban board: a column per state in order, each with its name, its own colour and a plus button',
  async () => {
    await open();
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
    const columns = page.locator('[data-state]');
    expect(await columns.evaluateAll((all) => all.map((each) => each.getAttribute('data-state')))).toEqual(
      taskStates,
    );
    expect(await columns.getByRole('heading').allTextContents()).toEqual(NAMES);
    const colours = await columns.evaluateAll((all) =>
      all.map((each) => getComputedStyle(each.querySelector('h2') ?? each, '::before').backgroundColor),
    );
    expect(new Set(colours).size).toBe(taskStates.length);
    for (const name of NAMES)
      expect(await page.getByRole('button', { name: `New task in ${name}`, exact: true }).count()).toBe(1);
  },
);

browserTest('section 2, Kanban board: the plus button opens a new task of its state', async () => {
  await open();
  await page.getByRole('button', { name: 'New task in Waiting' }).click();
  const dialog = page.getByRole('dialog', { name: 'New task' });
  expect(await dialog.getByRole('combobox', { name: 'State' }).textContent()).toBe('Waiting');
});

browserTest(
  'section 7, Tasks: a quick add sends the title, the project, the state and the current user, and clears the field',
  async () => {
    await open();
    await quickAdd(page, 'Waiting', 'Call the printer');
    await cardIn(page, 'WAITING', 'Call the printer').waitFor();
    expect(await page.getByLabel('Add a task to Waiting', { exact: true }).inputValue()).toBe('');
    await eventually(async () => writesOf(calls).length, 1);
    const [write] = writesOf(calls);
    expect(write).toMatchObject({ method: 'POST', path: '/tasks' });
    const { id, ...body } = (write?.body ?? {}) as { id?: string };
    expect(body).toEqual({
      title: 'Call the printer',
      projectId,
      state: 'WAITING',
      assignees: [ana.user.id],
    });
    // The id is the client's, so that a repetition is known for one.
    await eventually(async () => (await readBoard(product.url, ana, projectId)).columns[3]?.tasks[0]?.id, id);
  },
);

browserTest(
  'section 2, Kanban board: a card shows title, priority arrow with label, badges and small avatars',
  async () => {
    for (const [index, priority] of taskPriorities.entries()) {
      const title = `Priority ${index}`;
      await addTask(product.url, ana, { title, projectId, priority, assignees: [ana.user.id, bob.user.id] });
    }
    const task = { projectId, state: 'WAITING', timeSpent: 45, dueDate: '2099-03-09' } as const;
    await addTask(product.url, ana, { ...task, title: 'Everything', timeEstimateId: 90, priority: null });
    await open();
    const labels = ['Critical', 'High', 'Medium', 'Low', 'Trivial'];
    const looks = new Set<string>();
    for (const [index, label] of labels.entries()) {
      const shown = cardIn(page, 'READY', `Priority ${index}`);
      await shown.getByText(label, { exact: true }).waitFor();
      looks.add(await shown.locator('svg g[stroke]').evaluate((arrow) => arrow.outerHTML));
    }
    // Each has an arrow of its own.
    expect(looks.size).toBe(labels.length);
    const avatars = cardIn(page, 'READY', 'Priority 0').getByRole('img', { name: 'Assigned to Ana and Bob' });
    expect(await avatars.textContent()).toBe('ATBT');
    expect((await avatars.locator('> *').first().boundingBox())?.width).toBe(24);
    const waiting = cardIn(page, 'WAITING', 'Everything');
    for (const title of ['Due 9 Mar 2099', '45m of 1.5 hours', 'Waiting'])
      await waiting.getByTitle(title, { exact: true }).waitFor();
    await waiting.getByText('45m / 1.5h', { exact: true }).waitFor();
  },
);

browserTest('a card that is carried keeps its size, its lines and its menu', async () => {
  const task = await ready('A title that takes two lines of the card in its narrow column');
  await open();
  const looks = () =>
    card(page, task.id).evaluate((slot) => {
      const face = slot.firstElementChild;
      return [face, ...(face?.querySelectorAll('p, p + *') ?? [])].map((element) => {
        const { width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
        return [Math.round(width), Math.round(height)];
      });
    });
  await page.setViewportSize({ width: 1440, height: 900 });
  const lying = await looks();
  await carry(page, task.id, await placeIn(page, 'WAITING', 'top'));
  expect(await looks()).toEqual(lying);
  await page.mouse.up();
  await eventually(() => titlesIn(page, 'WAITING'), [task.title]);
});

browserTest(
  'section 2, Kanban board: a card menu edits, completes and deletes; a click on the card opens the edit dialog',
  async () => {
    for (const title of ['Older', 'Newer'])
      await addTask(product.url, ana, { title, projectId, state: 'DONE' });
    const task = await ready('Send the invoice');
    await open();
    await menuOf(task.title).click();
    await page.getByRole('menuitem').first().waitFor();
    const items = await page.getByRole('menuitem').allTextContents();
    expect(items).toEqual(expect.arrayContaining(['Edit', 'Complete', 'Delete']));
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    // The right button of the mouse opens the same menu.
    await card(page, task.id).click({ button: 'right' });
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(items);
    await chooseItem(page, 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit task' });
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Send the invoice');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await card(page, task.id).click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    // Specification section 4: complete is the state DONE at position 0.
    await menuOf(task.title).click();
    await chooseItem(page, 'Complete');
    await eventually(() => titlesIn(page, 'DONE'), ['Send the invoice', 'Older', 'Newer']);
    const done = async () =>
      (await readBoard(product.url, ana, projectId)).columns[6]?.tasks.map(({ title }) => title);
    await eventually(done, ['Send the invoice', 'Older', 'Newer']);
    const move = calls.find(({ path }) => path === '/kanban/moveTask');
    expect(move).toMatchObject({ method: 'POST', body: { taskId: task.id, state: 'DONE', position: 0 } });

    await column(page, 'DONE').scrollIntoViewIfNeeded();
    await menuOf(task.title).click();
    await chooseItem(page, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await card(page, task.id).waitFor({ state: 'detached' });
    await eventually(done, ['Older', 'Newer']);
    expect(writesOf(calls).at(-1)).toMatchObject({ method: 'DELETE', path: `/tasks/${task.id}` });
  },
);

browserTest(
  'section 4, Moving tasks: an empty area is the end, a card’s upper or lower part is above or below it, itself is nothing',
  async () => {
    const [one] = [await ready('One'), await ready('Two')];
    const far = await addTask(product.url, ana, { title: 'Far', projectId, state: 'BACKLOG' });
    await open();
    await carry(page, far.id, await placeIn(page, 'READY', 'end'));
    await page.mouse.up();
    await eventually(() => titlesIn(page, 'READY'), ['One', 'Two', 'Far']);
    await carry(page, far.id, await placeIn(page, 'READY', 'top'));
    await page.mouse.up();
    await eventually(() => titlesIn(page, 'READY'), ['Far', 'One', 'Two']);
    const box = await cardIn(page, 'READY', 'Two').boundingBox();
    if (!box) throw new Error('no card');
    await carry(page, one.id, { x: box.x + box.width / 2, y: box.y + box.height - 4 });
    await page.mouse.up();
    await eventually(() => titlesIn(page, 'READY'), ['Far', 'Two', 'One']);
    const onServer = async () =>
      (await readBoard(product.url, ana, projectId)).columns[1]?.tasks.map(({ title }) => title);
    await eventually(onServer, ['Far', 'Two', 'One']);
    const moves = calls.filter(({ path }) => path === '/kanban/moveTask').length;
    await carry(page, one.id, await placeIn(page, 'READY', 'end'));
    await page.mouse.up();
    await eventually(() => titlesIn(page, 'READY'), ['Far', 'Two', 'One']);
    expect(calls.filter(({ path }) => path === '/kanban/moveTask')).toHaveLength(moves);
  },
);

browserTest(
  'the wheel scrolls the column under a carried card, and the card lands where it was let go',
  async () => {
    const carried = await addTask(product.url, ana, { title: 'Carried', projectId, state: 'BACKLOG' });
    for (let number = 0; number < 20; number++) await ready(`Card ${number}`);
    await open();
    const top = await placeIn(page, 'READY', 'top');
    await carry(page, carried.id, top);
    const middle = top.y + 250;
    await page.mouse.move(top.x, middle);
    const list = column(page, 'READY').locator('section');
    await page.mouse.wheel(0, 500);
    await eventually(() => list.evaluate((element) => element.scrollTop > 400), true);
    await page.mouse.up();
    const titles = async () =>
      (await readBoard(product.url, ana, projectId)).columns[1]?.tasks.map(({ title }) => title) ?? [];
    await eventually(async () => (await titles()).includes('Carried'), true);
    expect((await titles()).indexOf('Carried')).toBeGreaterThan(5);
    const shown = await card(page, carried.id).boundingBox();
    expect(Math.abs((shown?.y ?? 0) - middle)).toBeLessThan(2 * (shown?.height ?? 0));
  },
);

browserTest(
  'section 8: a failed move is a destructive toast titled Error with the description, and the card goes back',
  async () => {
    const task = await ready('Stubborn');
    await open();
    await refuse(page, '**/v1/kanban/moveTask', { message: 'The server says no' });
    await carry(page, task.id, await placeIn(page, 'IN_PROGRESS', 'end'));
    await page.mouse.up();
    const toast = page.getByRole('alert').filter({ hasText: 'The server says no' });
    await toast.getByText('Error', { exact: true }).waitFor();
    await cardIn(page, 'READY', 'Stubborn').waitFor();
  },
);

browserTest(
  'section 2, Kanban board: a board in error shows no plus button, and can be tried again',
  async () => {
    await page?.close().catch(() => undefined);
    page = await openAs(product, ana, '/workspaces');
    await refuse(page, '**/v1/kanban/project/*', { message: 'Out of order' });
    await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
    await page.route('**/socket.io/**', (route) => route.abort());
    await page.goto(`${product.url}/project/${projectId}`);
    await page.getByRole('alert').getByText('Out of order').waitFor();
    expect(await page.getByRole('button', { name: /New task in/ }).count()).toBe(0);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'New task in Ready' }).waitFor();
  },
);

browserTest(
  'a task that is added to a long column is on the screen, from the field and from the dialog',
  async () => {
    for (let n = 1; n <= 20; n++) await ready(`Older ${n}`);
    await open();
    for (const title of ['First of mine', 'Second of mine']) await quickAdd(page, 'Ready', title);
    const isInView = (title: string) =>
      cardIn(page, 'READY', title)
        .evaluate((element) => {
          const list = element.closest('section')?.getBoundingClientRect();
          const { top, bottom } = element.getBoundingClientRect();
          return list !== undefined && top >= list.top && bottom <= list.bottom + 1;
        })
        .catch(() => false);
    await eventually(() => isInView('Second of mine'), true);
    expect(await isInView('First of mine')).toBe(true);

    await page.getByRole('region', { name: /^Ready:/ }).evaluate((list) => list.scrollTo(0, 0));
    await page.getByRole('button', { name: 'New task in Ready' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('From the dialog');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await eventually(() => isInView('From the dialog'), true);
  },
);

browserTest('a new task that the filter hides is told of, and the filter can be cleared there', async () => {
  await ready('Send the invoice');
  await open();
  const top = async () => (await column(page, 'READY').boundingBox())?.y;
  const before = await top();
  await page.getByRole('search').getByLabel('Title').fill('invoice');
  await page.getByRole('button', { name: 'Clear filters' }).waitFor();
  // Nothing jumps when the sign to clear the filters comes.
  expect(await top()).toBe(before);
  await quickAdd(page, 'Ready', 'Paint the fence');
  const toast = page.getByLabel('Notifications');
  await toast.getByText('“Paint the fence” was added, but the filter hides it.').waitFor();
  await toast.getByRole('button', { name: 'Clear filters' }).click();
  await cardIn(page, 'READY', 'Paint the fence').waitFor();
});

browserTest('a file or a link that is dropped on a board is not opened; a field takes text', async () => {
  await open();
  const devTools = await page.context().newCDPSession(page);
  const drop = async (place: Locator, items: { mimeType: string; data: string }[], files: string[] = []) => {
    const box = await place.boundingBox();
    if (!box) throw new Error('the place is not on the screen');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const data = { items, files, dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devTools.send('Input.dispatchDragEvent', { type, x, y, data });
  };
  const opened: Page[] = [];
  page.context().on('page', (other) => opened.push(other));
  const board = column(page, 'READY').locator('section');
  const field = page.getByLabel('Add a task to Ready', { exact: true });
  for (const place of [board, field]) await drop(place, [], [__filename]);
  await drop(board, [{ mimeType: 'text/uri-list', data: product.url }]);
  await drop(field, [{ mimeType: 'text/plain', data: 'Water the plants' }]);
  await eventually(() => field.inputValue(), 'Water the plants');
  expect(opened).toEqual([]);
});
