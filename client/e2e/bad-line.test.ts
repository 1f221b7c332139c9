import type { Page } from 'playwright-core';
import { call, createProject, type Person, readBoard, signUp } from '../../test-kit/team';
import {
  browserTest,
  cardIn,
  eventually,
  openBoard,
  productForTests,
  quickAdd,
  signInOnPage,
} from './product';

/** R13. */
const WAKE_MS = 5_000;

const product = productForTests();
let ana: Person;
let bob: Person;
let projectId: string;
let page: Page;

beforeEach(async () => {
  [ana, bob] = await Promise.all([signUp(product.url, 'Ana'), signUp(product.url, 'Bob')]);
  ({ id: projectId } = await createProject(product.url, ana, [bob], 'Shop'));
  // Scripts that a line keeps back are none that were loaded before.
  page = await product.window({ isFirstVisit: true });
});

browserTest('R13 a black-holed line is noticed within 5 s of waking', async () => {
  let isSwallowed = false;
  let isOldGone = false;
  let connections = 0;
  await page.clock.install();
  await page.routeWebSocket(/socket\.io/, (socket) => {
    connections++;
    const isOld = connections === 1;
    const server = socket.connectToServer();
    const carry = (send: (message: string | Buffer) => void) => (message: string | Buffer) => {
      if (!(isOld && isSwallowed)) send(message);
    };
    socket.onMessage(carry((message) => server.send(message)));
    server.onMessage(carry((message) => socket.send(message)));
    socket.onClose(() => {
      if (isOld) isOldGone = true;
      void server.close();
    });
  });
  await openBoard(page, product.url, ana, projectId);
  await page.locator('[data-connection="live"]').waitFor();

  // The computer sleeps: its connection is dead, and nobody has told it.
  isSwallowed = true;
  const body = { title: 'Made meanwhile', projectId };
  await call(product.url, 'POST', '/tasks', { token: bob.token, body });
  // By the page's clock, however slow the machine is.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.clock.runFor(WAKE_MS);
  await eventually(async () => isOldGone, true);
  await page.clock.resume();
  await cardIn(page, 'READY', body.title).waitFor();
  await eventually(async () => connections, 2);
  await page.locator('[data-connection="live"]').waitFor();

  // The new line carries pushes.
  const later = { title: 'Made afterwards', projectId };
  await call(product.url, 'POST', '/tasks', { token: bob.token, body: later });
  await cardIn(page, 'READY', later.title).waitFor();
});

browserTest(
  'SPEC.md#conflicts: a description that two people change at once: both versions are shown, nothing is lost',
  async () => {
    await openBoard(page, product.url, ana, projectId);
    await quickAdd(page, 'Ready', 'Draw the logo');
    await cardIn(page, 'READY', 'Draw the logo').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description').fill('Ana’s words');
    const board = await readBoard(product.url, bob, projectId);
    const task = board.columns.flatMap(({ tasks }) => tasks)[0];
    await call(product.url, 'PUT', `/tasks/${task?.id}`, {
      token: bob.token,
      body: { description: 'Bob’s words', baseRev: task?.rev },
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Two versions of the text').waitFor();
    await page.getByText('Bob’s words').first().waitFor();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const description = async () =>
      (await readBoard(product.url, bob, projectId)).columns.flatMap(({ tasks }) => tasks)[0]?.description;
    await eventually(description, 'Ana’s words');
  },
);

browserTest(
  'R19 a page that was never opened before the line went says so beneath the header, and comes by itself',
  async () => {
    await openBoard(page, product.url, ana, projectId);
    await page.locator('[data-connection="live"]').waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.locator('[data-connection="offline"]').waitFor();
    await page.getByRole('link', { name: 'Workspaces' }).click();
    await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor();
    await page.getByRole('banner').locator('[data-connection="offline"]').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('link', { name: /Workspace of Project|Workspace of Shop/ }).waitFor();

    // A page that was opened before, whose data is not here.
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'personal board' }).waitFor();
    await page.context().setOffline(true);
    await page.goBack();
    // The list stays, and what needs a connection is off until there is one.
    await page.getByText('This is the list as it was last loaded here.').waitFor();
    await page.getByRole('link', { name: /Workspace of Project|Workspace of Shop/ }).waitFor();
    const create = page.getByRole('button', { name: 'new workspace' });
    expect(await create.isDisabled()).toBe(true);
    await page.context().setOffline(false);
    await create.click();
    await page.getByRole('dialog', { name: 'new workspace' }).waitFor();
  },
);

browserTest(
  'R19 a dialog whose script never came: the board stays, a note can be dismissed, and it opens by itself',
  async () => {
    await openBoard(page, product.url, ana, projectId);
    await quickAdd(page, 'Ready', 'Still here');
    await page.locator('[data-connection="live"]').waitFor();
    await page.context().setOffline(true);
    await page.locator('[data-connection="offline"]').waitFor();
    await page.keyboard.press('Control+k');
    const note = page.getByRole('alert').filter({ hasText: 'The server cannot be reached' });
    await note.getByRole('button', { name: 'Cancel' }).click();
    await note.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await note.waitFor();
    await cardIn(page, 'READY', 'Still here').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await note.waitFor({ state: 'detached' });
  },
);

browserTest(
  'a press on a card whose dialog is still on its way shows that, and can be taken back',
  async () => {
    let give = () => {};
    const given = new Promise<void>((resolve) => {
      give = resolve;
    });
    await page.route(/\/assets\/task-.*\.js/, async (route) => {
      await given;
      await route.continue();
    });
    await openBoard(page, product.url, ana, projectId);
    await quickAdd(page, 'Ready', 'Draw the logo');
    const card = cardIn(page, 'READY', 'Draw the logo');
    await card.click();
    const note = page.getByRole('status').filter({ hasText: 'Loading' });
    await note.waitFor();
    expect(new URL(page.url()).searchParams.has('task')).toBe(true);
    await note.getByRole('button', { name: 'Cancel' }).click();
    await note.waitFor({ state: 'detached' });
    await eventually(async () => new URL(page.url()).searchParams.has('task'), false);
    await card.click();
    await note.waitFor();
    give();
    await page.getByRole('dialog').getByLabel('Title').waitFor();
    await note.waitFor({ state: 'detached' });
  },
);

browserTest('R19 a dialog whose script comes late leaves what was typed where it is', async () => {
  await openBoard(page, product.url, ana, projectId);
  await page.locator('[data-connection="live"]').waitFor();
  const input = page.getByLabel('Add a task to Ready', { exact: true });
  await input.fill('Half a ti');
  await page.context().setOffline(true);
  await page.locator('[data-connection="offline"]').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await page.keyboard.press('Escape');
  expect(await input.inputValue()).toBe('Half a ti');
});

/**
 * Cuts the line for these files and for the question whether it is there, until the returned function is called. A
 * request fails late, so that the page asks for the file a second time before it knows of the first failure.
 */
async function cutLine(files: RegExp): Promise<() => Promise<void>> {
  for (const path of [files, '**/healthz']) {
    await page.route(path, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, FAILS_AFTER_MS));
      await route.abort();
    });
  }
  return () => page.unrouteAll({ behavior: 'wait' });
}
const FAILS_AFTER_MS = 1_000;

browserTest('R19 a page whose very first script was lost on the line comes by itself', async () => {
  const mend = await cutLine(/\/assets\/base-.*\.js/);
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'));
  await page.goto(`${product.url}/login`);
  await lost;
  await mend();
  await page.getByRole('button', { name: 'sign in' }).waitFor();
});

browserTest('R19 a login page whose form was lost at the start comes by itself', async () => {
  const mend = await cutLine(/\/assets\/forms-.*\.js/);
  await page.goto(`${product.url}/login`);
  await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor();
  await mend();
  await page.getByRole('button', { name: 'sign in' }).waitFor();
});

browserTest('the form of the login page is on its way while the largest script is', async () => {
  const asked = page.waitForRequest(/\/assets\/forms-.*\.js/);
  await page.route(/\/assets\/base-.*\.js/, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`${product.url}/login`);
  await page.getByRole('button', { name: 'sign in' }).waitFor();
});

browserTest('whoever logs out without a connection comes to the login page', async () => {
  await signInOnPage(page, product.url, ana, '/notifications');
  // In a window that has never shown the login page.
  const other = await product.window({
    isFirstVisit: true,
    storageState: await page.context().storageState(),
  });
  const late = other.waitForResponse(/\/assets\/ToastViewport-.*\.js/);
  await other.goto(`${product.url}/notifications`);
  await late;
  await other.waitForLoadState('networkidle');
  await other.context().setOffline(true);
  await other.getByRole('link', { name: 'Log out' }).click();
  await other.getByRole('button', { name: 'sign in' }).waitFor();
});

browserTest('R19 a board whose script was lost at the start comes by itself', async () => {
  await openBoard(page, product.url, ana, projectId);
  const mend = await cutLine(/\/assets\/board-.*\.js/);
  await page.reload();
  await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor();
  await mend();
  await page.locator('[data-connection="live"]').waitFor();
});
