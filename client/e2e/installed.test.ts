import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Label } from '@livelane/shared/labels/label.schema';
import type { Task } from '@livelane/shared/tasks/task.schema';
import type { Page } from 'playwright-core';
import { call, createProject, type Person, signUp } from '../../test-kit/team';
import { browserTest, cardIn, eventually, productForTests, quickAdd, titlesIn } from './product';
import { openAs } from './signedIn';

const product = productForTests();
let ana: Person;
let bob: Person;
let projectId: string;

beforeAll(async () => {
  [ana, bob] = await Promise.all([signUp(product.url, 'Ana'), signUp(product.url, 'Bob')]);
  const project = await createProject(product.url, ana, [bob], 'Shop');
  projectId = project.id;
  const { token } = bob;
  const label = await call<Label>(product.url, 'POST', `/workspaces/${project.workspaceId}/labels`, {
    token,
    body: { name: 'Urgent', colour: 'red' },
  });
  const body = { title: 'Kept', projectId, labels: [label.id] };
  const task = await call<Task>(product.url, 'POST', '/tasks', { token, body });
  await call(product.url, 'POST', `/tasks/${task.id}/comments`, { token, body: { text: 'Read this' } });
});

/** A window whose service worker has everything that the product needs without a server. */
async function installed(): Promise<Page> {
  const page = await openAs(product, ana, `/project/${projectId}`, { serviceWorkers: 'allow' });
  await cardIn(page, 'READY', 'Kept').waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await eventually(() => keptBoards(page), 1);
  // From now on the service worker is between the page and the server.
  await page.reload();
  await cardIn(page, 'READY', 'Kept').waitFor();
  return page;
}

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));

/** What a store of the kept boards' database holds. */
const kept = async <Row>(page: Page, store: 'boards' | 'user'): Promise<Row[]> => {
  if (!(await databases(page)).includes('livelane-boards')) return [];
  return page.evaluate(
    (name) =>
      new Promise<Row[]>((resolve) => {
        const opening = indexedDB.open('livelane-boards');
        opening.onsuccess = () => {
          const db = opening.result;
          const reading = db.transaction(name).objectStore(name).getAll();
          reading.onsuccess = () => {
            db.close();
            resolve(reading.result);
          };
        };
      }),
    store,
  );
};

const keptBoards = async (page: Page) => (await kept(page, 'boards')).length;

/** The keys of the kept answers to other reads. */
const keptAnswers = async (page: Page) => {
  const [last] = await kept<{ queries: { queries: Array<{ queryKey: string[] }> } }>(page, 'user');
  return (last?.queries.queries ?? []).map(({ queryKey }) => queryKey.join(' '));
};

browserTest('what the browser needs to install the product is there', async () => {
  const page = await product.window();
  await page.goto(`${product.url}/login`);
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    return (await fetch(link?.href ?? '')).json();
  });
  expect(manifest).toMatchObject({ name: 'Livelane', start_url: '/', display: 'standalone' });
  for (const { src, sizes, type } of manifest.icons) {
    const drawn = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src as string);
    if (type === 'image/png') expect(drawn).toBe(sizes);
  }
});

browserTest('R18 without a server the board opens as it was, says from when, and takes changes', async () => {
  const page = await installed();
  const readComment = async () => {
    await cardIn(page, 'READY', 'Kept').click();
    await page.getByRole('dialog').locator('[data-comment]', { hasText: 'Read this' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await readComment();
  await page.context().setOffline(true);
  await page.reload();
  await cardIn(page, 'READY', 'Kept').waitFor();
  await readComment();
  await page.locator('[data-connection="offline"]').waitFor();
  await page.getByText(/The server cannot be reached\. This is the board as of .*\d/).waitFor();
  await quickAdd(page, 'Ready', 'Made offline');
  await cardIn(page, 'READY', 'Made offline').waitFor();
  await page.reload();
  await cardIn(page, 'READY', 'Made offline').waitFor();

  const other = await openAs(product, bob, `/project/${projectId}`);
  await cardIn(other, 'READY', 'Kept').waitFor();
  expect(await titlesIn(other, 'READY')).toEqual(['Kept']);
  await page.context().setOffline(false);
  await page.locator('[data-connection="live"]').waitFor();
  await cardIn(other, 'READY', 'Made offline').waitFor();
  await page.getByText('This is the board as of').waitFor({ state: 'detached' });
  expect(await titlesIn(page, 'READY')).toEqual(['Kept', 'Made offline']);
});

browserTest(
  'what says so is in line with the heading, also on a board that is scrolled sideways',
  async () => {
    const page = await installed();
    await page.context().setOffline(true);
    await page.reload();
    const notice = page.getByText('This is the board as of').locator('xpath=ancestor::*[@role="status"]');
    const heading = page.locator('main > *', { has: page.getByRole('heading', { level: 1 }) });
    const edges = async (part: typeof notice) => {
      const box = await part.boundingBox();
      return box && [box.x, box.width];
    };
    for (const [width, dir] of [
      [1440, 'ltr'],
      [1440, 'rtl'],
      [390, 'rtl'],
      [390, 'ltr'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((given) => {
        document.dir = given;
        window.scrollTo(given === 'ltr' ? 10_000 : -10_000, 0);
      }, dir);
      await notice.waitFor();
      expect(await edges(notice)).toEqual(await edges(heading));
    }
  },
);

browserTest('R18 so does a board that was opened before the page was last loaded', async () => {
  const page = await installed();
  await page.goto(`${product.url}/user`);
  // This page has stored what it holds, which is nothing of that board.
  await eventually(async () => (await keptAnswers(page)).includes(`sessions ${ana.user.id}`), true);
  await page.context().setOffline(true);
  await page.goto(`${product.url}/project/${projectId}`);
  await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor();
  await cardIn(page, 'READY', 'Kept').getByText('Urgent').waitFor();
  await quickAdd(page, 'Ready', 'Made elsewhere');
  await cardIn(page, 'READY', 'Made elsewhere').waitFor();
  expect(await page.getByText('Error fetching project.').count()).toBe(0);
});

browserTest(
  'a log-out takes the kept boards along; without them and a server there is nothing to see',
  async () => {
    const page = await installed();
    expect(await databases(page)).toContain('livelane-boards');
    await page.getByRole('link', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    await eventually(async () => (await databases(page)).includes('livelane-boards'), false);
    await page.context().setOffline(true);
    await page.goto(`${product.url}/project/${projectId}`);
    await page.getByRole('button', { name: 'sign in' }).waitFor();
    expect(await page.locator('[data-task-id]').count()).toBe(0);
  },
);

browserTest('a session that the server has ended goes to login, however much is kept', async () => {
  const page = await installed();
  await page.context().clearCookies();
  await page.reload();
  await page.waitForURL('**/login');
  await eventually(async () => (await databases(page)).includes('livelane-boards'), false);
});

browserTest('nothing of the API is ever in the cache', async () => {
  const page = await installed();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/');
  expect(kept.filter((path) => /^\/(v1|socket\.io)/.test(path))).toEqual([]);
});

/** The product behind a proxy that can pass it off as a later version. */
async function behindProxy(): Promise<{ url: string; upgrade(): void; close(): Promise<void> }> {
  let isUpgraded = false;
  const server = createServer(async (req, res) => {
    const answer = await fetch(product.url + req.url);
    let body = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get('Content-Type') ?? '';
    if (isUpgraded && req.url === '/sw.js')
      body = Buffer.from(body.toString().replace(/version:(.)\w+/, 'version:$1later'));
    if (isUpgraded && type.startsWith('text/html'))
      body = Buffer.from(body.toString().replace('<title>Livelane', '<title>Later'));
    res.writeHead(answer.status, { 'Content-Type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    upgrade: () => {
      isUpgraded = true;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

browserTest(
  'after an upgrade a window that is only reloaded opens the new version without a server',
  async () => {
    const proxy = await behindProxy();
    const page = await product.window({ serviceWorkers: 'allow' });
    await page.goto(`${proxy.url}/login`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    const caches = () => page.evaluate(() => window.caches.keys());
    const [former] = await caches();
    expect(former).toMatch(/^livelane-/);

    proxy.upgrade();
    await page.reload();
    await eventually(caches, ['livelane-later']);
    await proxy.close();
    await page.reload();
    expect(await page.evaluate(() => document.head.innerHTML)).toContain('<title>Later');
  },
);
