import { call } from '../../../test-kit/team';
import { recordScrolls, scrollsRecorded } from '../scrolls';
import { inEachBrowser } from './world';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** At least that long a column is seen before the next one comes: a busy machine only makes it longer. */
const REST_MS = 600;

/** What boards have beside cards and columns, as someone meets it. */
inEachBrowser((world) => {
  const add = (projectId: string, title: string, more: object = {}) =>
    call<{ id: string }>(world.server.url, 'POST', '/tasks', {
      token: world.ana.token,
      body: { title, projectId, state: 'READY', ...more },
    });
  const limit = (projectId: string, state: string, max: number, isHard: boolean) =>
    call(world.server.url, 'PUT', `/projects/${projectId}/columns/${state}`, {
      token: world.ana.token,
      body: { wipLimit: { max, isHard } },
    });
  const cell = (state: string, lane: string) => `[data-state="${state}"][data-lane="${lane}"]`;

  test('a label made while typing and a checklist come to everyone’s card', async () => {
    const { hers, bobs } = world;
    await add(await world.openBoard('Labels', hers, bobs), 'Paint');
    await hers.click('[data-task-id]', 'Paint');
    await hers.find('[role="dialog"]');
    const name = `New ${Date.now().toString(36).slice(-4)}`;
    await hers.fill('Labels', name);
    await hers.click('[role="option"]', `Create “${name}”`);
    await hers.find('[role="dialog"] [role="button"]', name);
    await hers.fill('Add an item', 'Sand');
    await hers.press('Enter');
    await hers.window.type('Prime');
    await hers.press('Enter');
    await hers.find('[role="dialog"] input[type="checkbox"]', 'Prime');
    await hers.click('[role="dialog"] button', 'Save');
    await hers.gone('[role="dialog"]');
    await bobs.find('[data-task-id] [data-colour]', name);
    await bobs.find('[data-task-id] span', 'Checklist: 0 of 2');
  });

  test('a hard limit says why before a card is let go, a soft one counts', async () => {
    const { hers } = world;
    const projectId = await world.openBoard('Limits', hers);
    await add(projectId, 'there', { state: 'IN_PROGRESS' });
    await add(projectId, 'wanted');
    await limit(projectId, 'IN_PROGRESS', 1, true);
    await limit(projectId, 'REVIEW', 1, false);
    await hers.find('[data-state="IN_PROGRESS"] input[placeholder="Full: 1 of 1"]');
    await hers.carry('wanted', '[data-state="IN_PROGRESS"] section');
    await hers.find('[data-state="IN_PROGRESS"] span', 'Full: 1 of 1');
    await hers.window.up();
    await hers.find('.MuiSnackbar-root *', 'In Progress is full: 1 of 1');
    await hers.sees('READY', ['wanted']);
    for (const title of ['wanted', 'there']) await hers.drag(title, 'REVIEW', 'top');
    await hers.sees('REVIEW', ['there', 'wanted']);
    await hers.find('[data-state="REVIEW"] h2 + span', '2/1');
  });

  test('many cards at once: moved by one choice, taken back by one key', async () => {
    const { hers, bobs } = world;
    const projectId = await world.openBoard('Many', hers, bobs);
    for (const title of ['a', 'b', 'c']) await add(projectId, title);
    await hers.sees('READY', ['a', 'b', 'c']);
    await hers.focus('a');
    // What chooses cards is fetched in a quiet moment after the board.
    await hers.until('3 selected', async () => {
      await hers.window.control('a');
      return hers.window.evaluate(
        () => document.querySelector('[role="toolbar"] [role="status"]')?.textContent === '3 selected',
        null,
      );
    });
    await hers.click('[role="toolbar"] button', 'Move to column');
    await hers.click('[role="menuitem"]', 'Review');
    await bobs.sees('REVIEW', ['a', 'b', 'c']);
    await hers.gone('[role="menuitem"]');
    await hers.window.control('z');
    await bobs.sees('READY', ['a', 'b', 'c']);
    await hers.press('Escape');
    await hers.gone('[role="toolbar"]');
  });

  test('lanes: a card is dragged and carried by keys into another one, a task is added to one', async () => {
    const { hers, bobs } = world;
    const projectId = await world.openBoard('Lanes', bobs);
    await add(projectId, 'one', { priority: 'HIGH' });
    await add(projectId, 'two', { priority: 'HIGH' });
    const inLane = async (state: string, lane: string, titles: string[]) =>
      hers.until(`${titles} in ${state} ${lane}`, async () => {
        const seen = await hers.window.evaluate(
          (wanted) =>
            [...document.querySelectorAll<HTMLElement>(`${wanted} [data-task-id]`)]
              .sort((a, b) => Number(a.dataset.index) - Number(b.dataset.index))
              .map((card) => card.getAttribute('aria-label')),
          cell(state, lane),
        );
        return JSON.stringify(seen) === JSON.stringify(titles);
      });
    await hers.window.goto(`${world.line.url}/project/${projectId}?lanes=priority`);
    await hers.isLive();
    await inLane('READY', 'HIGH', ['one', 'two']);
    await hers.carry('one', cell('IN_PROGRESS', 'MEDIUM'));
    await hers.window.up();
    await inLane('IN_PROGRESS', 'MEDIUM', ['one']);
    await bobs.sees('IN_PROGRESS', ['one']);
    await hers.focus('two');
    await hers.press('Space', 'ArrowRight', 'Space');
    await inLane('IN_PROGRESS', 'HIGH', ['two']);
    await hers.click(`${cell('READY', 'MEDIUM')} > button`, 'Add a task to Ready, Medium');
    await hers.window.type('three');
    await hers.press('Enter');
    await inLane('READY', 'MEDIUM', ['three']);
    await bobs.sees('READY', ['three']);
  });

  test('a view is saved under a name, and chosen again', async () => {
    const { hers } = world;
    const projectId = await world.newProject('Views');
    await add(projectId, 'urgent', { priority: 'CRITICAL' });
    await add(projectId, 'usual');
    await hers.window.goto(`${world.line.url}/project/${projectId}?priority=CRITICAL`);
    await hers.isLive();
    await hers.sees('READY', ['urgent']);
    const openViews = async () => {
      await hers.click('main button', 'View');
      await hers.click('[role="menuitem"]', 'Saved views');
    };
    await openViews();
    await hers.click('[role="menuitem"]', 'Save this view…');
    await hers.fill('Name', 'Fires');
    await hers.press('Enter');
    await hers.gone('[role="dialog"]');
    await hers.window.goto(`${world.line.url}/project/${projectId}`);
    await hers.isLive();
    await openViews();
    await hers.click('[role="menuitemradio"]', 'Fires');
    await hers.sees('READY', ['urgent']);
  });

  test('search: from the palette to everything found, with a word of a description', async () => {
    const { hers } = world;
    const word = `larch${Date.now()}`;
    await add(await world.openBoard('Search', hers), 'Fence', { description: `Buy **${word}** boards.` });
    await hers.sees('READY', ['Fence']);
    await hers.window.control('k');
    await hers.find('[role="dialog"] input');
    await hers.window.type(word);
    await hers.find('[role="option"]', 'Fence');
    await hers.click('[role="option"]', `Show everything found for “${word}”`);
    await hers.path('/search');
    await hers.find('main mark', word);
    await hers.click('[data-found]');
    await hers.find('[role="dialog"] textarea', 'Title');
    await hers.press('Escape');
    await hers.gone('[role="dialog"]');
  });

  test('without a line a changed card is marked until it is saved', async () => {
    const { hers, line } = world;
    const projectId = await world.openBoard('Waiting', hers);
    for (const title of ['changed', 'kept']) await add(projectId, title);
    await hers.sees('READY', ['changed', 'kept']);
    const marks = () =>
      hers.window.evaluate(
        () =>
          [...document.querySelectorAll('[data-task-id]:has([role="img"][aria-label="Not saved yet"])')].map(
            (card) => card.getAttribute('aria-label'),
          ),
        null,
      );
    await line.cut();
    try {
      await hers.find('[data-connection="offline"]');
      await hers.focus('changed');
      await hers.window.type('c');
      await hers.sees('DONE', ['changed']);
      await hers.find('[data-task-id] [role="img"]', 'Not saved yet');
      expect(await marks()).toEqual(['changed']);
      await hers.find('[data-connection] button', 'Offline, 1 change waiting');
    } finally {
      await line.mend();
    }
    await hers.isLive();
    await hers.gone('[data-task-id] [role="img"]', 'Not saved yet');
  });

  test('a phone: a card at the edge pages one column at a time, and rests at each', async () => {
    const { hers } = world;
    const projectId = await world.openBoard('Paging', hers);
    await add(projectId, 'carried', { state: 'BACKLOG' });
    await hers.sees('BACKLOG', ['carried']);
    await hers.window.resize(PHONE.width, PHONE.height);
    try {
      await hers.find('nav select');
      await hers.window.evaluate(recordScrolls, null);
      await hers.carry('carried', '[data-state="BACKLOG"] section');
      await hers.window.move(PHONE.width - 6, 300);
      const { places, stride } = await hers.until('the third column', async () => {
        const recorded = await hers.window.evaluate(scrollsRecorded, null);
        return recorded.places.some(({ x }) => x >= 2 * recorded.stride - 1) && recorded;
      });
      const next = places.find(({ x }) => Math.abs(x - stride) < 1)?.at ?? Number.NaN;
      const beyond = places.find(({ x }) => x > stride + 1)?.at ?? Number.NaN;
      expect(beyond - next).toBeGreaterThan(REST_MS);
      await hers.window.move(PHONE.width / 2, 300);
      await hers.window.up();
      await hers.gone('[data-state="BACKLOG"] [data-task-id]');
    } finally {
      await hers.window.resize(DESKTOP.width, DESKTOP.height);
    }
  });

  test('what installing needs: a manifest, its pictures, its shortcuts, and where what is shared arrives', async () => {
    const { hers, line } = world;
    await hers.window.goto(`${line.url}/`);
    await hers.isLive();
    const app = await hers.window.evaluate(async () => {
      const link = (rel: string) => document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`)?.href ?? '';
      const manifest = await (await fetch(link('manifest'))).json();
      const sizes: string[] = [];
      for (const src of [
        ...manifest.icons.map((icon: { src: string }) => icon.src),
        link('apple-touch-icon'),
      ]) {
        const image = new Image();
        image.src = src;
        await image.decode();
        sizes.push(`${image.naturalWidth}x${image.naturalHeight}`);
      }
      return { manifest, sizes };
    }, null);
    expect(app.manifest).toMatchObject({
      name: 'Livelane',
      display: 'standalone',
      background_color: '#f6f7fb',
      shortcuts: [{ url: '/?new' }, { url: '/' }, { url: '/workspaces' }],
      share_target: { action: '/', params: { title: 'share-title', text: 'share-text', url: 'share-url' } },
    });
    expect(app.sizes.slice(1)).toEqual(['192x192', '512x512', '512x512', '180x180']);
    await hers.window.goto(line.url + app.manifest.shortcuts[0].url);
    await hers.find('[role="dialog"] button[type="submit"]', 'Create');
    await hers.press('Escape');
    await hers.gone('[role="dialog"]');
  });
});
