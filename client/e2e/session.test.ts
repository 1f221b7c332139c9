import type { Page } from 'playwright-core';
import { call, createProject, type Person, signUp } from '../../test-kit/team';
import { column, eventually, openBoard, productForTests, signInOnPage } from './product';

const TABS = 5;
/** Its answers take two seconds. */
const SLOW_LINE = { offline: false, latency: 2_000, downloadThroughput: -1, uploadThroughput: -1 };

const product = productForTests();
let ana: Person;
let projectId: string;
let page: Page;

beforeEach(async () => {
  ana = await signUp(product.url, 'Ana');
  ({ id: projectId } = await createProject(product.url, ana));
  page = await product.window();
});

/** Counts refreshes of a window from now on. */
function countRefreshes(of: Page): () => number {
  let count = 0;
  of.on('request', (request) => {
    if (request.url().endsWith('/v1/auth/refresh')) count++;
  });
  return () => count;
}

test('a reload signs in silently, and the login page does not flash', async () => {
  await openBoard(page, product.url, ana, projectId);
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await page.reload();
  await column(page, 'READY').waitFor();
  expect(new Set(visited)).toEqual(new Set([`/project/${projectId}`]));
});

test(`R20 ${TABS} tabs that start at once stay signed in`, async () => {
  await openBoard(page, product.url, ana, projectId);
  const tabs = [page];
  while (tabs.length < TABS) tabs.push(await page.context().newPage());
  await Promise.all(tabs.map((tab) => tab.goto(`${product.url}/project/${projectId}`)));
  await Promise.all(tabs.map((tab) => column(tab, 'READY').waitFor()));
  // Once more, so that a token that was used twice would have been found out.
  await Promise.all(tabs.map((tab) => tab.reload()));
  await Promise.all(tabs.map((tab) => column(tab, 'READY').waitFor()));
  for (const tab of tabs.slice(1)) await tab.close();
});

test('R20 a tab that is closed while it starts keeps the successor of the token that it used', async () => {
  await openBoard(page, product.url, ana, projectId);
  const context = page.context();
  const refreshToken = async () => (await context.cookies()).find(({ name }) => name === 'livelane')?.value;
  const used = await refreshToken();
  expect(used).toBeDefined();
  const tab = await context.newPage();
  const network = await context.newCDPSession(tab);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', SLOW_LINE);
  const asked = tab.waitForRequest('**/v1/auth/refresh');
  await tab.goto(`${product.url}/workspaces`, { waitUntil: 'commit' });
  await asked;
  await tab.close();
  await eventually(async () => (await refreshToken()) !== used, true);
});

test('the next person at the same browser sees the board of their own rights', async () => {
  const bob = await signUp(product.url, 'Bob');
  const { id } = await createProject(product.url, ana, [bob]);
  const body = { projectId: id, title: 'For Ana only', visibility: 'PRIVATE' };
  await call(product.url, 'POST', '/tasks', { token: ana.token, body });
  const secret = page.getByText(body.title);
  await openBoard(page, product.url, ana, id);
  await secret.waitFor();
  await page.getByRole('link', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await openBoard(page, product.url, bob, id);
  await page.locator('[data-connection="live"]').waitFor();
  expect(await secret.count()).toBe(0);
});

test('only the same person comes back to their last page in another tab, and nobody else gets there', async () => {
  const bob = await signUp(product.url, 'Bob');
  const last = '/search?q=For+Ana+only';
  await signInOnPage(page, product.url, ana, last);
  const header = page.locator('header');
  await header.getByText('AT', { exact: true }).waitFor();
  const second = await page.context().newPage();
  for (const [person, letters, path] of [
    [ana, 'AT', last],
    [bob, 'BT', '/'],
  ] as const) {
    await second.goto(`${product.url}/workspaces`);
    await second.getByRole('link', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    await signInOnPage(second, product.url, person, '/workspaces');
    await header.getByText(letters, { exact: true }).waitFor();
    await eventually(async () => page.url(), product.url + path);
  }
});

test('R20 a 401 refreshes once for all who ask at the same time, and each retries once', async () => {
  await signInOnPage(page, product.url, ana, '/workspaces');
  await page.getByRole('link', { name: /Open workspace/ }).waitFor();
  const refreshes = countRefreshes(page);
  const refused = new Set<string>();
  // Members and roles are requested side by side.
  await page.route(/\/v1\/workspaceUsers\/(roles\/)?[\w-]{36}$/, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (refused.has(pathname)) return route.continue();
    refused.add(pathname);
    return route.fulfill({
      status: 401,
      json: { message: 'Please log in', code: 'unauthenticated', requestId: '' },
    });
  });
  await page.getByRole('link', { name: /Open workspace/ }).click();
  await page.getByRole('link', { name: 'Users' }).first().click();
  await page.getByText('Ana Test').first().waitFor();
  expect(refused.size).toBe(2);
  expect(refreshes()).toBe(1);
});

test('a refused refresh says so, goes to login, and comes back to the page afterwards', async () => {
  await signInOnPage(page, product.url, ana, '/workspaces');
  await page.getByRole('link', { name: /Open workspace/ }).waitFor();
  await page.route('**/v1/auth/refresh', (route) =>
    route.fulfill({ status: 401, json: { message: 'ended', code: 'invalid_refresh_token', requestId: '' } }),
  );
  await page.route('**/v1/workspaces/*', (route) =>
    route.fulfill({
      status: 401,
      json: { message: 'Please log in', code: 'unauthenticated', requestId: '' },
    }),
  );
  await page.getByRole('link', { name: /Open workspace/ }).click();
  await page.getByText('Error refreshing token').waitFor();
  await page.waitForURL('**/login');
  await page.unrouteAll();
  await page.getByLabel('Email').fill(ana.email);
  await page.getByLabel('Password').fill(ana.password);
  await page.getByRole('button', { name: 'sign in' }).click();
  await page.waitForURL('**/workspaces/*');
});

test('a session that ends elsewhere ends here', async () => {
  await openBoard(page, product.url, ana, projectId);
  await page.locator('[data-connection="live"]').waitFor();
  const body = { oldPassword: ana.password, newPassword: 'another one', newPasswordConfirm: 'another one' };
  await call(product.url, 'PUT', `/users/${ana.user.id}/password`, { token: ana.token, body });
  await page.waitForURL('**/login');
});

test('a viewer is offered nothing that the server would refuse', async () => {
  const vic = await signUp(product.url, 'Vic');
  const { token } = ana;
  const project = await call<{ workspaceId: string }>(product.url, 'GET', `/projects/${projectId}`, {
    token,
  });
  const member = { userId: vic.user.id };
  await call(product.url, 'POST', `/workspaceUsers/${project.workspaceId}`, {
    token,
    body: { ...member, roleId: 'member' },
  });
  await call(product.url, 'POST', `/projectUsers/${projectId}`, {
    token,
    body: { ...member, roleId: 'viewer' },
  });
  await call(product.url, 'POST', '/tasks', { token, body: { title: 'Look only', projectId } });
  await openBoard(page, product.url, vic, projectId);
  const card = page.locator('[data-task-id]', { hasText: 'Look only' });
  await card.waitFor();
  expect(await page.getByLabel('Add a task to Ready', { exact: true }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'New task in Ready' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Actions for Look only' }).count()).toBe(0);
  await card.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Look only' }).waitFor();
  expect(await dialog.getByRole('textbox').count()).toBe(0);
  expect(await dialog.getByRole('button', { name: 'Save' }).count()).toBe(0);
});
