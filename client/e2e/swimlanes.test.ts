import type { Label } from '@livelane/shared/labels/label.schema';
import type { Task } from '@livelane/shared/tasks/task.schema';
import type { Locator, Page } from 'playwright-core';
import { call, createProject, type Person, readBoard } from '../../test-kit/team';
import { drawn } from './drawn';
import { browserTest, eventually, productForTests, titlesIn } from './product';
import { openAs, signUpAll, watchCalls, writesOf } from './signedIn';
import { addTask, choose, chooseItem } from './tasks';

const product = productForTests();
let ana: Person;
let bob: Person;
let projectId: string;
let workspaceId: string;
let tasks: Record<'a' | 'b' | 'c', Task>;

beforeAll(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
});

beforeEach(async () => {
  ({ id: projectId, workspaceId } = await createProject(product.url, ana, [bob], 'Shop'));
  const add = (title: string, assignees: string[], state: 'READY' | 'IN_PROGRESS' = 'READY') =>
    addTask(product.url, ana, { projectId, title, assignees, state });
  tasks = {
    a: await add('a', [ana.user.id]),
    b: await add('b', [ana.user.id]),
    c: await add('c', [bob.user.id], 'IN_PROGRESS'),
  };
});

const open = async (lanes: string, more = '') => {
  const page = await openAs(product, ana, `/project/${projectId}?lanes=${lanes}${more}`);
  await page.locator('[data-lane]').first().waitFor();
  return page;
};
const cell = (page: Page, state: string, lane: string) =>
  page.locator(`[data-state="${state}"][data-lane="${lane}"]`);
/** Tasks are added beneath a cell's last card, which is in the page only near the window. */
const showEnd = (of: Locator) => of.evaluate((element) => element.scrollIntoView({ block: 'end' }));
const titles = (page: Page, state: string, lane: string) =>
  cell(page, state, lane)
    .locator('[data-task-id]')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')));
const makeLabel = (of: string, name: string, token = ana.token) =>
  call<Label>(product.url, 'POST', `/workspaces/${of}/labels`, { token, body: { name, colour: 'red' } });
const taskNow = (id: string) => call<Task>(product.url, 'GET', `/tasks/${id}`, { token: ana.token });
const lift = async (page: Page, from: { state: string; lane: string; title: string }) => {
  const card = cell(page, from.state, from.lane).getByRole('group', { name: from.title, exact: true });
  const box = await card.boundingBox();
  if (!box) throw new Error('the card is not on the screen');
  await page.mouse.move(box.x + box.width / 3, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 3 + 8, box.y + 24, { steps: 4 });
};
const dropIn = async (page: Page, state: string, lane: string, told: string) => {
  const box = await cell(page, state, lane).boundingBox();
  if (!box) throw new Error('the cell is not on the screen');
  await page.mouse.move(box.x + box.width / 2, box.y + 12, { steps: 15 });
  // The library measures where the card hovers before a drop counts.
  await page.getByText(told).waitFor({ state: 'attached' });
  await page.mouse.up();
};

browserTest('lanes are chosen in the view menu, stand in the address, count, and close', async () => {
  const page = await openAs(product, ana, `/project/${projectId}`);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await chooseItem(page, 'Lanes: None');
  await page.getByRole('menuitemradio', { name: 'Assignee' }).click();
  await eventually(() => titles(page, 'READY', ana.user.id), ['a', 'b']);
  expect(new URL(page.url()).search).toBe('?lanes=assignee');
  const lane = page.getByRole('region', { name: `Ana ${ana.user.surname}` });
  await lane.getByRole('button', { expanded: true, name: /2$/ }).click();
  await cell(page, 'READY', ana.user.id).waitFor({ state: 'detached' });
  await lane.getByRole('button', { expanded: false }).click();
  await eventually(() => titles(page, 'READY', ana.user.id), ['a', 'b']);
  await page.getByRole('button', { name: 'Clear filter: Lanes' }).click();
  await eventually(() => titlesIn(page, 'READY'), ['a', 'b']);
});

browserTest(
  'a card dragged into another lane gets its person and its place, and one undo takes both back',
  async () => {
    const page = await open('assignee');
    const calls = watchCalls(page);
    await lift(page, { state: 'READY', lane: ana.user.id, title: 'a' });
    await dropIn(page, 'IN_PROGRESS', bob.user.id, 'a is now at position 1 in In Progress, Bob Test.');
    await eventually(() => titles(page, 'IN_PROGRESS', bob.user.id), ['a', 'c']);
    await eventually(async () => (await taskNow(tasks.a.id)).state, 'IN_PROGRESS');
    expect((await taskNow(tasks.a.id)).assignees).toEqual([bob.user.id]);
    expect(writesOf(calls).map(({ path }) => path)).toEqual(['/kanban/bulk', '/kanban/bulk']);
    await page.keyboard.press('Control+z');
    await eventually(() => titles(page, 'READY', ana.user.id), ['a', 'b']);
    await eventually(
      async () => {
        const { state, assignees } = await taskNow(tasks.a.id);
        return { state, assignees };
      },
      { state: 'READY', assignees: [ana.user.id] },
    );
  },
);

browserTest('a card dropped into another lane is never painted in its old one', async () => {
  const page = await open('assignee');
  await lift(page, { state: 'READY', lane: ana.user.id, title: 'a' });
  // In which lanes each frame has it from the drop on; its copy under the pointer is in none.
  const painted = await page.evaluateHandle((taskId) => {
    const seen: (string | undefined)[] = [];
    const look = () => {
      for (const card of document.querySelectorAll(`[data-lane] [data-task-id="${taskId}"]`))
        seen.push(card.closest<HTMLElement>('[data-lane]')?.dataset.lane);
      requestAnimationFrame(look);
    };
    window.addEventListener('mouseup', () => requestAnimationFrame(look), { capture: true, once: true });
    return seen;
  }, tasks.a.id);
  await dropIn(page, 'IN_PROGRESS', bob.user.id, 'a is now at position 1 in In Progress, Bob Test.');
  await eventually(async () => (await taskNow(tasks.a.id)).state, 'IN_PROGRESS');
  await eventually(() => titles(page, 'IN_PROGRESS', bob.user.id), ['a', 'c']);
  await eventually(async () => [...new Set(await painted.jsonValue())], [bob.user.id]);
});

browserTest('by keys a card goes from lane to lane, and what is not changed stays', async () => {
  const page = await open('priority');
  await cell(page, 'READY', 'MEDIUM').locator('[data-task-id]').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await eventually(() => titles(page, 'READY', 'LOW'), ['b']);
  await eventually(async () => (await taskNow(tasks.b.id)).priority, 'LOW');
  expect((await taskNow(tasks.b.id)).assignees).toEqual([ana.user.id]);
  await page.keyboard.press('Shift+ArrowRight');
  await eventually(() => titles(page, 'IN_PROGRESS', 'LOW'), ['b']);
});

browserTest('a board that is sorted moves cards between columns only, and says why', async () => {
  await call(product.url, 'PUT', `/tasks/${tasks.b.id}`, {
    token: ana.token,
    body: { dueDate: '2026-12-01' },
  });
  const page = await openAs(product, ana, `/project/${projectId}?sort=due`);
  await eventually(() => titlesIn(page, 'READY'), ['b', 'a']);
  await page.locator(`[data-task-id="${tasks.a.id}"]`).focus();
  await page.keyboard.press('Shift+ArrowUp');
  await page.getByText(/^Not moved: this view is sorted \(Due date\)/).waitFor();
  await eventually(() => titlesIn(page, 'READY'), ['b', 'a']);
  await page.keyboard.press('Shift+ArrowRight');
  await eventually(() => titlesIn(page, 'IN_PROGRESS'), ['c', 'a']);
  await eventually(async () => (await taskNow(tasks.a.id)).state, 'IN_PROGRESS');
  // What others see is the board's own order.
  const other = await openAs(product, bob, `/project/${projectId}`);
  await eventually(() => titlesIn(other, 'READY'), ['b']);
});

browserTest(
  'on the personal board a task that is added to a label’s lane goes to a project that has the label',
  async () => {
    const other = await createProject(product.url, ana, [], 'Stock');
    const { token } = ana;
    const label = await makeLabel(workspaceId, 'Bug');
    await call(product.url, 'PUT', `/tasks/${tasks.a.id}`, { token, body: { labels: [label.id] } });
    const page = await openAs(product, ana, '/?lanes=label');
    await eventually(() => titles(page, 'READY', label.id), ['a']);
    // The project that is used last is one whose workspace has no such label.
    const plain = cell(page, 'READY', '');
    await showEnd(plain);
    await plain.getByRole('button', { name: 'Add a task to Ready, No labels' }).click();
    await page.keyboard.type('in stock');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await choose(page, dialog.getByRole('combobox', { name: 'Project' }), 'Stock');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await plain.getByRole('group', { name: 'in stock', exact: true }).waitFor();
    await page.keyboard.press('Escape');

    const bugs = cell(page, 'READY', label.id);
    await showEnd(bugs);
    await bugs.getByRole('button', { name: 'Add a task to Ready, Bug' }).click();
    await page.keyboard.type('in shop');
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.keyboard.press('Enter');
    expect((await answer).status()).toBe(201);
    await eventually(() => titles(page, 'READY', label.id), ['a', 'in shop']);
    const board = await readBoard(product.url, ana, projectId);
    const made = board.columns.flatMap((each) => each.tasks).find(({ title }) => title === 'in shop');
    expect(made).toMatchObject({ projectId, labels: [label.id], assignees: [ana.user.id] });
    expect((await readBoard(product.url, ana, other.id)).columns.flatMap((each) => each.tasks)).toHaveLength(
      1,
    );
  },
);

browserTest(
  'on the personal board a card is not put into the lane of a label that its workspace has not',
  async () => {
    const [cleo] = await signUpAll(product.url, 'Cleo');
    const { token } = cleo;
    const add = async (name: string) => {
      const project = await createProject(product.url, cleo, [], name);
      await addTask(product.url, cleo, { projectId: project.id, title: `of ${name}` });
      return project;
    };
    await add('Shop');
    const { id, workspaceId: farm } = await add('Farm');
    const pest = await makeLabel(farm, 'Pest', token);
    await addTask(product.url, cleo, { projectId: id, title: 'moths', labels: [pest.id] });
    const page = await openAs(product, cleo, '/?lanes=label');
    const unlabelled = cell(page, 'READY', '');
    await unlabelled.getByRole('group', { name: 'of Farm', exact: true }).focus();
    const saved = page.waitForResponse('**/v1/kanban/bulk');
    await page.keyboard.press('Shift+ArrowUp');
    await eventually(() => titles(page, 'READY', pest.id), ['moths', 'of Farm']);
    await saved;
    const calls = watchCalls(page);
    await unlabelled.getByRole('group', { name: 'of Shop', exact: true }).focus();
    await page.keyboard.press('Shift+ArrowUp');
    await page.getByText('“Pest” is a label of another workspace').waitFor();
    await eventually(() => titles(page, 'READY', ''), ['of Shop']);
    expect(writesOf(calls).filter(({ body }) => JSON.stringify(body).includes('"add"'))).toEqual([]);
  },
);

browserTest('a card is dropped in a lane that was far away when it was lifted', async () => {
  const [CARDS, FAR] = [110, { title: 'far', priority: 'LOW' } as const];
  for (let n = 0; n < CARDS; n++)
    await addTask(product.url, ana, { projectId, title: `high ${n}`, priority: 'HIGH' });
  const far = await addTask(product.url, ana, { projectId, ...FAR });
  const farther = await addTask(product.url, ana, { projectId, ...FAR, title: 'farther' });
  const page = await open('priority');
  await lift(page, { state: 'READY', lane: 'HIGH', title: 'high 0' });
  await page.getByText('You have lifted high 0').waitFor({ state: 'attached' });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const target = page.locator(`[data-lane="LOW"] [data-task-id="${farther.id}"]`);
  const box = await target.boundingBox();
  if (!box) throw new Error('the card is not on the screen');
  // What stands beside the board stays while the page scrolls.
  expect((await page.getByRole('navigation', { name: 'Side panel' }).boundingBox())?.y).toBe(56);
  // Onto its upper half: before it.
  await page.mouse.move(box.x + 40, box.y + 8, { steps: 5 });
  await page.evaluate(drawn);
  await page.mouse.up();
  await eventually(() => titles(page, 'READY', 'LOW'), ['far', 'high 0', 'farther']);
  const board = await readBoard(product.url, ana, projectId);
  const ready = board.columns.find(({ state }) => state === 'READY')?.tasks ?? [];
  const [first = ''] = ready.filter(({ title }) => title === 'high 0').map(({ id }) => id);
  await eventually(async () => (await taskNow(first)).priority, 'LOW');
  await eventually(async () => {
    const { columns } = await readBoard(product.url, ana, projectId);
    const ids = columns.flatMap((each) => each.tasks.map(({ id }) => id));
    return ids.indexOf(first) - ids.indexOf(far.id) > 0 && ids.indexOf(farther.id) - ids.indexOf(first) > 0;
  }, true);
});

browserTest('without a connection the looks of a board are chosen as with one', async () => {
  const page = await openAs(product, ana, '/workspaces');
  // Fetched in a quiet moment, as long as there is a connection.
  const scripts = ['ViewMenu', 'ArrangedBoard'].map((name) =>
    page.waitForResponse((response) => response.url().includes(`/assets/${name}`)),
  );
  await page.goto(`${product.url}/project/${projectId}`);
  await eventually(() => titlesIn(page, 'READY'), ['a', 'b']);
  for (const script of await Promise.all(scripts)) await script.finished();
  await page.context().setOffline(true);
  await page.locator('[data-connection="offline"]').waitFor();
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await chooseItem(page, 'Lanes: None');
  await page.getByRole('menuitemradio', { name: 'Assignee' }).click();
  await eventually(() => titles(page, 'READY', ana.user.id), ['a', 'b']);
  await eventually(() => titles(page, 'IN_PROGRESS', bob.user.id), ['c']);
});

browserTest('lanes in the address are fetched beside the board, not after it', async () => {
  const page = await openAs(product, ana, '/workspaces');
  const script = new Promise<void>((resolve) => {
    void page.route('**/assets/ArrangedBoard*.js', (route) => {
      resolve();
      return route.continue();
    });
  });
  await page.route(`**/v1/kanban/project/${projectId}*`, async (route) => {
    await script;
    await route.continue();
  });
  await page.goto(`${product.url}/project/${projectId}?lanes=priority`);
  await cell(page, 'READY', 'MEDIUM').locator('[data-task-id]').first().waitFor();
});
