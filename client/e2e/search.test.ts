import type { Page } from 'playwright-core';
import { call, createProject, type Person } from '../../test-kit/team';
import { violationsIn } from './axe';
import { browserTest, cardIn, eventually, productForTests } from './product';
import { openAs, signUpAll } from './signedIn';
import { addTask } from './tasks';

/** Search over everything: in the palette and on its page (SPEC.md#search). */
const product = productForTests();
let ana: Person;
let bob: Person;
let shopId: string;
let officeId: string;

beforeAll(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
  ({ id: shopId } = await createProject(product.url, ana, [bob], 'Shop'));
  ({ id: officeId } = await createProject(product.url, ana, [], 'Office'));
  await addTask(product.url, ana, { projectId: shopId, title: 'Fix login' });
  const { id } = await addTask(product.url, ana, {
    projectId: officeId,
    title: 'Jahresrechnung <b>2026</b>',
    description: 'With a **login** of [its own](https://example.org)',
    checklist: [{ text: 'Belege sammeln' }],
  });
  await call(product.url, 'POST', `/tasks/${id}/comments`, {
    token: ana.token,
    body: { text: 'The receipts of 会議室 are missing' },
  });
});

const finds = (page: Page) => page.locator('[data-found]').allTextContents();
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search tasks' });
const marks = (page: Page) => page.locator('main mark').allTextContents();

browserTest('the palette finds a task of another project by what a comment says, and opens it', async () => {
  const page = await openAs(product, ana, `/project/${shopId}`);
  await cardIn(page, 'READY', 'Fix login').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('receipts');
  await page.getByText('All tasks: titles, descriptions, checklists, comments').waitFor();
  await page.getByRole('option', { name: 'Jahresrechnung' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/project/${officeId}?task=*`);
  await page.getByRole('dialog').first().waitFor();
});

browserTest('Enter opens no task that was found for less than what is typed by then', async () => {
  const page = await openAs(product, ana, `/project/${shopId}`);
  await cardIn(page, 'READY', 'Fix login').waitFor();
  await page.keyboard.press('Control+k');
  const typed = page.getByRole('combobox', { name: 'Search and commands' });
  await typed.fill('receipts');
  await page.getByRole('option', { name: 'Jahresrechnung', selected: true }).waitFor();
  await page.route('**/v1/search?*', () => undefined);
  await typed.fill('receipts of last year');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search?q=receipts+of+last+year');
});

browserTest('what is typed before the palette is there is meant for it', async () => {
  const page = await openAs(product, ana, `/project/${shopId}`);
  await cardIn(page, 'READY', 'Fix login').waitFor();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/CommandPalette[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  // N would make a task, and C complete one.
  await page.keyboard.type('receipts n');
  release();
  await eventually(
    () => page.getByRole('combobox', { name: 'Search and commands' }).inputValue(),
    'receipts n',
  );
  expect(await page.getByRole('dialog').count()).toBe(1);
});

browserTest(
  'the page finds as one types, marks what it found, filters, and says when there is nothing',
  async () => {
    const page = await openAs(product, ana, '/search');
    await field(page).fill('login');
    await eventually(() => finds(page), ['Fix login', 'Jahresrechnung <b>2026</b>']);
    expect(await marks(page)).toEqual(['login', 'login']);
    await page.getByText('With a login of its own').waitFor();
    await page.getByRole('status').filter({ hasText: '2 tasks found' }).waitFor();
    await page.getByRole('combobox', { name: 'Look in' }).click();
    await page.getByRole('option', { name: 'Description' }).click();
    await page.keyboard.press('Escape');
    await eventually(() => finds(page), ['Jahresrechnung <b>2026</b>']);
    expect(new URL(page.url()).searchParams.get('in')).toBe('description');
    await page.reload();
    await eventually(() => finds(page), ['Jahresrechnung <b>2026</b>']);
    await page.goto(`${product.url}/search?q=rechnung`);
    await eventually(() => marks(page), ['rechnung']);
    await field(page).fill('議室');
    await eventually(() => marks(page), ['議室']);
    await page.locator('[data-found]').click();
    await page.waitForURL(`**/project/${officeId}?task=*`);
    await page.getByRole('dialog').first().waitFor();
    await page.goto(`${product.url}/search?q=nowhere`);
    await page.getByText('Nothing found').waitFor();
  },
);

browserTest(
  'others find what they see alone; a change is found; without a line the page says so',
  async () => {
    const page = await openAs(product, bob, '/search?q=login');
    await eventually(() => finds(page), ['Fix login']);
    await addTask(product.url, ana, { projectId: shopId, title: 'Newest entry' });
    await field(page).fill('newest');
    await eventually(() => finds(page), ['Newest entry']);
    await page.route('**/v1/search?*', (route) => route.abort());
    await field(page).fill('other');
    await page.getByText('Search is not available right now.').waitFor();
  },
);

browserTest('on a phone, in dark and in Arabic nothing is hidden or pale', async () => {
  for (const [language, colorScheme] of [
    ['en-GB', 'light'],
    ['en-GB', 'dark'],
    ['ar', 'light'],
  ] as const) {
    const look = { viewport: { width: 390, height: 844 }, colorScheme };
    const page = await openAs(product, ana, '/search?q=login', look, { 'livelane-language': language });
    await eventually(() => finds(page), ['Fix login', 'Jahresrechnung <b>2026</b>']);
    const violations = await violationsIn(page);
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.target, nodes[0]?.failureSummary])).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isWide).toBe(false);
  }
});
