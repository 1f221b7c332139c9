import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../test-kit/freePort';
import { type LivelaneProcess, startLivelane } from '../../../test-kit/livelane.process';
import { call, createProject, type Person, readBoard, signUp } from '../../../test-kit/team';
import { allBrowsers } from './foundBrowsers';
import { Hands } from './hands';
import { type Line, openLine } from './line';
import type { TestedBrowser } from './window';

/** Only ends what hangs: WebKit paints in software here, in milliseconds. */
jest.setTimeout(300_000);

const CARDS = 1_000;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

let line: Line;
let server: LivelaneProcess;
let dataDir: string;
let ana: Person;
let bob: Person;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'livelane-browsers-'));
  const port = await freePort();
  line = await openLine(port);
  // It says that it is at the line's end.
  server = await startLivelane({ dataDir, env: { PORT: `${port}`, PUBLIC_URL: line.url } });
  [ana, bob] = await Promise.all([signUp(server.url, 'Ana'), signUp(server.url, 'Bob')]);
});
afterAll(async () => {
  await line?.cut();
  await server?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** In the page: how many changes its browser keeps for the server. */
function countWaiting(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('livelane-outbox');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('waiting').objectStore('waiting').count();
      counting.onerror = () => reject(counting.error);
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result);
      };
    };
  });
}

const newProject = async (name: string) => (await createProject(server.url, ana, [bob], name)).id;

for (const choice of allBrowsers()) {
  if ('missing' in choice) {
    test.skip(`NOT RUN: ${choice.name} is missing (${choice.missing})`, () => undefined);
    continue;
  }
  describe(choice.name, () => {
    let browser: TestedBrowser;
    let hers: Hands;
    let bobs: Hands;

    beforeAll(async () => {
      browser = await choice.start();
      console.info(`${browser.name}: ${browser.version}`);
      hers = new Hands(await browser.open());
      bobs = new Hands(await browser.open());
    });
    afterAll(() => browser?.close());

    /** A board on which both are; each signs in with the first one. */
    async function openBoard(name: string, ...hands: Hands[]): Promise<string> {
      const projectId = await newProject(name);
      for (const each of hands) {
        await each.window.goto(`${line.url}/project/${projectId}`);
        await each.isLive();
      }
      return projectId;
    }

    test('registers, logs in, and comes by its first home to a board and a task', async () => {
      const email = `zoe.${randomUUID()}@example.org`;
      await bobs.window.goto(`${line.url}/registration`);
      for (const [label, text] of [
        ['First name', 'Zoë'],
        ['Surname', 'Zimmer'],
        ['Email', email],
        ['Password', 'sesame'],
        ['Confirm password', 'sesame'],
      ] as const)
        await bobs.fill(label, text);
      await bobs.click('button', 'Create account');
      await bobs.path('/login');
      // The address is kept, and the password is what is asked for next.
      await bobs.until('the kept address', () =>
        bobs.window.evaluate(
          (kept) =>
            document.querySelector<HTMLInputElement>('input[name="email"]')?.value === kept &&
            document.activeElement?.getAttribute('name') === 'password',
          email,
        ),
      );
      await bobs.window.type('sesame');
      await bobs.press('Enter');
      await bobs.path('/');
      await bobs.find('h2', 'Create your workspace');
      await bobs.fill('Name', 'Orchard');
      await bobs.press('Enter');
      await bobs.find('h2', 'Add the first project to “Orchard”');
      await bobs.fill('Name', 'Harvest');
      await bobs.press('Enter');
      await bobs.find('h2', 'Invite people to “Harvest”');
      await bobs.click('button', 'Go to the board');
      await bobs.find('h1', 'Harvest');
      await bobs.click('a', 'Home');
      await bobs.find('h1', 'personal board');
      await bobs.click('button', 'New task');
      await bobs.find('[role="dialog"] textarea', 'Title');
      await bobs.until('the selected title', () =>
        bobs.window.evaluate(() => document.getSelection()?.toString() === 'New task', null),
      );
      // What is typed takes the place of the default; the only project is chosen already.
      await bobs.window.type('Buy crates');
      await bobs.press('Enter');
      await bobs.gone('[role="dialog"]');
      await bobs.sees('READY', ['Buy crates']);
      await bobs.click('a', 'Log out');
      await bobs.path('/login');
      await hers.signIn(line.url, ana);
      await bobs.signIn(line.url, bob);
    });

    test('shows a board of 1,000 cards, and a second tab is signed in', async () => {
      const projectId = await newProject('Large');
      for (let n = 0; n < CARDS; n += 50)
        await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            call(server.url, 'POST', '/tasks', {
              token: ana.token,
              body: { title: `Card ${n + index}`, projectId, state: 'READY' },
            }),
          ),
        );
      const tab = new Hands(await hers.window.newTab());
      await tab.window.goto(`${line.url}/project/${projectId}`);
      await tab.isLive();
      await tab.find('[data-state="READY"] header, [data-state="READY"] h2', 'Ready');
      await tab.until(`${CARDS} counted`, () =>
        tab.window.evaluate(
          (count) => document.querySelector('[data-state="READY"]')?.textContent?.includes(String(count)),
          String(CARDS),
        ),
      );
      const last = `Card ${CARDS - 1}`;
      await tab.until(last, () =>
        tab.window.evaluate((name) => {
          const list = document.querySelector('[data-state="READY"] [data-drag-scrolls]');
          // The list grows while its cards come.
          list?.scrollTo(0, list.scrollHeight);
          return list?.querySelector(`[aria-label="${name}"]`) !== null;
        }, last),
      );
      // Beside a dark list Firefox draws a white strip unless it is told of a track without a colour.
      const strip = await tab.window.evaluate(() => {
        const list = document.querySelector('[data-state="READY"] [data-drag-scrolls]');
        if (!CSS.supports('scrollbar-color', 'auto')) return null;
        return list ? getComputedStyle(list).getPropertyValue('scrollbar-color') : 'no list';
      }, null);
      if (strip !== null) expect(strip).toMatch(/^rgb\(\d+, \d+, \d+\) (rgba\(0, 0, 0, 0\)|transparent)$/);
      await tab.window.close();
    });

    test('two people live: quick add, drags by mouse and by keyboard, task dialog, undo', async () => {
      await openBoard('Shop', hers, bobs);
      for (const title of ['One', 'Two', 'Three']) await hers.quickAdd('Ready', title);
      await bobs.sees('READY', ['One', 'Two', 'Three']);
      await bobs.drag('Three', 'READY', 'top');
      await hers.sees('READY', ['Three', 'One', 'Two']);
      await hers.drag('One', 'IN_PROGRESS', 'end');
      await bobs.sees('IN_PROGRESS', ['One']);

      await hers.window.evaluate(() => {
        const cards = [...document.querySelectorAll<HTMLElement>('[data-task-id]')];
        cards.find((card) => card.getAttribute('aria-label') === 'Three')?.focus();
      }, null);
      await hers.press('Space', 'ArrowDown', 'Space');
      await bobs.sees('READY', ['Two', 'Three']);

      await bobs.click('[data-task-id]', 'Two');
      await bobs.find('[role="dialog"]');
      await bobs.fill('Title', 'Second');
      await bobs.click('[role="dialog"] button', 'Save');
      await hers.sees('READY', ['Second', 'Three']);
      await bobs.gone('[role="dialog"]');
      await bobs.window.control('z');
      await hers.sees('READY', ['Two', 'Three']);
    });

    test('a filter tells what it hides, a deletion is undone in its place, a task has an address', async () => {
      await openBoard('Desk', hers);
      for (const title of ['One', 'Two', 'Three']) await hers.quickAdd('Ready', title);
      await hers.fill('Title', 'Two');
      await hers.sees('READY', ['Two']);
      await hers.find('[role="search"] *', '1 of 3 tasks shown');
      await hers.click('[role="search"] button', 'Clear filters');
      await hers.sees('READY', ['One', 'Two', 'Three']);

      await hers.click('button', 'Actions for Two');
      await hers.click('[role="menuitem"]', 'Delete');
      await hers.click('[role="dialog"] button', 'Delete');
      await hers.sees('READY', ['One', 'Three']);
      await hers.gone('[role="dialog"]');
      await hers.click('button', 'Undo');
      await hers.sees('READY', ['One', 'Two', 'Three']);

      await hers.click('button', 'Actions for Three');
      await hers.click('[role="menuitem"]', 'Move to');
      await hers.find('[role="dialog"]', 'Move “Three”');
      const place = await hers.window.evaluate(
        () =>
          [...document.querySelectorAll<HTMLInputElement>('[role="dialog"] input')].map(({ value }) => value),
        null,
      );
      expect(place).toEqual(['READY', '3']);
      await hers.press('Escape');
      await hers.gone('[role="dialog"]');

      await hers.click('[data-task-id]', 'One');
      await hers.find('[role="dialog"]');
      await hers.until('the address', () =>
        hers.window.evaluate(() => new URLSearchParams(location.search).has('task'), null),
      );
      await hers.window.evaluate(() => history.back(), null);
      await hers.gone('[role="dialog"]');
    });

    test('R18 R19 what is made offline waits, also through a reload and in a closed tab, and is sent later', async () => {
      const projectId = await openBoard('Train', hers, bobs);
      await hers.quickAdd('Ready', 'Before');
      await bobs.sees('READY', ['Before']);
      // What it needs without a server is kept: the worker has taken the page over, and the board is stored.
      const tab = new Hands(await hers.window.newTab());
      await tab.window.goto(`${line.url}/project/${projectId}`);
      await tab.sees('READY', ['Before']);
      await tab.until('the service worker', () =>
        tab.window.evaluate(() => navigator.serviceWorker.controller !== null, null),
      );
      await tab.window.reload();
      await tab.isLive();
      await line.cut();
      try {
        await tab.find('[data-connection="offline"]');
        await tab.quickAdd('Ready', 'Offline');
        await tab.sees('READY', ['Before', 'Offline']);
        await tab.click('[data-connection="offline"] button');
        await tab.find('[role="dialog"] li', 'New task “Offline”');
        await tab.press('Escape');
        await tab.gone('[role="dialog"]');
        await tab.window.reload();
        await tab.sees('READY', ['Before', 'Offline']);
        await tab.quickAdd('Ready', 'In a closed tab');
        await tab.sees('READY', ['Before', 'Offline', 'In a closed tab']);
        await tab.until(
          'two stored changes',
          async () => (await tab.window.evaluate(countWaiting, null)) === 2,
        );
        await tab.window.close();
      } finally {
        await line.mend();
      }
      await bobs.sees('READY', ['Before', 'Offline', 'In a closed tab']);
      const { columns } = await readBoard(server.url, bob, projectId);
      expect(columns.flatMap(({ tasks }) => tasks)).toHaveLength(3);
    });

    test('R26 R27 comments live, activity, what changed since one was here, and the board as it was', async () => {
      const projectId = await openBoard('Talk', hers, bobs);
      await hers.quickAdd('Ready', 'Paint');
      await bobs.sees('READY', ['Paint']);
      for (const each of [hers, bobs]) {
        await each.click('[data-task-id]', 'Paint');
        await each.find('[role="dialog"] textarea', 'Write a comment');
      }
      await hers.fill('Write a comment', 'Blue or green?');
      await hers.click('[aria-label="Comments"] .MuiButton-contained', 'Comment');
      await bobs.find('[data-comment] p', 'Blue or green?');
      await bobs.click('[role="dialog"] button', 'Activity');
      await bobs.gone('[data-comment]');
      await bobs.find('[role="dialog"] ol > li');
      await bobs.press('Escape');
      await bobs.gone('[role="dialog"]');

      const seen = async () => {
        const { headers } = await fetch(`${server.url}/v1/kanban/project/${projectId}`, {
          headers: { Authorization: `Bearer ${bob.token}` },
        });
        return Number(headers.get('Livelane-Seen'));
      };
      await bobs.click('a', 'Workspaces');
      const { v, columns } = await readBoard(server.url, bob, projectId);
      await bobs.until('all of it seen', async () => (await seen()) === v);
      const taskId = columns.flatMap(({ tasks }) => tasks)[0]?.id;
      await call(server.url, 'PUT', `/tasks/${taskId}`, { token: ana.token, body: { title: 'Paint it' } });
      await bobs.window.goto(`${line.url}/project/${projectId}`);
      await bobs.sees('READY', ['Paint it']);
      await bobs.find('button', 'Show changes');

      await bobs.click('button', 'Go back in time');
      await bobs.find('.MuiSlider-root');
      await bobs.window.evaluate(
        () => document.querySelector<HTMLElement>('.MuiSlider-root input')?.focus(),
        null,
      );
      await bobs.press('ArrowLeft');
      await bobs.sees('READY', ['Paint']);
      await bobs.click('button', 'Back to now');
      await bobs.sees('READY', ['Paint it']);
      await hers.press('Escape');
    });

    test('a phone has its switcher of columns, and nothing reaches beyond the page', async () => {
      await openBoard('Phone', hers);
      await hers.window.resize(PHONE.width, PHONE.height);
      await hers.find('nav select');
      const looks = await hers.window.evaluate(() => {
        const select = document.querySelector('nav select');
        const { scrollHeight, clientHeight } = document.documentElement;
        return {
          isNative: select && getComputedStyle(select).appearance !== 'none',
          beyond: scrollHeight - clientHeight,
        };
      }, null);
      await hers.window.resize(DESKTOP.width, DESKTOP.height);
      expect(looks).toEqual({ isNative: false, beyond: 0 });
    });

    test('Arabic: from right to left, placeholders are seen, one kind of digits', async () => {
      await openBoard('Arabic', hers);
      await hers.quickAdd('Ready', 'Due');
      await hers.sees('READY', ['Due']);
      await hers.window.evaluate(() => localStorage.setItem('livelane-language', 'ar'), null);
      await hers.window.reload();
      await hers.find('html[dir="rtl"] [data-state="READY"]');
      const seen = await hers.window.evaluate(() => {
        const input = document.querySelector<HTMLInputElement>('[data-state="READY"] input');
        return {
          digits: /[٠-٩]/.test(document.body.textContent),
          bidi: input && getComputedStyle(input).unicodeBidi,
        };
      }, null);
      expect(seen.digits).toBe(false);
      expect(seen.bidi).not.toBe('plaintext');
      await hers.window.evaluate(() => localStorage.removeItem('livelane-language'), null);
    });
  });
}
