import { randomUUID } from 'node:crypto';
import type { CDPSession, Page } from 'playwright-core';
import { call, createProject, type Person, readBoard, signUp } from '../../test-kit/team';
import { type Finger, fingerOn, fingerPlace, LONG_PRESS_MS, missedBy, PHONE, type Point } from './finger';
import {
  browserTest,
  card,
  cardIn,
  column,
  eventually,
  productForTests,
  quickAdd,
  titlesIn,
} from './product';
import { recordScrolls, scrollsRecorded } from './scrolls';
import { openAs } from './signedIn';

const product = productForTests();
let ana: Person;
let bob: Person;
let projectId: string;
let page: Page;
let browser: CDPSession;
let finger: Finger;
let ids: Record<string, string>;

beforeEach(async () => {
  [ana, bob] = await Promise.all([signUp(product.url, 'Ana'), signUp(product.url, 'Bob')]);
  ({ id: projectId } = await createProject(product.url, ana, [bob], 'Shop'));
  ids = {};
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    const body = { title, projectId, state: 'BACKLOG' };
    const { id } = await call<{ id: string }>(product.url, 'POST', '/tasks', { token: ana.token, body });
    ids[title] = id;
  }
  page = await openAs(product, ana, `/project/${projectId}`, PHONE);
  await cardIn(page, 'BACKLOG', 'Four').waitFor();
  await page.locator('[data-connection="live"]').waitFor();
  browser = await page.context().newCDPSession(page);
  finger = fingerOn(browser);
});
const pause = (ms: number) => page.waitForTimeout(ms);

const middleOf = (title: string) => fingerPlace(card(page, ids[title] ?? ''));
async function lift(title: string): Promise<Point> {
  const at = await middleOf(title);
  await finger.press(at);
  return at;
}
const columnInView = () =>
  page.getByRole('navigation', { name: 'Columns' }).getByRole('combobox').inputValue();

browserTest('one column at a time: by a swipe, by the arrows, by name', async () => {
  const width = await column(page, 'BACKLOG').evaluate((element) => element.getBoundingClientRect().width);
  expect(width).toBeGreaterThan(340);
  expect(await columnInView()).toBe('BACKLOG');
  await browser.send('Input.synthesizeScrollGesture', {
    x: 300,
    y: 700,
    xDistance: -260,
    yDistance: 0,
    speed: 1200,
  });
  await eventually(columnInView, 'READY');
  const leftOf = (state: string) =>
    column(page, state).evaluate((element) => Math.round(element.getBoundingClientRect().left));
  await eventually(() => leftOf('READY'), 16);
  const bar = page.getByRole('navigation', { name: 'Columns' });
  await bar.getByRole('button', { name: 'In Progress' }).tap();
  await eventually(() => leftOf('IN_PROGRESS'), 16);
  await bar.getByRole('combobox').selectOption('DONE');
  await eventually(() => leftOf('DONE'), 16);
  await page.locator('[data-state="DONE"]').getByRole('button', { name: 'New task in Done' }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
});

browserTest('the bar is in reach of a thumb, and no target there is smaller than 44 pixels', async () => {
  const bar = page.getByRole('navigation', { name: 'Columns' });
  const box = await bar.boundingBox();
  expect(box && box.y + box.height).toBe(844);
  for (const button of await bar.getByRole('button').all()) {
    const size = await button.boundingBox();
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});

browserTest('a finger finds the targets of header, heading and links in 44 pixels', async () => {
  const header = page.locator('header');
  for (const link of await header.locator('[aria-label]:is(a, button)').all())
    if (await link.isVisible())
      expect([await link.getAttribute('aria-label'), await missedBy(link)]).toEqual([expect.anything(), []]);
  const view = page.getByRole('button', { name: 'View', exact: true });
  expect(await missedBy(view)).toEqual([]);
  expect(
    await missedBy(column(page, 'BACKLOG').getByRole('button', { name: 'New task in Backlog' })),
  ).toEqual([]);
  await page.goto(`${product.url}/project/${projectId}/settings`);
  const links = page.getByRole('navigation', { name: 'Side panel' }).getByRole('link');
  await links.nth(2).waitFor();
  for (const link of await links.all()) expect(await missedBy(link)).toEqual([]);
});

browserTest('a long press lifts a card, a finger carries it up in its column', async () => {
  const from = await lift('Three');
  const first = await middleOf('One');
  await finger.slide(from, { x: from.x, y: first.y - 30 });
  await finger.up();
  await eventually(() => titlesIn(page, 'BACKLOG'), ['Three', 'One', 'Two', 'Four']);
  // It is painted before the server has it.
  const onServer = async () =>
    (await readBoard(product.url, ana, projectId)).columns[0]?.tasks.map(({ title }) => title);
  await eventually(onServer, ['Three', 'One', 'Two', 'Four']);
});

browserTest('a mistaken move is taken back by its toast, and later from the view menu', async () => {
  const toast = page.getByRole('status').filter({ hasText: '“Three” moved' });
  for (const takeBack of [
    () => toast.getByRole('button', { name: 'Undo' }).tap(),
    async () => {
      await page.getByRole('button', { name: 'View', exact: true }).tap();
      await page.getByRole('menuitem', { name: 'Undo the last change' }).tap();
    },
  ]) {
    const from = await lift('Three');
    const first = await middleOf('One');
    await finger.slide(from, { x: from.x, y: first.y - 30 });
    await finger.up();
    await eventually(() => titlesIn(page, 'BACKLOG'), ['Three', 'One', 'Two', 'Four']);
    await takeBack();
    await page.getByText('Undone: “Three” moved').waitFor();
    await eventually(() => titlesIn(page, 'BACKLOG'), ['One', 'Two', 'Three', 'Four']);
  }
});

/** At least that long a column is seen before the next one comes: a busy machine only makes it longer. */
const REST_MS = 600;

browserTest('a card that is held at the edge comes into the next column', async () => {
  const from = await lift('Two');
  const edge = { x: 384, y: from.y };
  await page.evaluate(recordScrolls);
  await finger.slide(from, edge);
  await eventually(columnInView, 'IN_PROGRESS');
  // One column at a time: at each the page stands still for a while, and only then continues.
  const { places, stride } = await page.evaluate(scrollsRecorded);
  const [next] = places.filter(({ x }) => Math.abs(x - stride) < 1);
  const beyond = places.find(({ x }) => x > stride + 1);
  expect((beyond?.at ?? 0) - (next?.at ?? Number.NaN)).toBeGreaterThan(REST_MS);
  await finger.slide(edge, { x: 195, y: from.y });
  await pause(LONG_PRESS_MS);
  await finger.up();
  await eventually(() => titlesIn(page, 'BACKLOG'), ['One', 'Three', 'Four']);
});

browserTest('a short touch that moves scrolls and lifts nothing', async () => {
  const from = await middleOf('Two');
  const to = { x: from.x, y: from.y - 60 };
  // Sent together: on a busy machine the way back from the browser can last as long as a long press.
  await Promise.all([finger.touch('touchStart', [from]), finger.touch('touchMove', [to])]);
  await pause(LONG_PRESS_MS);
  await finger.up();
  await pause(LONG_PRESS_MS);
  expect(await titlesIn(page, 'BACKLOG')).toEqual(['One', 'Two', 'Three', 'Four']);
});

browserTest('what others do while a card is carried moves nothing under the finger', async () => {
  const from = await lift('Four');
  const third = await middleOf('Three');
  await finger.slide(from, { x: from.x, y: third.y + 4 });
  const places = () =>
    column(page, 'BACKLOG')
      .locator('[data-task-id]')
      .evaluateAll((cards) =>
        cards.map(
          (each) => `${each.getAttribute('aria-label')} ${Math.round(each.getBoundingClientRect().top)}`,
        ),
      );
  await pause(LONG_PRESS_MS);
  const before = await places();
  const move = (title: string, position: number) =>
    call(product.url, 'POST', '/kanban/moveTask', {
      token: bob.token,
      body: { taskId: ids[title], state: 'BACKLOG', position },
    });
  await move('One', 2);
  await call(product.url, 'POST', '/tasks', {
    token: bob.token,
    body: { title: 'Five', projectId, state: 'BACKLOG' },
  });
  await call(product.url, 'PUT', `/tasks/${ids.Two}`, { token: bob.token, body: { title: 'Second' } });
  // The change of a card shows, and with it all that came before has arrived.
  await column(page, 'BACKLOG').getByText('Second').waitFor();
  expect((await places()).map((each) => each.replace('Second', 'Two'))).toEqual(before);
  await finger.up();
  // It lands between the neighbours that its user saw: after Second, before Three.
  await eventually(() => titlesIn(page, 'BACKLOG'), ['Second', 'Four', 'Three', 'One', 'Five']);
});

browserTest('sideways only the columns go by: heading, filters and bars stay in the window', async () => {
  const beyond = () =>
    page.evaluate(() =>
      ['header', 'main h1', '[role="search"]', 'nav[aria-label="Columns"]'].flatMap((selector) => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        if (!box) return [`no ${selector}`];
        return box.left < 0 || box.right > 390 ? [`${selector}: ${box.left} to ${box.right}`] : [];
      }),
    );
  expect(await beyond()).toEqual([]);
  const bar = page.getByRole('navigation', { name: 'Columns' });
  await bar.getByRole('combobox').selectOption('ARCHIVE');
  const right = () => column(page, 'ARCHIVE').evaluate((element) => element.getBoundingClientRect().right);
  await eventually(async () => Math.round(await right()) <= 390, true);
  expect(await beyond()).toEqual([]);
});

browserTest('only a board is wider than the window', async () => {
  for (const path of [
    '/workspaces',
    '/user',
    `/project/${projectId}/users`,
    `/project/${projectId}/settings`,
    `/project/${randomUUID()}`,
  ]) {
    await page.goto(product.url + path);
    await page.locator('main h1').waitFor();
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }));
    expect([path, scroll]).toEqual([path, client]);
  }
});

browserTest('links that are wider than the window stay in one row, and show the open page', async () => {
  const french = { 'livelane-language': 'fr' };
  const users = await openAs(product, ana, `/project/${projectId}/users`, PHONE, french);
  const links = users.getByRole('navigation', { name: 'Panneau latéral' });
  await links.getByRole('link').nth(3).waitFor();
  const first = await links.getByRole('link').first().boundingBox();
  const open = await links.locator('[aria-current="page"]').boundingBox();
  expect(open?.y).toBe(first?.y);
  expect(first?.x).toBeLessThan(0);
  expect(open && open.x + open.width).toBeLessThanOrEqual(PHONE.viewport.width);
});

for (const language of ['es', 'fr', 'ja', 'ar'])
  browserTest(
    `R19 the number of changes that wait is whole on a phone, and covers nothing: ${language}`,
    async () => {
      const narrow = await openAs(product, ana, `/project/${projectId}`, PHONE, {
        'livelane-language': language,
      });
      await narrow.locator('[data-connection="live"]').waitFor();
      await narrow.context().setOffline(true);
      const badge = narrow.locator('[data-connection="offline"]');
      await badge.waitFor();
      const field = narrow.locator('[data-state="BACKLOG"] textarea, [data-state="BACKLOG"] input').first();
      for (const title of ['Five', 'Six']) {
        await field.fill(title);
        await field.press('Enter');
      }
      const number = await badge.getByText('(2)').last().boundingBox();
      const around = await badge.boundingBox();
      const icon = await narrow.locator('header nav svg').last().boundingBox();
      if (!number || !around || !icon) throw new Error('The header is not shown');
      expect(number.x).toBeGreaterThan(around.x);
      expect(number.x + number.width).toBeLessThan(around.x + around.width);
      expect(around.x < icon.x + icon.width && icon.x < around.x + around.width).toBe(false);
    },
  );

browserTest(
  'R19 the header of a phone has room for what waits offline, and for all of its buttons',
  async () => {
    await page.locator('[data-connection="live"]').waitFor();
    await page.context().setOffline(true);
    await page.locator('[data-connection="offline"]').waitFor();
    for (const title of ['Five', 'Six']) await quickAdd(page, 'Backlog', title);
    await page.getByText('Offline (2)').waitFor();
    const box = await page.getByRole('link', { name: 'Log out' }).boundingBox();
    expect(box && box.x + box.width).toBeLessThanOrEqual(390);
    await page.context().setOffline(false);
    await page.locator('[data-connection="live"]').waitFor();
  },
);

browserTest('the time of a past is not cut off at the edge of the screen', async () => {
  for (const language of ['en-GB', 'ar']) {
    const kept = { 'livelane-language': language };
    // No such version: the slider is at the end of time.
    const past = await openAs(product, ana, `/project/${projectId}?at=999`, PHONE, kept);
    await past.getByRole('slider').press('Shift');
    const label = past.locator('.MuiSlider-valueLabelOpen');
    await label.waitFor();
    const { width } = PHONE.viewport;
    await eventually(async () => {
      const box = await label.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= width;
    }, true);
  }
});

browserTest('on a narrow phone nothing in the header covers anything else', async () => {
  const found: string[] = [];
  for (const language of ['en-GB', 'ar'])
    for (const width of [320, 360]) {
      const narrow = { ...PHONE, viewport: { width, height: 640 } };
      const page = await openAs(product, ana, '/workspaces', narrow, { 'livelane-language': language });
      await page.locator('[data-connection="live"]').waitFor();
      const parts = page.getByRole('banner').locator('a, button, [data-connection]');
      const boxes = await parts.evaluateAll((elements) =>
        elements
          .map((element) => ({
            name: element.getAttribute('aria-label') ?? element.textContent,
            box: element.getBoundingClientRect(),
          }))
          .filter(({ box: { top, width: size } }) => top >= 0 && size > 0)
          .sort((a, b) => a.box.left - b.box.left)
          .map(({ name, box: { left, right } }) => ({ name, left, right })),
      );
      for (const [index, { name, right }] of boxes.entries()) {
        const next = boxes[index + 1];
        if (right > (next?.left ?? width) + 0.5) found.push(`${language} ${width}: ${name} | ${next?.name}`);
      }
    }
  expect(found).toEqual([]);
});
