import { call, createProject, type Person, signUp } from '../../test-kit/team';
import { BROWSER_TEST_MS, browserTest, type Product, signInOnPage, startProduct } from './product';

jest.setTimeout(BROWSER_TEST_MS);

/** More than come with a board's first line. */
const CARDS = 60;
/** What a screen fetches after it is there comes within this time. */
const QUIET_MS = 1_500;

let product: Product;
let ana: Person;

beforeAll(async () => {
  product = await startProduct();
  ana = await signUp(product.url, 'Ana');
});

afterAll(() => product.close());

browserTest('a board that is opened first asks for each thing once, and shows all of its cards', async () => {
  const { id: projectId } = await createProject(product.url, ana, [], 'Shop');
  for (let n = 0; n < CARDS; n++)
    await call(product.url, 'POST', '/tasks', { token: ana.token, body: { projectId, title: `Card ${n}` } });
  const signedIn = await product.window();
  await signInOnPage(signedIn, product.url, ana, '/');
  const page = await product.window({ storageState: await signedIn.context().storageState() });
  const made: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The browser itself looks for its icon again.
    if (pathname !== '/favicon.svg') made.push(`${request.method()} ${pathname}`);
  });
  await page.goto(`${product.url}/project/${projectId}`);
  const ready = page.locator('[data-state="READY"]');
  await ready.locator('[data-task-id]').first().waitFor();
  await page.locator('[data-connection="live"]').waitFor();
  await page.waitForTimeout(QUIET_MS);
  expect(made).toContain(`GET /v1/kanban/project/${projectId}`);
  expect(made.filter((call, index) => made.indexOf(call) !== index)).toEqual([]);
  await expect(ready.getByTitle(`${CARDS} `).textContent()).resolves.toBe(String(CARDS));
  await ready.locator('section').evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await ready.getByText(`Card ${CARDS - 1}`).waitFor();
});
