import type { Page } from 'playwright-core';
import { call, createProject, type Person, readBoard, signUp } from '../../test-kit/team';
import { browserTest, cardIn, eventually, productForTests, titlesIn } from './product';

const product = productForTests();
let ana: Person;
let bob: Person;
let projectId: string;
let page: Page;

beforeEach(async () => {
  [ana, bob] = await Promise.all([signUp(product.url, 'Ana'), signUp(product.url, 'Bob')]);
  ({ id: projectId } = await createProject(product.url, ana, [bob], 'Shop'));
  page = await product.window();
  // A mouse would hide what keys cannot reach.
  await page.addInitScript(() => {
    for (const name of ['mousedown', 'pointerdown', 'touchstart']) {
      window.addEventListener(name, () => console.error(`a test by keys alone has used a pointer: ${name}`));
    }
  });
});
const create = async (title: string, state = 'READY', person = bob) =>
  (
    await call<{ id: string }>(product.url, 'POST', '/tasks', {
      token: person.token,
      body: { title, projectId, state },
    })
  ).id;
const said = () => page.locator('[data-announcements]').textContent();
const focused = () =>
  page.evaluate(() => document.activeElement?.closest('[data-task-id]')?.getAttribute('aria-label') ?? null);
/**
 * Continues with Tab until the element has the focus, as someone without a mouse does: several times around the page,
 * because a focused card that someone else moves takes the focus past others.
 */
async function tabTo(name: RegExp, limit = 300): Promise<void> {
  for (let n = 0; n < limit; n++) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
    if (name.test(label)) return;
  }
  throw new Error(`no ${name} within ${limit} presses of Tab`);
}

async function openByKeys(): Promise<void> {
  await page.goto(`${product.url}/project/${projectId}`);
  await page.waitForURL('**/login');
  await page.getByLabel('Email').waitFor();
  await page.keyboard.press('Tab');
  for (let n = 0; n < 20; n++) {
    if (await page.getByLabel('Email').evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type(ana.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ana.password);
  await page.keyboard.press('Enter');
  await page.locator('[data-connection="live"]').waitFor();
  // The line may be there before the board, which hears the keys.
  await page.getByRole('button', { name: 'New task in Ready' }).waitFor();
}

browserTest('by keys alone: sign in, create, edit, move, complete, delete', async () => {
  await openByKeys();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Fix login');
  await page.keyboard.press('Enter');
  await cardIn(page, 'READY', 'Fix login').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await create('Write tests');
  await cardIn(page, 'READY', 'Write tests').waitFor();
  // Other people's changes are announced a little later, and would replace the announcement below.
  await eventually(said, 'Bob added Write tests to Ready');

  await tabTo(/^Fix login$/);
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe('Write tests');
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toBe('Fix login');

  await page.keyboard.press('e');
  await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]'));
  // Once more: into the title.
  await page.keyboard.press('e');
  await page.waitForFunction(() => document.activeElement?.matches('[role="dialog"] :is(input, textarea)'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Fix the login');
  await page.keyboard.press('Enter');
  await cardIn(page, 'READY', 'Fix the login').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await eventually(focused, 'Fix the login');

  await page.keyboard.press('Shift+ArrowDown');
  await eventually(() => titlesIn(page, 'READY'), ['Write tests', 'Fix the login']);
  await eventually(said, 'Fix the login is now at position 2 in Ready.');
  await page.keyboard.press('Shift+ArrowRight');
  await eventually(() => titlesIn(page, 'IN_PROGRESS'), ['Fix the login']);
  await eventually(focused, 'Fix the login');

  await page.keyboard.press('m');
  await dialog.getByLabel('Column').waitFor();
  await tabTo(/^In Progress$/, 6);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Rev');
  await page.keyboard.press('Enter');
  await tabTo(/^Move$/, 6);
  await page.keyboard.press('Enter');
  await eventually(() => titlesIn(page, 'REVIEW'), ['Fix the login']);
  await dialog.waitFor({ state: 'detached' });
  await eventually(focused, 'Fix the login');

  await page.keyboard.press('c');
  await eventually(() => titlesIn(page, 'DONE'), ['Fix the login']);
  await eventually(focused, 'Fix the login');
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: 'Delete' }).waitFor();
  await tabTo(/^Delete$/, 4);
  await page.keyboard.press('Enter');
  await eventually(() => titlesIn(page, 'DONE'), []);
});

browserTest('a card that is lifted with space is carried by arrows, and every place is told', async () => {
  await create('One');
  await create('Two');
  await openByKeys();
  await cardIn(page, 'READY', 'Two').waitFor();
  await tabTo(/^One$/);
  await page.keyboard.press('Space');
  const spoken = page.locator('[data-rfd-announcement], [id^="rfd-announcement"]');
  await spoken.getByText('You have lifted One. Position 1 in Ready.').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await spoken.getByText('One is now at position 2 in Ready.').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await spoken.getByText('You have dropped One at position 2 in Ready.').waitFor({ state: 'attached' });
  await eventually(() => titlesIn(page, 'READY'), ['Two', 'One']);
});

browserTest('changes of others are told in one sentence, many of them together', async () => {
  const fix = await create('Fix login');
  await openByKeys();
  await cardIn(page, 'READY', 'Fix login').waitFor();
  await call(product.url, 'POST', '/kanban/moveTask', {
    token: bob.token,
    body: { taskId: fix, state: 'REVIEW', position: 0 },
  });
  await eventually(said, 'Bob moved Fix login to Review, position 1');
  for (const title of ['A', 'B', 'C', 'D']) await create(title);
  await eventually(said, 'Bob made 4 changes');
});

browserTest('the focus stays with its card while others move, change and delete cards', async () => {
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three']) ids.push(await create(title));
  const [one, two, three] = ids;
  await openByKeys();
  await cardIn(page, 'READY', 'Three').waitFor();
  await tabTo(/^Two$/);
  const move = (taskId: string | undefined, state: string) =>
    call(product.url, 'POST', '/kanban/moveTask', { token: bob.token, body: { taskId, state, position: 0 } });
  await call(product.url, 'PUT', `/tasks/${two}`, { token: bob.token, body: { title: 'Second' } });
  await eventually(focused, 'Second');
  await call(product.url, 'DELETE', `/tasks/${one}`, { token: bob.token });
  await eventually(() => titlesIn(page, 'READY'), ['Second', 'Three']);
  expect(await focused()).toBe('Second');
  await move(two, 'REVIEW');
  await cardIn(page, 'REVIEW', 'Second').waitFor();
  await eventually(focused, 'Second');
  await move(three, 'REVIEW');
  await cardIn(page, 'REVIEW', 'Three').waitFor();
  await call(product.url, 'DELETE', `/tasks/${two}`, { token: bob.token });
  await eventually(() => titlesIn(page, 'REVIEW'), ['Three']);
  await eventually(focused, 'Three');
});

browserTest(
  'the focus stays with a card that is scrolled out of sight, and the arrows go on from it',
  async () => {
    const titles = Array.from({ length: 40 }, (_, index) => `Card ${index}`);
    for (const title of titles) await create(title);
    await openByKeys();
    await cardIn(page, 'READY', 'Card 0').first().waitFor();
    await tabTo(/^Card 0$/);
    const list = page.locator('[data-state="READY"] section');
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await cardIn(page, 'READY', 'Card 39').waitFor();
    expect(await cardIn(page, 'READY', 'Card 20').count()).toBe(0);
    expect(await focused()).toBe('Card 0');
    await page.keyboard.press('ArrowDown');
    await eventually(focused, 'Card 1');
    await page.keyboard.press('ArrowDown');
    await eventually(focused, 'Card 2');
  },
);

browserTest('every shortcut does its work while others change the board all the time', async () => {
  const mine = await create('Mine');
  const noise = await Promise.all(['A', 'B', 'C', 'D'].map((title) => create(title)));
  await openByKeys();
  await cardIn(page, 'READY', 'Mine').waitFor();
  let isOver = false;
  const pushes = (async () => {
    for (let n = 0; !isOver; n++) {
      const taskId = noise[n % noise.length];
      const body =
        n % 2 ? { taskId, state: n % 3 ? 'READY' : 'REVIEW', position: 0 } : { title: `Noise ${n}` };
      const [method, path] =
        n % 2 ? (['POST', '/kanban/moveTask'] as const) : (['PUT', `/tasks/${taskId}`] as const);
      await call(product.url, method, path, { token: bob.token, body });
    }
  })();
  const dialog = page.getByRole('dialog');
  const closed = async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  await tabTo(/^Mine$/);
  await page.keyboard.press('e');
  await page.getByRole('dialog', { name: 'Edit task' }).waitFor();
  await closed();
  await eventually(focused, 'Mine');
  await page.keyboard.press('m');
  await dialog.waitFor();
  await closed();
  await eventually(focused, 'Mine');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await closed();
  await eventually(focused, 'Mine');
  await page.keyboard.press('Shift+ArrowRight');
  await cardIn(page, 'IN_PROGRESS', 'Mine').waitFor();
  await eventually(focused, 'Mine');
  await page.keyboard.press('c');
  await eventually(() => titlesIn(page, 'DONE'), ['Mine']);
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'New task' }).waitFor();
  await closed();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
  await closed();
  await page.keyboard.press('/');
  await page.keyboard.type('mine');
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('mine');
  await eventually(() => titlesIn(page, 'READY'), []);
  isOver = true;
  await pushes;
  const { columns } = await readBoard(product.url, ana, projectId);
  expect(columns.find(({ state }) => state === 'DONE')?.tasks.map(({ id }) => id)).toEqual([mine]);
});

browserTest('shortcuts: the filter, the help, its switch, and none of them while typing', async () => {
  await create('Needle');
  await create('Hay');
  await openByKeys();
  await cardIn(page, 'READY', 'Hay').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('need?n/');
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('need?n/');
  expect(await page.getByRole('dialog').count()).toBe(0);
  for (let n = 0; n < 3; n++) await page.keyboard.press('Backspace');
  await eventually(() => titlesIn(page, 'READY'), ['Needle']);

  await tabTo(/^Needle$/);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.keyboard.press('n');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

browserTest('the palette goes to a project, finds a task and does things', async () => {
  await create('Fix login');
  const other = await createProject(product.url, ana, [], 'Warehouse');
  await openByKeys();
  await cardIn(page, 'READY', 'Fix login').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
  await page.keyboard.type('fix log');
  await page.getByRole('option', { name: 'Fix login' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Edit task' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
  await page.keyboard.type('wareh');
  await page
    .getByRole('option', { name: /^Warehouse/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/project/${other.id}`);
});
