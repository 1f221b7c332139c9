import type { Page } from 'playwright-core';
import { createProject, type Person } from '../../test-kit/team';
import { browserTest, productForTests } from './product';
import { openAs, SIGNED_IN_MARK, signUpAll, watchCalls } from './signedIn';

const product = productForTests();
let ana: Person;
let bob: Person;
let page: Page;

beforeAll(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
});

beforeEach(async () => {
  page = await product.window();
});

async function fill({ email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}
const submit = () => page.getByRole('button', { name: 'sign in' }).click();

browserTest(
  'section 2, Login: four paragraphs, email and password, and a button that says what it is doing',
  async () => {
    await page.goto(`${product.url}/login`);
    await page.getByRole('button', { name: 'sign in' }).waitFor();
    expect(await page.locator('main h1 ~ p').count()).toBe(4);
    expect(await page.getByLabel('Email').getAttribute('type')).toBe('email');
    expect(await page.getByLabel('Password').getAttribute('type')).toBe('password');
    const calls = watchCalls(page);
    let answer = () => undefined as unknown;
    const held = new Promise((resolve) => {
      answer = () => resolve(undefined);
    });
    await page.route('**/v1/auth/login', async (route) => {
      await held;
      await route.continue();
    });
    await fill(ana);
    await submit();
    await page.getByRole('button', { name: 'signing in' }).waitFor();
    answer();
    await page.waitForURL(`${product.url}/`);
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/auth/login',
      body: { email: ana.email, password: ana.password },
    });
  },
);

browserTest('section 2, Login: a failure is shown in red beneath the form', async () => {
  await page.goto(`${product.url}/login`);
  await fill({ email: ana.email, password: 'not the password' });
  await submit();
  const failure = page.getByRole('alert');
  await failure.waitFor();
  const button = await page.getByRole('button', { name: 'sign in' }).boundingBox();
  const text = await failure.boundingBox();
  expect(text?.y).toBeGreaterThan(button?.y ?? Number.POSITIVE_INFINITY);
  const colour = await failure.evaluate((element) => getComputedStyle(element).color);
  const [red = 0, green = 255, blue = 255] = (colour.match(/\d+/g) ?? []).map(Number);
  expect(red).toBeGreaterThan(2 * Math.max(green, blue));
  expect(new URL(page.url()).pathname).toBe('/login');
});

browserTest('section 5, Login: a missing email and password are named under their fields', async () => {
  await page.goto(`${product.url}/login`);
  const calls = watchCalls(page);
  await submit();
  await page.getByText('Email is required').waitFor();
  expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
  const describedBy = await page.getByLabel('Password').getAttribute('aria-describedby');
  expect(await page.locator(`[id="${describedBy}"]`).textContent()).toBe('Password is required');
  expect(calls).toEqual([]);
});

browserTest(
  'section 2, Access rules: a private page asks for login first; the login comes back to it and leaves no entry behind',
  async () => {
    const { id } = await createProject(product.url, ana);
    await page.goto('about:blank');
    await page.goto(`${product.url}/project/${id}?title=logo`);
    await page.waitForURL('**/login');
    await fill(ana);
    await submit();
    await page.waitForURL(`${product.url}/project/${id}?title=logo`);
    await page.goBack();
    expect(page.url()).toBe('about:blank');
  },
);

browserTest('section 2, Access rules: from the login page itself one goes home', async () => {
  await page.goto(`${product.url}/login`);
  await fill(ana);
  await submit();
  await page.waitForURL(`${product.url}/`);
  await page.getByRole('heading', { name: 'personal board' }).waitFor();
});

browserTest(
  'section 4, Session: logout tells the server once, with the token and without a body, and goes to login for good',
  async () => {
    page = await openAs(product, ana, '/workspaces');
    await page.getByRole('heading', { name: 'Workspaces' }).waitFor();
    const calls = watchCalls(page);
    // The page's own reading of its list may begin after the heading is there.
    const logouts = () => calls.filter(({ path }) => path === '/auth/logout');
    await page.getByRole('link', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    await page.getByRole('button', { name: 'sign in' }).waitFor();
    expect(logouts()).toEqual([
      { method: 'POST', path: '/auth/logout', body: null, authorization: expect.stringMatching(/^Bearer ./) },
    ]);
    // Until the answer is there, a new start would tell the server again.
    await page.waitForFunction((mark) => !localStorage.getItem(mark), SIGNED_IN_MARK);
    await page.goto(`${product.url}/workspaces`);
    await page.waitForURL('**/login');
    // Nobody is signed in, so there is nothing to end.
    expect(logouts()).toHaveLength(1);
  },
);

browserTest('section 7, Authentication: an error of logout is ignored', async () => {
  page = await openAs(product, ana, '/workspaces');
  await page.route('**/v1/auth/logout', (route) => route.abort());
  await page.getByRole('link', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await page.getByRole('button', { name: 'sign in' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

browserTest('section 4, Session: a login invalidates all that was cached before', async () => {
  await createProject(product.url, ana, [], 'Ana alone');
  await createProject(product.url, bob, [], 'Bob alone');
  page = await openAs(product, ana, '/workspaces');
  await page
    .getByText('Workspace of Ana alone')
    .or(page.getByTitle('Workspace of Ana alone'))
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await fill(bob);
  await submit();
  await page.waitForURL(`${product.url}/`);
  await page.getByRole('link', { name: 'Workspaces' }).click();
  await page.getByTitle('Workspace of Bob alone').waitFor();
  expect(await page.getByTitle('Workspace of Ana alone').count()).toBe(0);
});

browserTest('who signs in in one tab is signed in in the others, and is not asked again', async () => {
  const tab = await page.context().newPage();
  for (const each of [page, tab]) {
    await each.goto(`${product.url}/login`);
    await each.getByRole('button', { name: 'sign in' }).waitFor();
  }
  await fill(ana);
  await submit();
  for (const each of [page, tab]) await each.getByRole('heading', { name: 'personal board' }).waitFor();
  await tab.goto(`${product.url}/login`);
  await tab.getByRole('heading', { name: 'personal board' }).waitFor();
});

browserTest("the ground has its theme in every frame, the system's and a chosen one", async () => {
  for (const [colorScheme, mode] of [
    ['dark', 'system'],
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const) {
    const window = await product.window({ colorScheme, kept: { 'mui-mode': mode } });
    // Scripts come late, so that each step of the start has frames of its own.
    await window.route(/\/assets\/.*\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_SCRIPT_MS));
      await route.continue();
    });
    await window.addInitScript(watchGround);
    await window.goto(`${product.url}/login`);
    await window.getByLabel('Email').waitFor();
    const grounds = await window.evaluate(() => [
      ...((globalThis as { grounds?: Set<string> }).grounds ?? []),
    ]);
    expect([mode, grounds]).toEqual([mode, [mode === 'light' ? 'rgb(246, 247, 251)' : 'rgb(16, 19, 27)']]);
  }
});
const SLOW_SCRIPT_MS = 200;

/** Keeps in `grounds` what colours the page's ground has had, frame by frame. */
function watchGround(): void {
  const grounds = new Set<string>();
  Object.assign(globalThis, { grounds });
  const look = () => {
    const body = document.body && getComputedStyle(document.body).backgroundColor;
    const root = document.documentElement && getComputedStyle(document.documentElement).backgroundColor;
    // A body of no colour of its own lets the root's through.
    if (body) grounds.add(body === 'rgba(0, 0, 0, 0)' ? root : body);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
