import { randomUUID } from 'node:crypto';
import type { Project } from '@livelane/shared/projects/project.schema';
import type { Page } from 'playwright-core';
import { call, createProject, type Person, signUp } from '../../test-kit/team';
import { browserTest, productForTests } from './product';
import { openAs, refuse } from './signedIn';

/** Well-formed, but of version 1. */
const UUID_V1 = '5a1c8a3e-8c3b-11ee-b9d1-0242ac120002';

const product = productForTests();
let ana: Person;
let project: Project;
let page: Page;

beforeAll(async () => {
  ana = await signUp(product.url, 'Ana', 'Bell');
  project = await createProject(product.url, ana, [], 'Shop');
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const panel = () => page.getByRole('navigation', { name: 'Side panel' });

browserTest('section 2, Routes: each private address shows its screen', async () => {
  page = await openAs(product, ana, '/');
  const { id, workspaceId } = project;
  const screens: [path: string, heading: string][] = [
    ['/', 'personal board'],
    ['/user', 'Ana Bell'],
    ['/workspaces', 'Workspaces'],
    [`/workspaces/${workspaceId}`, 'Workspace of Shop'],
    [`/workspace/${workspaceId}/settings`, 'Workspace settings'],
    [`/workspace/${workspaceId}/users`, 'Workspace users'],
    [`/project/${id}`, 'Shop'],
    [`/project/${id}/settings`, 'Project settings'],
    [`/project/${id}/users`, 'Project users'],
  ];
  for (const [path, name] of screens) {
    await page.goto(product.url + path);
    await heading(name);
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

browserTest(
  'section 2, Routes: login and registration are public, with links to each other in the header',
  async () => {
    page = await product.window();
    await page.goto(`${product.url}/login`);
    const header = page.getByRole('banner');
    await header.getByRole('link', { name: 'Register' }).click();
    await page.waitForURL('**/registration');
    await heading('Create your account');
    await header.getByRole('link', { name: 'Log in' }).click();
    await page.waitForURL('**/login');
    await page.getByRole('button', { name: 'sign in' }).waitFor();
  },
);

browserTest('section 2, Access rules: without a token every private route goes to login', async () => {
  page = await product.window();
  const { id, workspaceId } = project;
  for (const path of [
    '/',
    '/user',
    '/workspaces',
    `/workspaces/${workspaceId}`,
    `/workspace/${workspaceId}/settings`,
    `/workspace/${workspaceId}/users`,
    `/project/${id}`,
    `/project/${id}/settings`,
    `/project/${id}/users`,
  ]) {
    await page.goto(product.url + path);
    await page.waitForURL('**/login');
  }
});

browserTest('section 2, Routes: any other address is the Not Found Page with a link home', async () => {
  page = await openAs(product, ana, '/no/such/page');
  await page.getByText('Not Found Page', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Go back home' }).click();
  await page.waitForURL(`${product.url}/`);
  await heading('personal board');
});

browserTest('section 2, Header: Home, Workspaces, the avatar to the profile, and logout', async () => {
  page = await openAs(product, ana, '/user');
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Workspaces' }).click();
  await page.waitForURL('**/workspaces');
  await header.getByRole('link', { name: 'Home' }).click();
  await page.waitForURL(`${product.url}/`);
  const avatar = header.getByRole('link', { name: 'Profile' });
  expect(await avatar.textContent()).toBe('AB');
  await avatar.click();
  await page.waitForURL('**/user');
  await header.getByRole('link', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
});

/** Goes to an address inside the running product, as a link would. */
const goInside = (to: string) =>
  page.evaluate((path) => {
    const { idx } = window.history.state as { idx: number };
    window.history.pushState({ usr: null, key: path, idx: idx + 1 }, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  }, to);

for (const [name, addresses] of [
  ['workspaceId', ['/workspaces/nope', `/workspace/${UUID_V1}/settings`, '/workspace/123/users']],
  ['projectId', ['/project/nope', `/project/${UUID_V1}/settings`, '/project/123/users']],
] as const) {
  browserTest(
    `section 2, Access rules: an invalid ${name} goes back one page and says so; after a deep link it goes home`,
    async () => {
      page = await openAs(product, ana, '/user');
      const toast = page.getByRole('alert').getByText(`invalid param ${name}`);
      for (const address of addresses) {
        await page.getByRole('link', { name: 'Workspaces' }).click();
        await heading('Workspaces');
        await goInside(address);
        await toast.waitFor();
        await heading('Workspaces');
        expect(new URL(page.url()).pathname).toBe('/workspaces');
        await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
        await toast.waitFor({ state: 'detached' });
      }
      await page.goto(product.url + addresses[1]);
      await toast.waitFor();
      await heading('personal board');
      expect(new URL(page.url()).pathname).toBe('/');
    },
  );
}

browserTest('section 2, Side panel: open by default, collapsible, and the same on every screen', async () => {
  const { id, workspaceId } = project;
  const sibling = await call<Project>(product.url, 'POST', '/projects', {
    token: ana.token,
    body: { name: 'Stock', description: 'Beside the shop', workspaceId },
  });
  page = await openAs(product, ana, `/project/${id}`);
  await heading('Shop');
  expect(await panel().getByText('Users').isVisible()).toBe(true);
  await panel().getByRole('link', { name: 'Stock' }).click();
  await page.waitForURL(`**/project/${sibling.id}`);
  await heading('Stock');
  await panel().getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL(`**/project/${sibling.id}/settings`);
  await panel().getByRole('link', { name: 'Users' }).click();
  await page.waitForURL(`**/project/${sibling.id}/users`);

  await panel().getByRole('button', { name: 'Close side panel' }).click();
  expect(await panel().getByText('Users').count()).toBe(0);
  await page.getByRole('link', { name: 'Workspaces' }).click();
  await page.getByRole('link', { name: 'Open workspace Workspace of Shop' }).click();
  await heading('Workspace of Shop');
  await panel().getByRole('button', { name: 'Open side panel' }).waitFor();
  expect(await panel().getByText('Users').count()).toBe(0);
  await panel().getByRole('link', { name: 'Users' }).click();
  await page.waitForURL(`**/workspace/${workspaceId}/users`);
  await panel().getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL(`**/workspace/${workspaceId}/settings`);
  await panel().getByRole('button', { name: 'Open side panel' }).click();
  for (const name of ['Shop', 'Stock']) await panel().getByRole('link', { name }).waitFor();
});

browserTest('section 8: a page that cannot be loaded says so at its top', async () => {
  const nobodys = randomUUID();
  page = await openAs(product, ana, `/workspaces/${nobodys}`);
  const error = (text: string) => page.getByRole('alert').getByText(text).first().waitFor();
  await error('Error fetching workspace.');
  await page.goto(`${product.url}/project/${nobodys}`);
  await error('Error fetching project.');
  await error('It no longer exists, or you don’t have access to it.');
  // Nothing leads to what is not there; the way out does.
  expect(await page.getByRole('navigation', { name: 'Side panel' }).count()).toBe(0);
  await page.getByRole('alert').getByRole('link', { name: 'Workspaces' }).click();
  await page.waitForURL('**/workspaces');
  await page.goBack();
  await error('Error fetching project.');
  expect(await page.getByRole('button', { name: /New task in/ }).count()).toBe(0);
  await refuse(page, '**/v1/workspaces/user', { message: 'Not now' });
  await page.goto(`${product.url}/workspaces`);
  await error('Error fetching workspaces of user.');
  await error('Not now');
  for (const [path, text] of [
    ['**/v1/workspaces/filter', 'Error fetching workspaces Not now'],
    ['**/v1/kanban/personal', 'Error loading... Not now'],
  ] as const) {
    await refuse(page, path, { message: 'Not now' });
    await page.goto(product.url);
    await error(text);
  }
});
