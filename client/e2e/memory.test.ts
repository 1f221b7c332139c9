import type { CDPSession, Page } from 'playwright-core';
import { call, createProject, type Person } from '../../test-kit/team';
import { held } from './bench/pageProbes';
import { browserTest, cardIn, productForTests } from './product';
import { openAs, signUpAll } from './signedIn';

jest.setTimeout(360_000);

const CARDS = 40;
/** How often a board is opened and left, before the first count and after it. */
const WARM_UP_VISITS = 25;
const VISITS = 15;
/** An hour of a lively team, pushed at once. */
const PUSHES = 2_000;
/** Pushes under way at a time. */
const TOGETHER = 20;
/** Before the first count: caches that are filled once, and code that is compiled, are not growth. */
const WARM_UP = 2_000;
/** What the heap may gain of noise over all pushes: 500 bytes for each would be a leak of every op. */
const HEAP_BYTES = 1_000_000;
/** Of elements and listeners: toasts and tooltips come and go. */
const FEW = 30;

const product = productForTests();
let ana: Person;
let bob: Person;

beforeAll(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
});
async function openLive(projectId: string): Promise<{ page: Page; browser: CDPSession }> {
  const page = await openAs(product, ana, `/project/${projectId}`);
  await page.locator('[data-connection="live"]').waitFor();
  return { page, browser: await page.context().newCDPSession(page) };
}

/** The ids of new cards in the two columns at the left. */
async function addCards(projectId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < CARDS; n++) {
    const body = { title: `Card ${n}`, projectId, state: n % 2 ? 'READY' : 'BACKLOG' };
    ids.push((await call<{ id: string }>(product.url, 'POST', '/tasks', { token: bob.token, body })).id);
  }
  return ids;
}

browserTest('thousands of pushes leave nothing behind: no heap, no elements, no listeners', async () => {
  const { id: projectId } = await createProject(product.url, ana, [bob], 'Shop');
  const ids = await addCards(projectId);
  const { page, browser } = await openLive(projectId);
  let made = 0;
  const push = async (count: number) => {
    const end = made + count;
    const one = async () => {
      while (made < end) {
        const n = made++;
        const taskId = ids[n % CARDS];
        const state = n % 4 ? 'READY' : 'BACKLOG';
        if (n % 3)
          await call(product.url, 'PUT', `/tasks/${taskId}`, {
            token: bob.token,
            body: { title: `Title ${n}` },
          });
        else
          await call(product.url, 'POST', '/kanban/moveTask', {
            token: bob.token,
            body: { taskId, state, position: 0 },
          });
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, one));
    const title = `The last of ${made}`;
    const body = { taskId: ids[0], state: 'READY', position: 0 };
    await call(product.url, 'POST', '/kanban/moveTask', { token: bob.token, body });
    await call(product.url, 'PUT', `/tasks/${ids[0]}`, { token: bob.token, body: { title } });
    await cardIn(page, 'READY', title).waitFor();
  };
  await push(WARM_UP);
  const before = await held(browser);
  await push(PUSHES);
  const after = await held(browser);
  expect(after.heap - before.heap).toBeLessThan(HEAP_BYTES);
  expect(after.nodes - before.nodes).toBeLessThan(FEW);
  expect(after.listeners - before.listeners).toBeLessThan(FEW);
});

browserTest('a board that is left takes its listeners, elements and rooms along', async () => {
  const { id: projectId } = await createProject(product.url, ana, [bob], 'Shop');
  const [, taskId] = await addCards(projectId);
  await call(product.url, 'PUT', `/tasks/${taskId}`, { token: bob.token, body: { title: 'Here' } });
  const { page, browser } = await openLive(projectId);
  /** What the socket says of boards: subscriptions, their ends, and pushes. */
  const sent = { subscribe: 0, unsubscribe: 0, pushes: 0 };
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      if (payload.includes('"board:subscribe"')) sent.subscribe++;
      if (payload.includes('"board:unsubscribe"')) sent.unsubscribe++;
    });
    socket.on('framereceived', ({ payload }) => {
      if (payload.includes('"board:ops"')) sent.pushes++;
    });
  });
  // The line of before is not watched: this one is.
  await page.reload();
  await page.locator('[data-connection="live"]').waitFor();
  const visit = async () => {
    await cardIn(page, 'READY', 'Here').waitFor();
    await page.getByRole('link', { name: 'Workspaces', exact: true }).first().click();
    await page.waitForURL('**/workspaces');
    // The address changes before the page does: going back at once would not leave the board at all.
    await page.locator('[data-state]').first().waitFor({ state: 'detached' });
    await page.locator('main h1').waitFor();
  };
  const back = async () => {
    await page.goBack();
    await page.waitForURL(`**/project/${projectId}`);
  };
  await visit();
  for (let n = 0; n < WARM_UP_VISITS; n++) {
    await back();
    await visit();
  }
  const before = await held(browser);
  for (let n = 0; n < VISITS; n++) {
    await back();
    await visit();
  }
  const after = await held(browser);
  expect(after.nodes - before.nodes).toBeLessThan(FEW);
  expect(after.listeners - before.listeners).toBeLessThan(FEW);
  expect(after.heap - before.heap).toBeLessThan(HEAP_BYTES);
  expect(sent.subscribe).toBeGreaterThanOrEqual(WARM_UP_VISITS + VISITS);
  expect(sent.unsubscribe).toBe(sent.subscribe);

  // The server has no room with this socket any more: a change is not pushed until the board is opened again.
  const seen = sent.pushes;
  await call(product.url, 'PUT', `/tasks/${taskId}`, { token: bob.token, body: { title: 'Here still' } });
  await back();
  await cardIn(page, 'READY', 'Here still').waitFor();
  expect(sent.pushes).toBe(seen);
  await call(product.url, 'PUT', `/tasks/${taskId}`, { token: bob.token, body: { title: 'Here again' } });
  await cardIn(page, 'READY', 'Here again').waitFor();
  expect(sent.pushes).toBe(seen + 1);
});
