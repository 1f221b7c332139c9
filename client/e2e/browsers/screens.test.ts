import type { Task } from '@livelane/shared/tasks/task.schema';
import { call, type Person, readBoard, signUp } from '../../../test-kit/team';
import { inEachBrowser } from './world';

const DESKTOP = { width: 1280, height: 800 };
/** The light theme's colour of what is said by the way. */
const QUIET_TEXT = 'rgb(86, 96, 121)';
const WIDE = { width: 1440, height: 900 };

/** How screens look and answer, where that was designed: who comes and goes, the task, the filter, what is taken back. */
inEachBrowser((world) => {
  const ask = <Answer>(by: Person, method: string, path: string, body?: object) =>
    call<Answer>(world.server.url, method, path, { token: by.token, ...(body && { body }) });
  const add = (projectId: string, title: string, more: object = {}) =>
    ask<Task>(world.ana, 'POST', '/tasks', { title, projectId, state: 'READY', ...more });
  const TOAST = '.MuiSnackbar-root *';

  test('the header: who is there, what can be done, the field with its key; what is for the page alone', async () => {
    const { hers, bobs, line } = world;
    await world.openBoard('Header', hers, bobs);
    const marked = () =>
      hers.window.evaluate(
        () =>
          [...document.querySelectorAll('main [role="group"] [role="img"]')].filter(
            (person) => getComputedStyle(person, '::after').content !== 'none',
          ).length,
        null,
      );
    await hers.find('main [role="group"]', 'On this board: Bob Test');
    expect(await marked()).toBe(1);
    await bobs.window.goto(`${line.url}/workspaces`);
    await hers.find('main [role="group"]', 'Members: ');
    expect(await marked()).toBe(0);
    await hers.find('main h1', 'Header');
    await hers.find('main p', 'Its work');
    await hers.find('[role="search"] input[aria-keyshortcuts="/"]', 'Title');
    for (const action of ['Add people', 'New task', 'View']) await hers.find('main button', action);
    for (const link of ['Home', 'Workspaces', 'Profile', 'Log out']) await hers.find('header a', link);
    await hers.gone('header button', 'Theme');
    await hers.click('main button', 'New task');
    await hers.find('[role="dialog"] button[type="submit"]', 'Create');
    await hers.press('Escape');
    await hers.gone('[role="dialog"]');
  });

  test('the first moments: a neutral badge; a ground of the theme and the shape of a board before any script', async () => {
    const { hers, ana, line } = world;
    const projectId = await world.openBoard('First', hers);
    await hers.click('header a', 'Log out');
    await hers.path('/login');
    await hers.window.evaluate(() => {
      const badges = new Set<string>();
      Object.assign(window, { badges });
      const look = () => {
        const badge = document.querySelector('[data-connection]');
        if (badge) badges.add(`${badge.textContent}, ${getComputedStyle(badge).color}`);
        requestAnimationFrame(look);
      };
      look();
    }, null);
    await hers.fill('Email', ana.email);
    await hers.fill('Password', ana.password);
    await hers.click('button', 'sign in');
    await hers.isLive();
    // The page looks once a frame: the last one may come after it is live.
    const badges = await hers.until('two badges', async () => {
      const seen = await hers.window.evaluate(
        () => [...(window as unknown as { badges: Set<string> }).badges],
        null,
      );
      return seen.length > 1 && seen;
    });
    expect(badges).toEqual([`Connecting, ${QUIET_TEXT}`, expect.stringMatching(/^Live, /)]);

    await hers.window.goto(`${line.url}/project/${projectId}`);
    // A script that comes later would render into the page that is written below.
    await hers.isLive();
    const drawn = await hers.window.evaluate(async () => {
      const html = await (await fetch(location.href)).text();
      document.open();
      document.write(html.replace(/<script[\s\S]*?<\/script>|<link[^>]*>/g, ''));
      document.close();
      const ground = () => getComputedStyle(document.documentElement).backgroundColor;
      const grounds = ['data-light', 'data-dark'].map((theme) => {
        document.documentElement.removeAttribute('data-light');
        document.documentElement.setAttribute(theme, '');
        return ground();
      });
      await new Promise((resolve) => setTimeout(resolve, 500));
      const columns = [...document.querySelectorAll<HTMLElement>('.first i')].map((column) => ({
        isSeen: getComputedStyle(column).visibility === 'visible',
        ...column.getBoundingClientRect().toJSON(),
      }));
      return { grounds, columns };
    }, null);
    expect(drawn.grounds).toEqual(['rgb(246, 247, 251)', 'rgb(16, 19, 27)']);
    expect(drawn.columns).toHaveLength(6);
    for (const [at, { isSeen, width, top, bottom, left }] of drawn.columns.entries())
      expect({ isSeen, width, top, bottom, left }).toEqual({
        isSeen: true,
        width: 272,
        top: 176,
        bottom: DESKTOP.height - 16,
        left: 24 + at * (272 + 8),
      });
  });

  test('people: added in one dialog, each in a colour of their own; made a viewer, removed, and told so', async () => {
    const { hers, bobs, ana, bob } = world;
    const projectId = await world.openBoard('People', hers, bobs);
    const cleo = await signUp(world.server.url, 'Cleo');
    await hers.click('main button', 'Add people');
    await hers.fill('Workspace member or email address', cleo.email);
    await hers.click('[role="dialog"] button[type="submit"]', 'Add user');
    await hers.gone('[role="dialog"]');
    const assignees = [ana, bob, cleo].map(({ user }) => user.id);
    await add(projectId, 'Paint', { assignees, description: 'In **blue**.' });
    await hers.agrees(
      'three colours',
      () => {
        const avatars = [...document.querySelectorAll('[data-task-id] [role="img"] > *')];
        return new Set(avatars.map((each) => getComputedStyle(each).backgroundColor)).size === 3;
      },
      null,
    );

    await ask(ana, 'PUT', `/projectUsers/${projectId}`, { userId: bob.user.id, roleId: 'viewer' });
    await bobs.find(TOAST, 'You are now a viewer of “People”');
    await bobs.click('[data-task-id]', 'Paint');
    await bobs.find('[role="dialog"] h2', 'Paint');
    await bobs.find('[role="dialog"] strong', 'blue');
    await bobs.gone('[role="dialog"] :is(input, [role="combobox"])');
    await bobs.press('Escape');
    await bobs.gone('[role="dialog"]');

    await hers.click('nav a', 'Users');
    await hers.find('h1', 'Project users');
    await hers.click('nav button', 'Close side panel');
    // Projects are told apart by their letters.
    await hers.find('nav a [aria-hidden]', 'P');
    await hers.click('nav button', 'Open side panel');
    await hers.click('main button', 'Remove Bob Test');
    await hers.find('[role="dialog"] h2', 'Remove Bob Test?');
    await hers.click('[role="dialog"] button', 'Remove');
    await hers.gone('[role="dialog"]');
    await bobs.path('/workspaces');
    await bobs.find(TOAST, 'You no longer have access to “People”');
  });

  test('the task: opened by the right button, walked through by keys, saved by Ctrl+Enter, two versions combined', async () => {
    const { hers, bobs, ana, bob } = world;
    const projectId = await world.openBoard('Reading', hers, bobs);
    const description = 'paint the fence blue.';
    const { id } = await add(projectId, 'One', { description, timeSpent: 310, timeEstimateId: 480 });
    await add(projectId, 'Two');
    await hers.sees('READY', ['One', 'Two']);
    await hers.find('[data-task-id] span', '5h 10m / 8h');
    await hers.click('[data-task-id]', 'One', 'right');
    await hers.click('[role="menuitem"]', 'Edit');
    const shows = (title: string) =>
      hers.agrees(
        title,
        (wanted) =>
          document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea[name="title"]')?.value ===
          wanted,
        title,
      );
    await shows('One');
    await hers.window.type('j');
    await shows('Two');
    await hers.window.type('k');
    await shows('One');
    // Small letters: WebKit's driver loses the Shift of the first letter in these fields.
    await hers.fill('Title', 'first');
    await hers.window.control('Enter');
    await hers.gone('[role="dialog"]');
    await bobs.sees('READY', ['first', 'Two']);

    await hers.click('[data-task-id]', 'first');
    await shows('first');
    await hers.fill('Description', 'paint the fence light blue.');
    await ask(bob, 'PUT', `/tasks/${id}`, { description: 'paint the old fence blue.' });
    await hers.click('[role="dialog"] button[type="submit"]');
    await hers.find('[role="alert"] figcaption', 'Bob Test');
    for (const word of ['old', 'light']) await hers.find('[role="alert"] ins', `added: ${word}`);
    await hers.click('[role="alert"] button', 'Combine');
    await hers.click('[role="dialog"] button[type="submit"]');
    await hers.gone('[role="dialog"]');
    const [stored] = (await readBoard(world.server.url, ana, projectId)).columns.flatMap(
      ({ tasks }) => tasks,
    );
    expect(stored?.description).toBe('paint the old fence light blue.');
  });

  test('the filter: half a name and Enter, columns that fold, a wrong day; eight columns side by side', async () => {
    const { hers } = world;
    const projectId = await world.openBoard('Finding', hers);
    const { id } = await add(projectId, 'Draw the logo');
    for (const title of ['Print the logo', 'Think']) await add(projectId, title);
    await hers.sees('READY', ['Draw the logo', 'Print the logo', 'Think']);
    const widths = () =>
      hers.window.evaluate(
        () =>
          [...document.querySelectorAll<HTMLElement>('[data-state]')].map(({ offsetWidth }) => offsetWidth),
        null,
      );
    const [whole = 0] = await widths();
    // No card has the focus: what is typed is looked for.
    await hers.window.type('thi');
    await hers.press('Enter');
    await hers.find('[role="dialog"] textarea', 'Title');
    await hers.press('Escape');
    await hers.gone('[role="dialog"]');
    await hers.find('[role="search"] [role="status"]', '1 of 3 tasks shown');
    await hers.until(
      'folded columns',
      async () => (await widths()).filter((each) => each < whole / 2).length === 7,
    );
    await hers.click('[role="search"] button', 'Clear filters');
    await hers.fill('Due from', '31/02/2027');
    await hers.press('Enter');
    await hers.find('[role="search"] [role="alert"]', 'Enter a date');
    await hers.click('[role="search"] button', 'Clear filters');
    await hers.gone('[role="search"] [role="alert"]');

    await hers.window.resize(WIDE.width, WIDE.height);
    await hers.agrees(
      'more than four whole columns',
      () =>
        [...document.querySelectorAll('[data-state]')].filter(
          (column) => column.getBoundingClientRect().right <= window.innerWidth,
        ).length > 4,
      null,
    );
    await hers.window.resize(DESKTOP.width, DESKTOP.height);
    const height = () =>
      hers.window.evaluate(
        (taskId) => document.querySelector(`[data-task-id="${taskId}"]`)?.getBoundingClientRect().height,
        id,
      );
    const lying = await height();
    await hers.carry('Draw the logo', '[data-state="IN_PROGRESS"] section');
    const carried = await height();
    await hers.window.up();
    await hers.sees('IN_PROGRESS', ['Draw the logo']);
    expect(carried).toBe(lying);
  });

  test('taken back: Undo says what, the trash gives back; what is shared comes as a task; lists without a server', async () => {
    const { hers } = world;
    const projectId = await world.openBoard('Trash', hers);
    for (const title of ['Kept', 'Gone']) await add(projectId, title);
    await hers.sees('READY', ['Kept', 'Gone']);
    await hers.focus('Kept');
    await hers.window.type('c');
    await hers.sees('DONE', ['Kept']);
    await hers.window.control('z');
    await hers.find(TOAST, 'Undone: “Kept” completed');
    await hers.sees('READY', ['Kept', 'Gone']);
    await hers.click('button', 'Actions for Gone');
    await hers.click('[role="menuitem"]', 'Delete');
    await hers.click('[role="dialog"] button', 'Delete');
    await hers.sees('READY', ['Kept']);
    await hers.gone('[role="dialog"]');
    await hers.click('main button', 'View');
    await hers.click('[role="menuitem"]', 'Trash');
    await hers.click('[role="dialog"] button', 'Restore “Gone”');
    await hers.sees('READY', ['Kept', 'Gone']);

    await hers.window.goto(`${world.line.url}/?share-title=Buy%20paint`);
    await hers.agrees(
      'what is shared',
      () =>
        document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea[name="title"]')?.value ===
        'Buy paint',
      null,
    );
    await hers.press('Escape');
    await hers.click('[role="dialog"] button', 'Discard');
    await hers.gone('[role="dialog"]');
    await hers.click('header a', 'Workspaces');
    await hers.find('main a', 'Open workspace Workspace of Trash');
    await world.line.cut();
    try {
      await hers.find('[data-connection="offline"]');
      await hers.find('main a', 'Open workspace Workspace of Trash');
      await hers.agrees(
        'nothing new without a server',
        () =>
          [...document.querySelectorAll<HTMLButtonElement>('main button')].some(
            ({ textContent, disabled }) => disabled && textContent === 'new workspace',
          ),
        null,
      );
    } finally {
      await world.line.mend();
    }
    await hers.isLive();
  });

  test('the account: its language wherever one signs in, with its units; a chosen theme; a board on paper', async () => {
    const { hers, ana } = world;
    const projectId = await world.openBoard('Account', hers);
    await add(projectId, 'Paint', { timeSpent: 310, timeEstimateId: 480 });
    const settings = '/notifications/settings';
    const language = (tag: string) => hers.find(`html[lang="${tag}"] main`);
    const time = (text: string) =>
      hers.agrees(
        text,
        (wanted) =>
          [...document.querySelectorAll('[data-task-id] span')].some(
            ({ textContent }) => textContent?.replace(/\s/g, '') === wanted,
          ),
        text,
      );
    // Chosen in another browser.
    await ask(ana, 'PUT', settings, { language: 'de', timeZone: 'Europe/Berlin' });
    await hers.window.reload();
    await language('de');
    await time('5Std.10Min./8Std.');
    // Chosen in this one.
    await hers.click('header a', 'Profil');
    await hers.choose('main [role="combobox"]', 'Deutsch', '日本語');
    await language('ja');
    await hers.until(
      'the account’s language',
      async () => (await ask<{ language: string }>(ana, 'GET', settings)).language === 'ja',
    );
    await hers.window.goto(`${world.line.url}/project/${projectId}`);
    await time('5時間10分/8時間');
    await hers.click('main button', '表示');
    await hers.click('[role="menuitemradio"]', 'ダーク');
    const isDark = () =>
      document.documentElement.hasAttribute('data-dark') &&
      getComputedStyle(document.documentElement).backgroundColor === 'rgb(16, 19, 27)';
    await hers.agrees('a dark page', isDark, null);
    await hers.window.reload();
    await hers.agrees('a page that stays dark', isDark, null);
    await hers.window.evaluate(() => localStorage.setItem('mui-mode', 'system'), null);

    await ask(ana, 'PUT', settings, { language: 'en-GB' });
    await hers.window.reload();
    await language('en-GB');
    await hers.isLive();
    await hers.until('the board on paper', () =>
      hers.window.evaluate(() => {
        window.dispatchEvent(new Event('beforeprint'));
        const { textContent = '' } = document.querySelector('[data-print]') ?? {};
        window.dispatchEvent(new Event('afterprint'));
        return textContent?.includes('Account') && textContent.includes('Paint');
      }, null),
    );
    await hers.gone('[data-print]');
  });
});
