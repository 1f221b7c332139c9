import { randomUUID } from 'node:crypto';
import { call, readBoard } from '../../../test-kit/team';
import { countWaiting } from '../countWaiting';
import { Hands } from './hands';
import { inEachBrowser } from './world';

const CARDS = 1_000;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

inEachBrowser((world) => {
  test('registers, logs in, and comes by its first home to a board and a task', async () => {
    const hers = await world.newWindow();
    const email = `zoe.${randomUUID()}@example.org`;
    await hers.window.goto(`${world.line.url}/registration`);
    for (const [label, text] of [
      ['First name', 'Zoë'],
      ['Surname', 'Zimmer'],
      ['Email', email],
      ['Password', 'sesame'],
      ['Confirm password', 'sesame'],
    ] as const)
      await hers.fill(label, text);
    await hers.click('button', 'Create account');
    await hers.path('/login');
    // The address is kept, and the password is what is asked for next.
    await hers.until('the kept address', () =>
      hers.window.evaluate(
        (kept) =>
          document.querySelector<HTMLInputElement>('input[name="email"]')?.value === kept &&
          document.activeElement?.getAttribute('name') === 'password',
        email,
      ),
    );
    await hers.window.type('sesame');
    await hers.press('Enter');
    await hers.path('/');
    await hers.find('h2', 'Create your workspace');
    await hers.fill('Name', 'Orchard');
    await hers.press('Enter');
    await hers.find('h2', 'Add the first project to “Orchard”');
    await hers.fill('Name', 'Harvest');
    await hers.press('Enter');
    await hers.find('h2', 'Invite people to “Harvest”');
    await hers.click('button', 'Go to the board');
    await hers.find('h1', 'Harvest');
    await hers.click('a', 'Home');
    await hers.find('h1', 'personal board');
    await hers.click('button', 'New task');
    await hers.find('[role="dialog"] textarea', 'Title');
    await hers.until('the selected title', () =>
      hers.window.evaluate(() => document.getSelection()?.toString() === 'New task', null),
    );
    // What is typed takes the place of the default; the only project is chosen already.
    await hers.window.type('Buy crates');
    await hers.press('Enter');
    await hers.gone('[role="dialog"]');
    await hers.sees('READY', ['Buy crates']);
    await hers.click('a', 'Log out');
    await hers.path('/login');
    await hers.window.close();
  });

  test('shows a board of 1,000 cards, and a second tab is signed in', async () => {
    const projectId = await world.newProject('Large');
    for (let n = 0; n < CARDS; n += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          call(world.server.url, 'POST', '/tasks', {
            token: world.ana.token,
            body: { title: `Card ${n + index}`, projectId, state: 'READY' },
          }),
        ),
      );
    const tab = new Hands(await world.hers.window.newTab());
    await tab.window.goto(`${world.line.url}/project/${projectId}`);
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
    // Beside a dark list Firefox draws a white strip unless the track is declared transparent.
    const strip = await tab.window.evaluate(() => {
      const list = document.querySelector('[data-state="READY"] [data-drag-scrolls]');
      if (!CSS.supports('scrollbar-color', 'auto')) return null;
      return list ? getComputedStyle(list).getPropertyValue('scrollbar-color') : 'no list';
    }, null);
    if (strip !== null) expect(strip).toMatch(/^rgb\(\d+, \d+, \d+\) (rgba\(0, 0, 0, 0\)|transparent)$/);
    await tab.window.close();
  });

  test('two people live: quick add, drags by mouse and by keyboard, task dialog, undo', async () => {
    await world.openBoard('Shop', world.hers, world.bobs);
    for (const title of ['One', 'Two', 'Three']) await world.hers.quickAdd('Ready', title);
    await world.bobs.sees('READY', ['One', 'Two', 'Three']);
    await world.bobs.drag('Three', 'READY', 'top');
    await world.hers.sees('READY', ['Three', 'One', 'Two']);
    await world.hers.drag('One', 'IN_PROGRESS', 'end');
    await world.bobs.sees('IN_PROGRESS', ['One']);

    await world.hers.focus('Three');
    await world.hers.press('Space', 'ArrowDown', 'Space');
    await world.bobs.sees('READY', ['Two', 'Three']);

    await world.bobs.click('[data-task-id]', 'Two');
    await world.bobs.find('[role="dialog"]');
    await world.bobs.fill('Title', 'Second');
    await world.bobs.click('[role="dialog"] button', 'Save');
    await world.hers.sees('READY', ['Second', 'Three']);
    await world.bobs.gone('[role="dialog"]');
    await world.bobs.window.control('z');
    await world.hers.sees('READY', ['Two', 'Three']);
  });

  test('a filter tells what it hides, a deletion is undone in its place, a task has an address', async () => {
    await world.openBoard('Desk', world.hers);
    for (const title of ['One', 'Two', 'Three']) await world.hers.quickAdd('Ready', title);
    await world.hers.fill('Title', 'Two');
    await world.hers.sees('READY', ['Two']);
    await world.hers.find('[role="search"] *', '1 of 3 tasks shown');
    await world.hers.click('[role="search"] button', 'Clear filters');
    await world.hers.sees('READY', ['One', 'Two', 'Three']);

    await world.hers.click('button', 'Actions for Two');
    await world.hers.click('[role="menuitem"]', 'Delete');
    await world.hers.click('[role="dialog"] button', 'Delete');
    await world.hers.sees('READY', ['One', 'Three']);
    await world.hers.gone('[role="dialog"]');
    await world.hers.click('button', 'Undo');
    await world.hers.sees('READY', ['One', 'Two', 'Three']);

    await world.hers.click('button', 'Actions for Three');
    await world.hers.click('[role="menuitem"]', 'Move to');
    await world.hers.find('[role="dialog"]', 'Move “Three”');
    const place = await world.hers.window.evaluate(
      () =>
        [...document.querySelectorAll<HTMLInputElement>('[role="dialog"] input')].map(({ value }) => value),
      null,
    );
    expect(place).toEqual(['READY', '3']);
    await world.hers.press('Escape');
    await world.hers.gone('[role="dialog"]');

    await world.hers.click('[data-task-id]', 'One');
    await world.hers.find('[role="dialog"]');
    await world.hers.until('the address', () =>
      world.hers.window.evaluate(() => new URLSearchParams(location.search).has('task'), null),
    );
    await world.hers.window.evaluate(() => history.back(), null);
    await world.hers.gone('[role="dialog"]');
  });

  test('R18 R19 what is made offline waits, also through a reload and in a closed tab, and is sent later', async () => {
    const projectId = await world.openBoard('Train', world.hers, world.bobs);
    await world.hers.quickAdd('Ready', 'Before');
    await world.bobs.sees('READY', ['Before']);
    // What it needs without a server is kept: the worker has taken the page over, and the board is stored.
    const tab = new Hands(await world.hers.window.newTab());
    await tab.window.goto(`${world.line.url}/project/${projectId}`);
    await tab.sees('READY', ['Before']);
    await tab.until('the service worker', () =>
      tab.window.evaluate(() => navigator.serviceWorker.controller !== null, null),
    );
    await tab.window.reload();
    await tab.isLive();
    await world.line.cut();
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
      await world.line.mend();
    }
    await world.bobs.sees('READY', ['Before', 'Offline', 'In a closed tab']);
    const { columns } = await readBoard(world.server.url, world.bob, projectId);
    expect(columns.flatMap(({ tasks }) => tasks)).toHaveLength(3);
  });

  test('R26 R27 comments live, activity, what changed since one was here, and the board as it was', async () => {
    const projectId = await world.openBoard('Talk', world.hers, world.bobs);
    await world.hers.quickAdd('Ready', 'Paint');
    await world.bobs.sees('READY', ['Paint']);
    for (const each of [world.hers, world.bobs]) {
      await each.click('[data-task-id]', 'Paint');
      await each.find('[role="dialog"] textarea', 'Write a comment');
    }
    await world.hers.fill('Write a comment', 'Blue or green?');
    await world.hers.click('[aria-label="Comments"] .MuiButton-contained', 'Comment');
    await world.bobs.find('[data-comment] p', 'Blue or green?');
    await world.bobs.click('[role="dialog"] button', 'Activity');
    await world.bobs.gone('[data-comment]');
    await world.bobs.find('[role="dialog"] ol > li');
    await world.bobs.press('Escape');
    await world.bobs.gone('[role="dialog"]');

    const seen = async () => {
      const { headers } = await fetch(`${world.server.url}/v1/kanban/project/${projectId}`, {
        headers: { Authorization: `Bearer ${world.bob.token}` },
      });
      return Number(headers.get('Livelane-Seen'));
    };
    await world.bobs.click('a', 'Workspaces');
    const { v, columns } = await readBoard(world.server.url, world.bob, projectId);
    await world.bobs.until('all of it seen', async () => (await seen()) === v);
    const taskId = columns.flatMap(({ tasks }) => tasks)[0]?.id;
    await call(world.server.url, 'PUT', `/tasks/${taskId}`, {
      token: world.ana.token,
      body: { title: 'Paint it' },
    });
    await world.bobs.window.goto(`${world.line.url}/project/${projectId}`);
    await world.bobs.sees('READY', ['Paint it']);
    await world.bobs.find('button', 'Show changes');

    await world.bobs.click('button', 'Go back in time');
    await world.bobs.find('.MuiSlider-root');
    await world.bobs.window.evaluate(
      () => document.querySelector<HTMLElement>('.MuiSlider-root input')?.focus(),
      null,
    );
    await world.bobs.press('ArrowLeft');
    await world.bobs.sees('READY', ['Paint']);
    await world.bobs.click('button', 'Back to now');
    await world.bobs.sees('READY', ['Paint it']);
    await world.hers.press('Escape');
  });

  test('a phone has its switcher of columns, and nothing reaches beyond the page', async () => {
    await world.openBoard('Phone', world.hers);
    await world.hers.window.resize(PHONE.width, PHONE.height);
    await world.hers.find('nav select');
    const looks = await world.hers.window.evaluate(() => {
      const select = document.querySelector('nav select');
      const { scrollHeight, clientHeight } = document.documentElement;
      return {
        isNative: select && getComputedStyle(select).appearance !== 'none',
        beyond: scrollHeight - clientHeight,
      };
    }, null);
    await world.hers.window.resize(DESKTOP.width, DESKTOP.height);
    expect(looks).toEqual({ isNative: false, beyond: 0 });
  });

  test('Arabic: from right to left, placeholders are seen, one kind of digits', async () => {
    await world.openBoard('Arabic', world.hers);
    await world.hers.quickAdd('Ready', 'Due');
    await world.hers.sees('READY', ['Due']);
    await world.hers.window.evaluate(() => localStorage.setItem('livelane-language', 'ar'), null);
    await world.hers.window.reload();
    await world.hers.find('html[dir="rtl"] [data-state="READY"]');
    const seen = await world.hers.window.evaluate(() => {
      const input = document.querySelector<HTMLInputElement>('[data-state="READY"] input');
      return {
        digits: /[٠-٩]/.test(document.body.textContent),
        bidi: input && getComputedStyle(input).unicodeBidi,
      };
    }, null);
    expect(seen.digits).toBe(false);
    expect(seen.bidi).not.toBe('plaintext');
    await world.hers.window.evaluate(() => localStorage.removeItem('livelane-language'), null);
  });
});
