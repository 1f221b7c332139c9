import type { Task } from '@livelane/shared/tasks/task.schema';
import { call, type Person, readBoard, signUp } from '../../../test-kit/team';
import { inEachBrowser } from './world';

const DESKTOP = { width: 1280, height: 800 };
const TABLET = { width: 1000, height: 800 };
const PHONE = { width: 390, height: 844 };
/** Of this year, which a card leaves out. */
const DUE = `${new Date().getFullYear()}-11-26`;
const HALF_A_DAY = { timeSpent: 310, timeEstimateId: 480 };
/** A line of a card's foot, in pixels. */
const LINE = 24;

/** How cards lie on a board, and what covers them for a moment. */
inEachBrowser((world) => {
  const ask = <Answer>(by: Person, method: string, path: string, body: object) =>
    call<Answer>(world.server.url, method, path, { token: by.token, body });
  const add = (projectId: string, title: string, more: object = {}, by = world.ana) =>
    ask<Task>(by, 'POST', '/tasks', { title, projectId, state: 'READY', ...more });

  test('a quiet default priority, one ground, and feet of one or two lines in each language and density', async () => {
    const { hers, ana, bob } = world;
    const projectId = await world.newProject('Feet');
    const cleo = await signUp(world.server.url, 'Cleo');
    const { workspaceId } = await call<{ workspaceId: string }>(
      world.server.url,
      'GET',
      `/projects/${projectId}`,
      { token: ana.token },
    );
    const member = { userId: cleo.user.id, roleId: 'member' };
    await ask(ana, 'POST', `/workspaceUsers/${workspaceId}`, member);
    await ask(ana, 'POST', `/projectUsers/${projectId}`, member);
    const three = [ana, bob, cleo].map(({ user }) => user.id);
    const two = three.slice(1);
    await add(projectId, 'usual', { assignees: [] });
    await add(projectId, 'high', { priority: 'HIGH', dueDate: DUE, assignees: two });
    await add(projectId, 'timed', { priority: 'CRITICAL', dueDate: DUE, ...HALF_A_DAY, assignees: two });
    const full = { priority: 'CRITICAL', dueDate: DUE, ...HALF_A_DAY, assignees: three };
    const { id } = await add(projectId, 'full', { ...full, state: 'WAITING', visibility: 'PRIVATE' });
    await ask(ana, 'POST', `/tasks/${id}/checklist`, { items: [{ text: 'Sand' }, { text: 'Paint' }] });
    await ask(ana, 'POST', `/tasks/${id}/comments`, { text: 'Blue?' });
    await hers.window.goto(`${world.line.url}/project/${projectId}`);
    await hers.isLive();
    await hers.sees('READY', ['usual', 'high', 'timed']);

    const looks = await hers.window.evaluate(() => {
      const priority = (title: string) => {
        const arrow = document.querySelector(`[data-task-id][aria-label="${title}"] svg g`);
        const said = arrow?.closest('span');
        return said && arrow && getComputedStyle(arrow).stroke === getComputedStyle(said).color;
      };
      const columns = [...document.querySelectorAll('[data-state]')];
      return {
        isQuiet: [priority('usual'), priority('high')],
        grounds: new Set(columns.map((column) => getComputedStyle(column).backgroundColor)).size,
      };
    }, null);
    expect(looks).toEqual({ isQuiet: [true, false], grounds: 1 });

    /** Lines of each card's foot; what is amiss with it. */
    const feet = () =>
      hers.window.evaluate(
        (line) =>
          [...document.querySelectorAll('[data-task-id]')].map((card) => {
            const foot = card.querySelector(':scope > div > div:last-child');
            const people = foot?.querySelector('[role="img"]:has(> :nth-child(2))');
            if (!foot) return 'no foot';
            const [own, theirs] = [foot.getBoundingClientRect(), people?.getBoundingClientRect()];
            const end = document.dir === 'rtl' ? 'left' : 'right';
            const isAtEnd =
              !theirs || (Math.abs(theirs[end] - own[end]) < 1 && own.bottom - theirs.bottom < line / 2);
            if (!isAtEnd)
              return `${document.documentElement.lang} ${card.ariaLabel}: its people are not at its end`;
            if (foot.scrollWidth > foot.clientWidth) return `${card.ariaLabel}: too wide`;
            return own.height / line;
          }),
        LINE,
      );
    try {
      for (const language of ['en-GB', 'de', 'ja', 'ar']) {
        await hers.window.evaluate((kept) => localStorage.setItem('livelane-language', kept), language);
        await hers.window.reload();
        await hers.find(`html[lang="${language}"] [data-task-id]`, 'full');
        for (const density of ['', 'compact']) {
          await hers.window.evaluate((name) => {
            document.documentElement.dataset.density = name;
          }, density);
          const seen = await feet();
          expect(seen.filter((lines) => lines !== 1 && lines !== 2)).toEqual([]);
          expect(seen).toHaveLength(4);
        }
      }
    } finally {
      await hers.window.evaluate(() => localStorage.removeItem('livelane-language'), null);
    }
  });

  test('a toast is neutral and covers nothing that is needed; a member takes back what they deleted, at its place', async () => {
    const { hers, bobs, bob, line } = world;
    const projectId = await world.openBoard('Toasts', hers, bobs);
    await add(projectId, 'one');
    const { id } = await add(projectId, 'two', {}, bob);
    await add(projectId, 'three');
    await bobs.sees('READY', ['one', 'two', 'three']);
    /** What of the page one cannot reach for the toast. */
    const covered = () =>
      bobs.window.evaluate(() => {
        const toast = document.querySelector('.MuiSnackbar-root')?.getBoundingClientRect();
        if (!toast) return ['no toast'];
        return [
          ...document.querySelectorAll<HTMLElement>(
            'header a, header button, main [role="search"] *, main button, main input, nav a, nav select, nav button',
          ),
        ].flatMap((element) => {
          // What belongs to a card that is beneath it comes back with the card.
          if (element.closest('[data-task-id], .MuiSnackbar-root')) return [];
          const { left, right, top, bottom, width } = element.getBoundingClientRect();
          const isClear =
            width === 0 ||
            right <= toast.left ||
            left >= toast.right ||
            bottom <= toast.top ||
            top >= toast.bottom;
          return isClear ? [] : [element.ariaLabel ?? element.outerHTML];
        });
      }, null);
    try {
      for (const size of [DESKTOP, PHONE]) {
        await bobs.window.resize(size.width, size.height);
        await bobs.click('button', 'Actions for two');
        await bobs.click('[role="menuitem"]', 'Delete');
        await bobs.click('[role="dialog"] button', 'Delete');
        await bobs.gone('[role="dialog"]');
        await bobs.find('.MuiSnackbar-root button', 'Undo');
        await hers.sees('READY', ['one', 'three']);
        expect(await covered()).toEqual([]);
        const colours = await bobs.window.evaluate(() => {
          const colour = (selector: string, of: 'color' | 'backgroundColor') => {
            const element = document.querySelector(selector);
            return element && getComputedStyle(element)[of];
          };
          return {
            ground: colour('.MuiSnackbar-root [role="status"]', 'backgroundColor'),
            card: colour('[data-task-id] > div', 'backgroundColor'),
            text: colour('.MuiSnackbar-root .MuiAlert-message', 'color'),
            page: colour('body', 'color'),
            icon: colour('.MuiSnackbar-root .MuiAlert-icon', 'color'),
          };
        }, null);
        expect(colours).toEqual({ ...colours, ground: colours.card, text: colours.page });
        expect(colours.icon).not.toBe(colours.text);
        await bobs.click('.MuiSnackbar-root button', 'Undo');
        await hers.sees('READY', ['one', 'two', 'three']);
        await bobs.gone('.MuiSnackbar-root button', 'Undo');
      }
    } finally {
      await bobs.window.resize(DESKTOP.width, DESKTOP.height);
    }
    const { columns } = await readBoard(world.server.url, bob, projectId);
    expect(columns.flatMap(({ tasks }) => tasks.map((task) => task.id))).toContain(id);
    await bobs.window.goto(`${line.url}/`);
  });

  test('filters are one row of pills; a phone keeps its tabs in place, has one way to add, and labels that fit', async () => {
    const { hers, line } = world;
    const projectId = await world.newProject('Narrow');
    await add(projectId, 'urgent', { priority: 'HIGH' });
    await add(projectId, 'usual');
    await hers.window.goto(`${line.url}/project/${projectId}?priority=HIGH`);
    await hers.isLive();
    await hers.sees('READY', ['urgent']);
    const pills = await hers.window.evaluate(
      () =>
        [...document.querySelectorAll('main [role="search"] [role="combobox"]')].map((pill) => ({
          text: pill.textContent,
          top: Math.round(pill.getBoundingClientRect().top),
          ground: getComputedStyle(pill.parentElement ?? pill).backgroundColor,
        })),
      null,
    );
    expect(pills.map(({ text }) => text)).toEqual(['High', 'Time estimate', 'Assignees', 'Labels']);
    expect(new Set(pills.map(({ top }) => top)).size).toBe(1);
    expect(pills[0]?.ground).not.toBe(pills[1]?.ground);
    await hers.click('[role="search"] button', 'Clear filter: Priority');
    await hers.sees('READY', ['urgent', 'usual']);

    try {
      await hers.window.resize(TABLET.width, TABLET.height);
      await hers.gone('[role="search"] [role="combobox"]');
      await hers.find('[role="search"] button', 'Filters');
      await hers.window.resize(PHONE.width, PHONE.height);
      await hers.find('nav select');
      await hers.gone('main .MuiButton-contained', 'New task');
      const tabs = () =>
        hers.window.evaluate(
          () =>
            [...document.querySelectorAll('main nav a')].map((tab) => {
              const { x, y } = tab.getBoundingClientRect();
              return `${tab.textContent} ${Math.round(x)} ${Math.round(y)}`;
            }),
          null,
        );
      const onBoard = await tabs();
      expect(onBoard).toHaveLength(4);
      for (const [tab, heading] of [
        ['Users', 'Project users'],
        ['Settings', 'Project settings'],
      ] as const) {
        await hers.click('main nav a', tab);
        await hers.find('h1', heading);
        expect(await tabs()).toEqual(onBoard);
        // Only names have capitals within, and nothing is written in capitals.
        const spoken = await hers.window.evaluate(
          () =>
            [...document.querySelectorAll('main :is(h1, h2, h3, h4), main button')].flatMap((each) =>
              getComputedStyle(each).textTransform === 'none' ? (each.textContent ?? '') : ['CAPITALS'],
            ),
          null,
        );
        expect(
          spoken.filter((text) => /\S [A-Z]/.test(text.replace('Ana Test', '').replace('Bob Test', ''))),
        ).toEqual([]);
        expect(spoken).not.toContain('CAPITALS');
      }
      await hers.window.evaluate(() => localStorage.setItem('livelane-language', 'de'), null);
      const cut = (selector: string) =>
        hers.window.evaluate(
          (wanted) =>
            [...document.querySelectorAll<HTMLElement>(wanted)].flatMap((label) =>
              label.scrollWidth > label.clientWidth ? (label.textContent ?? '') : [],
            ),
          selector,
        );
      await hers.window.goto(`${line.url}/project/${projectId}`);
      await hers.click('[role="search"] button', 'Filter');
      await hers.find('[role="search"] [role="combobox"]', 'Zeitschätzung');
      expect(await cut('[role="search"] button')).toEqual([]);
      await hers.window.goto(`${line.url}/user`);
      await hers.find('main label', 'Neues Passwort bestätigen');
      expect(await cut('main label')).toEqual([]);
    } finally {
      await hers.window.evaluate(() => localStorage.removeItem('livelane-language'), null);
      await hers.window.resize(DESKTOP.width, DESKTOP.height);
    }
  });
});
