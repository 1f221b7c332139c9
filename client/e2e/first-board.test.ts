import { call, createProject, type Person, signUp } from '../../test-kit/team';
import { browserTest, productForTests, signInOnPage } from './product';
import { openAs } from './signedIn';

/** More than come with a board's first line. */
const CARDS = 60;
/** What a screen fetches after it is there comes within this time. */
const QUIET_MS = 1_500;

const product = productForTests();
let ana: Person;

beforeAll(async () => {
  ana = await signUp(product.url, 'Ana');
});

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
    // The browser itself looks for its icon again. Scripts are looked at below.
    if (pathname !== '/favicon.svg' && !pathname.startsWith('/assets/'))
      made.push(`${request.method()} ${pathname}`);
  });
  await page.goto(`${product.url}/project/${projectId}`);
  const ready = page.locator('[data-state="READY"]');
  await ready.locator('[data-task-id]').first().waitFor();
  await page.locator('[data-connection="live"]').waitFor();
  await page.waitForTimeout(QUIET_MS);
  expect(made).toContain(`GET /v1/kanban/project/${projectId}`);
  const loaded = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      // What comes from the cache weighs nothing: late scripts are fetched and then imported.
      .filter(({ transferSize }) => transferSize > 0)
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/assets/')),
  );
  expect(loaded.length).toBeGreaterThan(0);
  for (const all of [made, loaded]) expect(all.filter((each, at) => all.indexOf(each) !== at)).toEqual([]);
  await expect(ready.getByTitle(`${CARDS} `).textContent()).resolves.toBe(String(CARDS));
  await ready.locator('section').evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await ready.getByText(`Card ${CARDS - 1}`).waitFor();
});

browserTest(
  'while a board comes, its shape is there, and nothing says that the connection is bad',
  async () => {
    const { id: projectId } = await createProject(product.url, ana, [], 'Slow');
    const page = await openAs(product, ana, '/workspaces');
    // Scripts come late, so that each step of the start has frames of its own.
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_SCRIPT_MS));
      await route.continue();
    });
    await page.addInitScript(() => {
      const seen = { badges: new Set<string>(), shapes: new Set<number>() };
      Object.assign(globalThis, { seen });
      const look = () => {
        const badge = document.querySelector('[data-connection]')?.textContent;
        if (badge) seen.badges.add(badge);
        const columns = [...document.querySelectorAll<HTMLElement>('.first i')];
        const isRead = document.readyState !== 'loading';
        if (
          isRead &&
          columns.some((each) => getComputedStyle(each).visibility === 'visible' && each.offsetHeight > 0)
        )
          seen.shapes.add(columns.length);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto(`${product.url}/project/${projectId}`);
    // Until the frame after it is live: what is looked at below are frames.
    await page.waitForFunction(() =>
      (globalThis as unknown as { seen: { badges: Set<string> } }).seen.badges.has('Live'),
    );
    const seen = await page.evaluate(() => {
      const { badges, shapes } = (globalThis as unknown as { seen: Record<string, Set<unknown>> }).seen;
      return { badges: [...(badges ?? [])], shapes: [...(shapes ?? [])] };
    });
    expect(seen.shapes).toEqual([6]);
    expect(seen.badges.filter((text) => text !== 'Connecting')).toEqual(['Live']);
  },
);
const SLOW_SCRIPT_MS = 1_000;
