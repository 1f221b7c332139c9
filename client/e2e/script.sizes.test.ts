import type { Page } from 'playwright-core';
import { createProject, type Person, signUp } from '../../server/test/process/team';
import { BROWSER_TEST_MS, browserTest, type Product, signInOnPage, startProduct } from './product';

jest.setTimeout(BROWSER_TEST_MS);

/** Bytes of brotli that a screen may fetch as script before anybody touches it. */
const LOGIN_BYTES = 130_000;
const BOARD_BYTES = 250_000;
/** Scripts that a screen fetches after it is shown come within this time, in milliseconds. */
const QUIET_MS = 1_500;

let product: Product;
let ana: Person;

beforeAll(async () => {
  product = await startProduct();
  ana = await signUp(product.url, 'Ana');
});

afterAll(() => product.close());

/** Sums what the page's scripts weigh on the line from now on. */
function weighScripts(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    );
  });
  return async () => {
    await page.waitForTimeout(QUIET_MS);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
}

browserTest(`the login page fetches less than ${LOGIN_BYTES / 1_000} kB of script`, async () => {
  const page = await product.window();
  const weight = weighScripts(page);
  await page.goto(`${product.url}/login`);
  await page.getByRole('button', { name: 'sign in' }).waitFor();
  const bytes = await weight();
  expect(bytes).toBeGreaterThan(LOGIN_BYTES / 2);
  expect(bytes).toBeLessThan(LOGIN_BYTES);
});

browserTest(`the first board fetches less than ${BOARD_BYTES / 1_000} kB of script`, async () => {
  const { id: projectId } = await createProject(product.url, ana, [], 'Shop');
  const signedIn = await product.window();
  await signInOnPage(signedIn, product.url, ana, '/');
  const page = await product.window({ storageState: await signedIn.context().storageState() });
  const weight = weighScripts(page);
  await page.goto(`${product.url}/project/${projectId}`);
  await page.locator('[data-state="READY"]').waitFor();
  const bytes = await weight();
  expect(bytes).toBeGreaterThan(BOARD_BYTES / 2);
  expect(bytes).toBeLessThan(BOARD_BYTES);
});

browserTest('what is fetched for a form that is filled in is small', async () => {
  const page = await product.window();
  await page.goto(`${product.url}/login`);
  await page.getByRole('button', { name: 'sign in' }).waitFor();
  const weight = weighScripts(page);
  await page.getByLabel('Email').focus();
  expect(await weight()).toBeLessThan(LOGIN_BYTES / 10);
});
