import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type { Project } from '@livelane/shared/projects/project.schema';
import type { Page } from 'playwright-core';
import { call, createProject, type Person, readBoard, signUp } from '../../test-kit/team';
import {
  browserTest,
  cardIn,
  carry,
  column,
  eventually,
  productForTests,
  quickAdd,
  signInOnPage,
  titlesIn,
} from './product';
import { openAs, signUpAll, watchCalls } from './signedIn';
import { addTask, choose, optionsOf } from './tasks';

/** A little more than the board's own pause between two polls. */
const A_POLL_MS = 61_000;

/** More than those of which all people are read. */
const MANY_PROJECTS = 12;

const product = productForTests();
let ana: Person;
let bob: Person;
let shop: Project;
let stock: Project;
let page: Page;

beforeEach(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
  shop = await createProject(product.url, ana, [bob], 'Shop');
  stock = await createProject(product.url, bob, [ana], 'Stock-taking');
});

const assign = (title: string, project: Project, who: Person, by = who) =>
  addTask(product.url, by, { title, projectId: project.id, assignees: [who.user.id] });
const dropAbove = async (title: string, taskId: string) => {
  const box = await cardIn(page, 'READY', title).boundingBox();
  if (!box) throw new Error('the card is not on the screen');
  await carry(page, taskId, { x: box.x + box.width / 2, y: box.y + 5 });
  await page.mouse.up();
};

browserTest(
  'section 1, Personal board: the user’s tasks of all projects, with the project’s name in ten characters',
  async () => {
    await assign('Mine here', shop, ana);
    await assign('Mine there', stock, ana);
    await assign('Bob’s', shop, bob);
    page = await openAs(product, ana, '/');
    await page.getByRole('heading', { level: 1, name: 'personal board' }).waitFor();
    await eventually(async () => (await titlesIn(page, 'READY')).sort(), ['Mine here', 'Mine there']);
    await cardIn(page, 'READY', 'Mine there').getByText('Stock-taki…', { exact: true }).waitFor();
    const label = cardIn(page, 'READY', 'Mine here').getByText('Shop', { exact: true });
    await label.waitFor();
    // Specification section 3: whether it is shown is a flag of the client.
    await page.getByRole('button', { name: 'Show project names', pressed: true }).click();
    await label.waitFor({ state: 'detached' });
  },
);

browserTest(
  'section 5, Board filters: workspaces and projects can be chosen on the personal board, people cannot',
  async () => {
    await assign('Mine here', shop, ana);
    await assign('Mine there', stock, ana);
    page = await openAs(product, ana, '/');
    await cardIn(page, 'READY', 'Mine here').waitFor();
    const filters = page.getByRole('search', { name: 'Filters' });
    const projects = filters.getByRole('combobox', { name: 'Project' });
    expect((await optionsOf(page, projects)).sort()).toEqual(['Shop', 'Stock-taking']);
    await choose(page, projects, 'Stock-taking');
    await eventually(() => titlesIn(page, 'READY'), ['Mine there']);
    // Five characters in filters.
    await eventually(() => projects.textContent(), 'Stock…');
    await filters.getByRole('button', { name: 'Clear filters' }).click();
    await choose(page, filters.getByRole('combobox', { name: 'Workspace' }), 'Workspace of Shop');
    await eventually(() => titlesIn(page, 'READY'), ['Mine here']);
    expect(await filters.getByRole('combobox', { name: 'Assignees' }).count()).toBe(0);
  },
);

browserTest('section 2, Filter bars: an empty select says that there are no options', async () => {
  page = await product.window();
  await page.route('**/v1/*/filter', (route) => route.fulfill({ json: [] }));
  await signInOnPage(page, product.url, ana, '/');
  const filters = page.getByRole('search', { name: 'Filters' });
  for (const name of ['Workspace', 'Project'])
    expect(await optionsOf(page, filters.getByRole('combobox', { name }))).toEqual(['No options']);
});

browserTest('what another app shares becomes a task; the address forgets it', async () => {
  page = await openAs(
    product,
    ana,
    '/?share-title=Buy%20paint&share-text=Blue&share-url=https%3A%2F%2Fexample.org',
  );
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await eventually(() => dialog.getByLabel('Title').inputValue(), 'Buy paint');
  await eventually(() => page.evaluate(() => window.location.search), '');
  await choose(page, dialog.getByRole('combobox', { name: 'Project' }), 'Shop');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await cardIn(page, 'READY', 'Buy paint').waitFor();
});

browserTest('a first home leads through workspace, project and invitation to the first board', async () => {
  const [newcomer] = await signUpAll(product.url, 'Newcomer');
  page = await openAs(product, newcomer, '/');
  for (const name of ['Orchard', 'Harvest']) {
    const title = name === 'Orchard' ? 'Create your workspace' : 'Add the first project to “Orchard”';
    const form = page.getByRole('form', { name: title });
    // The field has the focus: one types and continues.
    await eventually(
      () => form.getByLabel('Name').evaluate((field) => field === document.activeElement),
      true,
    );
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('heading', { level: 2, name: 'Invite people to “Harvest”' }).waitFor();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('heading', { level: 1, name: 'Harvest' }).waitFor();
  await column(page, 'READY').waitFor();
  const invited = await openAs(product, bob, '/workspaces');
  await invited.goto(link);
  await invited.getByRole('button', { name: 'Accept the invitation' }).click();
  await invited.getByRole('heading', { level: 1, name: 'Harvest' }).waitFor();
});

browserTest('section 9, Board polling: the personal board is read again every 60 seconds', async () => {
  page = await product.window();
  await page.close();
  page = await openAs(product, ana, '/workspaces');
  await page.clock.install();
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.goto(`${product.url}/`);
  await column(page, 'READY').waitFor();
  await assign('Seen by polling', shop, ana, bob);
  const calls = watchCalls(page);
  await page.clock.fastForward(A_POLL_MS);
  await cardIn(page, 'READY', 'Seen by polling').waitFor();
  expect(calls.map(({ path }) => path)).toContain('/kanban/personal');
});

browserTest(
  'section 4, Moving tasks: beside a card of another project the position is that card’s',
  async () => {
    for (const title of ['A1', 'A2']) await assign(title, shop, ana);
    const moved = await addTask(product.url, ana, {
      title: 'Moved',
      projectId: stock.id,
      state: 'BACKLOG',
      assignees: [ana.user.id],
    });
    page = await openAs(product, ana, '/');
    await eventually(() => titlesIn(page, 'READY'), ['A1', 'A2']);
    const sent = page.waitForRequest('**/v1/kanban/moveTask');
    await dropAbove('A2', moved.id);
    await eventually(() => titlesIn(page, 'READY').then((titles) => titles.includes('Moved')), true);
    expect((await sent).postDataJSON()).toMatchObject({ taskId: moved.id, state: 'READY', position: 1 });
    const board = await call<PersonalBoard>(product.url, 'GET', '/kanban/personal', { token: ana.token });
    const ready = board.columns.find(({ state }) => state === 'READY')?.tasks ?? [];
    await eventually(
      () => titlesIn(page, 'READY'),
      ready.map(({ title }) => title),
    );
  },
);

browserTest(
  'section 2, Kanban board: a quick add on the personal board asks for the project once, which is required',
  async () => {
    page = await openAs(product, ana, '/');
    await column(page, 'REVIEW').waitFor();
    await quickAdd(page, 'Review', 'Read the contract');
    const dialog = page.getByRole('dialog', { name: 'New task' });
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Read the contract');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Project ID is required').waitFor();
    await choose(page, dialog.getByRole('combobox', { name: 'Project' }), 'Shop');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    await cardIn(page, 'REVIEW', 'Read the contract').waitFor();
    await quickAdd(page, 'Review', 'Sign it');
    await cardIn(page, 'REVIEW', 'Sign it').waitFor();
    expect(await dialog.count()).toBe(0);
  },
);

browserTest('what others do to its cards is told in one sentence, with their names', async () => {
  const { id } = await assign('Fix login', shop, ana);
  await assign('Not on this board', shop, bob);
  page = await openAs(product, ana, '/workspaces');
  const isTold = joined(page);
  await page.goto(product.url);
  await cardIn(page, 'READY', 'Fix login').waitFor();
  await isTold;
  const said = () => page.locator('[data-announcements]').textContent();
  await call(product.url, 'POST', '/kanban/moveTask', {
    token: bob.token,
    body: { taskId: id, state: 'REVIEW', position: 0 },
  });
  await eventually(said, 'Bob moved Fix login to Review, position 1');
  await addTask(product.url, bob, { title: 'For Ana', projectId: stock.id, assignees: [ana.user.id] });
  await eventually(said, 'Bob added For Ana to Ready');
});

browserTest(
  'of many projects: names come with the cards, and lists of people when they are chosen from',
  async () => {
    const cyd = await signUp(product.url, 'Cyd');
    const projects = [shop, stock];
    while (projects.length < MANY_PROJECTS)
      projects.push(await createProject(product.url, ana, [bob], `Project ${projects.length}`));
    const last = projects.at(-1) as Project;
    const assignees = [ana.user.id, bob.user.id];
    await addTask(product.url, ana, { title: 'Of two', projectId: last.id, assignees });
    page = await product.window();
    const calls = watchCalls(page);
    const lists = () => {
      const read = calls.flatMap(({ path }) => /^\/projectUsers\/([^/]+)$/.exec(path)?.slice(1) ?? []);
      return [...new Set(read)].sort();
    };
    await signInOnPage(page, product.url, ana, '/');
    const card = cardIn(page, 'READY', 'Of two');
    await card.getByTitle('Bob Test').waitFor();
    await page.locator('[data-connection="live"]').waitFor();
    expect(lists()).toEqual([]);

    // Someone whom no card has shown yet.
    const { token } = ana;
    const joins = (path: string) =>
      call(product.url, 'POST', path, { token, body: { userId: cyd.user.id, roleId: 'member' } });
    await joins(`/workspaceUsers/${shop.workspaceId}`);
    await joins(`/projectUsers/${shop.id}`);
    const both = [ana.user.id, cyd.user.id];
    await addTask(product.url, cyd, { title: 'Of a newcomer', projectId: shop.id, assignees: both });
    await cardIn(page, 'READY', 'Of a newcomer').getByTitle('Cyd Test').waitFor();
    expect(lists()).toEqual([shop.id]);

    await card.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Assignees' }).waitFor();
    await eventually(async () => lists(), [shop.id, last.id].sort());
  },
);

browserTest('a drop between cards of another project is shown and told where it comes', async () => {
  // Behind Shop in the order of the personal board.
  await assign('Ink', shop, ana);
  await assign('Paper', shop, ana);
  await assign('Of Bob', stock, bob);
  const moving = await assign('Count', stock, ana);
  page = await openAs(product, ana, '/');
  const shown = () => titlesIn(page, 'READY');
  const position = (at: number) =>
    page.getByText(`dropped Count at position ${at} in Ready.`).waitFor({ state: 'attached' });
  await eventually(shown, ['Ink', 'Paper', 'Count']);
  await dropAbove('Paper', moving.id);
  await position(3);
  expect(await shown()).toEqual(['Ink', 'Paper', 'Count']);
  // Nothing can bring it above that one: both are the first of their project.
  await dropAbove('Ink', moving.id);
  await position(2);
  const inStock = async () =>
    (await readBoard(product.url, bob, stock.id)).columns[1]?.tasks.map(({ title }) => title);
  await eventually(inStock, ['Count', 'Of Bob']);
  expect(await shown()).toEqual(['Ink', 'Count', 'Paper']);
  await cardIn(page, 'READY', 'Count').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('Count is now at position 3 in Ready.').waitFor({ state: 'attached' });
});

/** Resolves once the server has answered the page's next subscription to its personal board. */
function joined(of: Page): Promise<void> {
  return new Promise((resolve) => {
    of.on('websocket', (socket) => {
      let answer: string | undefined;
      socket.on('framesent', ({ payload }) => {
        const [, id] = /^42(\d+)\["personal:subscribe"/.exec(String(payload)) ?? [];
        if (id) answer = `43${id}[`;
      });
      socket.on('framereceived', ({ payload }) => {
        if (answer && String(payload).startsWith(answer)) resolve();
      });
    });
  });
}
