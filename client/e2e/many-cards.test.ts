import type { Task } from '@livelane/shared/tasks/task.schema';
import type { Page } from 'playwright-core';
import { call, createProject, type Person } from '../../test-kit/team';
import { browserTest, card, carry, column, eventually, placeIn, productForTests, titlesIn } from './product';
import { openAs, signUpAll, watchCalls, writesOf } from './signedIn';
import { addTask, chooseItem } from './tasks';

const product = productForTests();
let ana: Person;
let bob: Person;
let projectId: string;
let tasks: Task[];
let page: Page;
let other: Page;

beforeAll(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
});

beforeEach(async () => {
  ({ id: projectId } = await createProject(product.url, ana, [bob], 'Shop'));
  tasks = [];
  for (const title of ['a', 'b', 'c', 'd']) tasks.push(await addTask(product.url, ana, { projectId, title }));
  page = await openAs(product, ana, `/project/${projectId}`);
  other = await openAs(product, bob, `/project/${projectId}`);
  await shown(other, 'READY', 'a', 'b', 'c', 'd');
  await card(page, idOf('d')).waitFor();
});

const idOf = (title: string) => tasks.find((task) => task.title === title)?.id ?? '';
const shown = (of: Page, state: string, ...titles: string[]) => eventually(() => titlesIn(of, state), titles);
const bar = () => page.getByRole('toolbar', { name: 'Selected tasks' });
const chosen = (count: number) => bar().getByText(`${count} selected`).waitFor();

browserTest(
  'cards chosen by Ctrl and Shift are moved by one request, seen by others, and taken back by one undo',
  async () => {
    await card(page, idOf('b')).click({ modifiers: ['ControlOrMeta'] });
    await card(page, idOf('d')).click({ modifiers: ['Shift'] });
    await chosen(3);
    const calls = watchCalls(page);
    await bar().getByRole('button', { name: 'Move to column' }).click();
    await chooseItem(page, 'Review');
    await shown(other, 'REVIEW', 'b', 'c', 'd');
    await shown(other, 'READY', 'a');
    expect(writesOf(calls).map(({ path }) => path)).toEqual(['/kanban/bulk']);
    await page.keyboard.press('Escape');
    await bar().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await shown(other, 'READY', 'a', 'b', 'c', 'd');
  },
);

browserTest('the menu of a card chooses it, and Shift and a click those below', async () => {
  await page.getByRole('button', { name: 'Actions for a' }).click();
  await chooseItem(page, 'Select the card');
  await chosen(1);
  await card(page, idOf('c')).click({ modifiers: ['Shift'] });
  await chosen(3);
});

browserTest('a chosen card that is dragged takes the others along', async () => {
  for (const title of ['b', 'd']) await card(page, idOf(title)).click({ modifiers: ['ControlOrMeta'] });
  await carry(page, idOf('d'), await placeIn(page, 'IN_PROGRESS', 'top'));
  await page.mouse.up();
  await shown(other, 'IN_PROGRESS', 'b', 'd');
  await shown(page, 'READY', 'a', 'c');
});

browserTest(
  'by keys: X chooses, Shift and arrows reach further, Ctrl+A takes all that the filter shows',
  async () => {
    await card(page, idOf('a')).focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await chosen(2);
    await bar().getByRole('button', { name: 'Priority' }).click();
    await chooseItem(page, 'Critical');
    await card(other, idOf('b')).getByText('Critical').waitFor();
    await page.keyboard.press('Escape');
    await bar().waitFor({ state: 'detached' });
    await page.getByRole('searchbox').or(page.getByPlaceholder('Search titles')).first().fill('c');
    await shown(page, 'READY', 'c');
    await card(page, idOf('c')).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await chosen(1);
  },
);

browserTest('a frame drawn on empty ground chooses the cards in it, which are then deleted', async () => {
  const list = await column(page, 'READY').locator('section').boundingBox();
  const last = await card(page, idOf('d')).boundingBox();
  const second = await card(page, idOf('c')).boundingBox();
  if (!list || !last || !second) throw new Error('the cards are not on the screen');
  await bar().waitFor({ state: 'detached' });
  // The frame needs a script that comes in a quiet moment.
  await eventually(async () => {
    await page.mouse.move(list.x + 20, last.y + last.height + 60);
    await page.mouse.down();
    await page.mouse.move(list.x + 120, second.y + 20, { steps: 8 });
    await page.mouse.up();
    return bar().count();
  }, 1);
  await chosen(2);
  await bar().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await shown(other, 'READY', 'a', 'b');
});

browserTest('a key that means a card means all chosen ones, and a card beside them alone', async () => {
  for (const title of ['a', 'b']) await card(page, idOf(title)).click({ modifiers: ['ControlOrMeta'] });
  await chosen(2);
  await page.keyboard.press('m');
  await chooseItem(page, 'Review');
  await shown(other, 'REVIEW', 'a', 'b');
  await card(page, idOf('b')).focus();
  await page.keyboard.press('c');
  await shown(other, 'DONE', 'a', 'b');
  await card(page, idOf('d')).focus();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog', { name: 'Delete this task?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await card(page, idOf('a')).focus();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog', { name: 'Delete 2 tasks?' }).getByRole('button', { name: 'Delete' }).click();
  await shown(other, 'DONE');
  await shown(other, 'READY', 'c', 'd');
});

browserTest(
  'what is told of many cards leaves their bar in sight, and counts only what others have changed',
  async () => {
    for (const title of ['a', 'b']) await card(page, idOf(title)).click({ modifiers: ['ControlOrMeta'] });
    await chosen(2);
    await bar().getByRole('button', { name: 'Move to column' }).click();
    await chooseItem(page, 'Review');
    await shown(other, 'REVIEW', 'a', 'b');
    await page.keyboard.press('ControlOrMeta+z');
    const toast = page.getByRole('status', { name: 'Notifications' });
    await toast.getByText('2 tasks are back as they were', { exact: true }).waitFor();
    // It stays while it has the focus.
    await page.keyboard.press('F8');
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const gap = async () => {
        const [told, below] = [await toast.boundingBox(), await bar().boundingBox()];
        return told && below && told.y + told.height <= below.y;
      };
      await eventually(gap, true);
    }
  },
);

browserTest('R18 what the server refuses of many is told and listed, and only that comes back', async () => {
  await card(page, idOf('a')).click({ modifiers: ['ControlOrMeta'] });
  await card(page, idOf('b')).click({ modifiers: ['ControlOrMeta'] });
  await chosen(2);
  await page.context().setOffline(true);
  await bar().getByRole('button', { name: 'Move to column' }).click();
  await chooseItem(page, 'Test');
  await shown(page, 'TEST', 'a', 'b');
  await call(product.url, 'DELETE', `/tasks/${idOf('a')}`, { token: bob.token });
  await page.context().setOffline(false);
  await page.getByText(/^1 task of 2 was not changed/).waitFor();
  await shown(page, 'TEST', 'b');
  await page.getByRole('button', { name: '1 change not saved' }).click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Move of “a” to Test' }).waitFor();
});

/** Deletes cards of READY by their bar. */
async function remove(...titles: string[]): Promise<void> {
  for (const title of titles) await card(page, idOf(title)).click({ modifiers: ['ControlOrMeta'] });
  await chosen(titles.length);
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
}

browserTest('one undo brings deleted cards back to their places, by one request', async () => {
  await remove('a', 'c');
  await shown(other, 'READY', 'b', 'd');
  const calls = watchCalls(page);
  await page.keyboard.press('ControlOrMeta+z');
  await page.getByText('2 tasks are back as they were', { exact: true }).waitFor();
  await shown(other, 'READY', 'a', 'b', 'c', 'd');
  await shown(page, 'READY', 'a', 'b', 'c', 'd');
  expect(writesOf(calls).map(({ path }) => path)).toEqual(['/kanban/bulk']);
});

browserTest('a card that came back by other means meanwhile stays where it is', async () => {
  await remove('a', 'c');
  await shown(other, 'READY', 'b', 'd');
  await page.context().setOffline(true);
  await page.keyboard.press('ControlOrMeta+z');
  await shown(page, 'READY', 'a', 'b', 'c', 'd');
  await call(product.url, 'POST', `/tasks/${idOf('c')}/restore`, { token: ana.token });
  await page.context().setOffline(false);
  await shown(other, 'READY', 'a', 'b', 'd', 'c');
  await shown(page, 'READY', 'a', 'b', 'd', 'c');
  await page.getByText(/not changed/).waitFor({ state: 'detached' });
});

browserTest('what a full column does not take back is named, and comes once there is room', async () => {
  await remove('a', 'b', 'c');
  await shown(other, 'READY', 'd');
  await call(product.url, 'PUT', `/projects/${projectId}/columns/READY`, {
    token: ana.token,
    body: { wipLimit: { max: 3, isHard: true } },
  });
  await column(page, 'READY').getByText('1/3').waitFor();
  await page.keyboard.press('ControlOrMeta+z');
  const full = 'Ready is full. Move a task out of it, then save again.';
  await page.getByText(`1 task of 3 was not changed (c): ${full}`).waitFor();
  await shown(page, 'READY', 'a', 'b', 'd');
  await page.getByRole('button', { name: 'Changes not saved', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Restoration of “c”' }).waitFor();
  await dialog.getByText(full).waitFor();
  const move = { taskId: idOf('d'), state: 'REVIEW', position: 0 };
  await call(product.url, 'POST', '/kanban/moveTask', { token: bob.token, body: move });
  await dialog.getByRole('button', { name: 'Save again' }).click();
  await shown(other, 'READY', 'a', 'b', 'c');
  await dialog.getByText('Everything is saved.').waitFor();
});
