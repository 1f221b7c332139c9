import type { Page } from 'playwright-core';
import { call, type Person } from '../../test-kit/team';
import { countWaiting } from './countWaiting';
import { browserTest, cardIn, eventually, productForTests, quickAdd, titlesIn } from './product';
import { openForTwo } from './signedIn';
import { chooseAction, dragTo } from './tasks';

const product = productForTests();
let ana: Person;
let bob: Person;
let projectId: string;
let anaPage: Page;
let bobPage: Page;

beforeEach(async () => {
  ({ ana, bob, projectId, anaPage, bobPage } = await openForTwo(product));
});

/** The dialogs' script is fetched in a quiet moment; it must be there before the line goes. */
async function dialogsAreThere(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/task-')),
  );
  await page.waitForLoadState('networkidle');
}

browserTest(
  'R18 R19 changes of a tab that is closed while offline are there when it is opened again',
  async () => {
    await quickAdd(anaPage, 'Ready', 'Draw the logo');
    await cardIn(bobPage, 'READY', 'Draw the logo').waitFor();
    await dialogsAreThere(bobPage);
    const context = bobPage.context();
    await context.setOffline(true);
    await bobPage.locator('[data-connection="offline"]').waitFor();
    await quickAdd(bobPage, 'Ready', 'Made offline');
    await dragTo(bobPage, 'Draw the logo', 'IN_PROGRESS');
    await cardIn(bobPage, 'READY', 'Made offline').click();
    await bobPage.getByRole('dialog').getByLabel('Description').fill('Text from the train');
    await bobPage.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await bobPage.getByRole('dialog').waitFor({ state: 'detached' });
    await bobPage.getByText('Offline, 3 changes waiting').waitFor();
    // A page that is being closed is on line again before it has gone: the browser takes its emulation away first.
    await bobPage.evaluate(() => {
      window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    });
    await bobPage.close();
    expect(await titlesIn(anaPage, 'READY')).toEqual(['Draw the logo']);

    await context.setOffline(false);
    bobPage = await context.newPage();
    await bobPage.goto(`${product.url}/project/${projectId}`);
    await eventually(() => titlesIn(anaPage, 'READY'), ['Made offline']);
    await eventually(() => titlesIn(anaPage, 'IN_PROGRESS'), ['Draw the logo']);
    await cardIn(anaPage, 'READY', 'Made offline').click();
    await eventually(() => anaPage.getByLabel('Description').inputValue(), 'Text from the train');
  },
);

browserTest(
  'SPEC.md#faults: changes that wait in an open tab outlive it although its site data has been deleted',
  async () => {
    const context = bobPage.context();
    await context.setOffline(true);
    await bobPage.locator('[data-connection="offline"]').waitFor();
    await quickAdd(bobPage, 'Ready', 'Before');
    await bobPage.getByText('Offline, 1 change waiting').waitFor();
    const tools = await context.newCDPSession(bobPage);
    await tools.send('Storage.clearDataForOrigin', { origin: product.url, storageTypes: 'indexeddb' });
    await eventually(() => bobPage.evaluate(countWaiting), 1);
    await quickAdd(bobPage, 'Ready', 'After');
    await eventually(() => bobPage.evaluate(countWaiting), 2);
    // As above.
    await bobPage.evaluate(() => {
      window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    });
    await bobPage.close();

    await context.setOffline(false);
    bobPage = await context.newPage();
    await bobPage.goto(`${product.url}/project/${projectId}`);
    await eventually(() => titlesIn(anaPage, 'READY'), ['Before', 'After']);
  },
);

browserTest(
  'SPEC.md#faults: what full storage has no room for is stored once there is room, and a tab asks before it closes until then',
  async () => {
    const context = bobPage.context();
    const tools = await context.newCDPSession(bobPage);
    const origin = product.url;
    // Chromium asks for the room that a database has when it opens it, and counts by itself for a while. Deleted under an
    // open page, the database would end what is being written at that moment with an error.
    await bobPage.goto('about:blank');
    await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
    await tools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    await bobPage.goto(`${origin}/project/${projectId}`);
    await bobPage.locator('[data-connection="live"]').waitFor();
    await context.setOffline(true);
    await bobPage.locator('[data-connection="offline"]').waitFor();
    await quickAdd(bobPage, 'Ready', 'Without room');
    await bobPage.getByText('Offline, 1 change waiting').waitFor();
    const asked = bobPage.waitForEvent('dialog');
    void bobPage.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    expect(await bobPage.evaluate(countWaiting)).toBe(0);

    await tools.send('Storage.overrideQuotaForOrigin', { origin });
    await eventually(() => bobPage.evaluate(countWaiting), 1);
    // As above.
    await bobPage.evaluate(() => {
      window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    });
    await bobPage.close({ runBeforeUnload: true });
    await eventually(async () => bobPage.isClosed(), true);
    await context.setOffline(false);
    bobPage = await context.newPage();
    await bobPage.goto(`${product.url}/project/${projectId}`);
    await eventually(() => titlesIn(anaPage, 'READY'), ['Without room']);
  },
);

browserTest('R18 a tab sends its changes although the one that sent so far is suspended', async () => {
  await quickAdd(bobPage, 'Ready', 'From the first tab');
  await cardIn(anaPage, 'READY', 'From the first tab').waitFor();
  const context = bobPage.context();
  // As a phone does to a tab in the background: none of its scripts runs.
  const tools = await context.newCDPSession(bobPage);
  await tools.send('Debugger.enable');
  await tools.send('Debugger.pause');
  const second = await context.newPage();
  await second.goto(`${product.url}/project/${projectId}`);
  await quickAdd(second, 'Ready', 'From the second tab');
  await eventually(() => titlesIn(anaPage, 'READY'), ['From the first tab', 'From the second tab']);
  await tools.send('Debugger.resume');
  await quickAdd(bobPage, 'Ready', 'From the first tab again');
  await cardIn(anaPage, 'READY', 'From the first tab again').waitFor();
  await second.close();
});

browserTest(
  'R18 what is refused after being offline is listed with its reason and text until it is discarded',
  async () => {
    await quickAdd(anaPage, 'Ready', 'Draw the logo');
    await cardIn(bobPage, 'READY', 'Draw the logo').waitFor();
    await bobPage.context().setOffline(true);
    await bobPage.locator('[data-connection="offline"]').waitFor();
    await quickAdd(bobPage, 'Ready', 'His idea');
    await call(product.url, 'PUT', `/projectUsers/${projectId}`, {
      token: ana.token,
      body: { userId: bob.user.id, roleId: 'viewer' },
    });
    await bobPage.context().setOffline(false);

    const button = bobPage.getByRole('button', { name: '1 change not saved' });
    await button.click();
    const dialog = bobPage.getByRole('dialog', { name: 'Changes not saved' });
    await dialog.getByRole('heading', { name: 'New task “His idea”' }).waitFor();
    await dialog.getByText('His idea', { exact: true }).waitFor();
    await cardIn(bobPage, 'READY', 'His idea').waitFor({ state: 'detached' });

    await bobPage.reload();
    await button.click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.getByText('Everything is saved.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await button.waitFor({ state: 'detached' });
  },
);

/** Types a description into a card's dialog and saves it. */
async function writeText(page: Page, title: string, text: string): Promise<void> {
  await cardIn(page, 'READY', title).click();
  await page.getByRole('dialog').getByLabel('Description').fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** What someone who opens the card reads. */
async function descriptionOf(page: Page, title: string): Promise<string> {
  await cardIn(page, 'READY', title).click();
  const text = await page.getByRole('dialog').getByLabel('Description').inputValue();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return text;
}

browserTest(
  'SPEC.md#conflicts: a description that two people have written, one of them offline, is shown in both versions to choose from',
  async () => {
    for (const title of ['Draw the logo', 'Paint the fence']) {
      await quickAdd(anaPage, 'Ready', title);
      await cardIn(bobPage, 'READY', title).waitFor();
    }
    await dialogsAreThere(bobPage);
    await bobPage.context().setOffline(true);
    await bobPage.locator('[data-connection="offline"]').waitFor();
    await writeText(bobPage, 'Draw the logo', 'His');
    await writeText(bobPage, 'Paint the fence', 'Red');
    // Their second edit does not conflict with their first one.
    await writeText(bobPage, 'Paint the fence', 'Red and white');
    await writeText(anaPage, 'Draw the logo', 'Hers');
    await bobPage.context().setOffline(false);

    await bobPage.getByRole('button', { name: '1 change not saved' }).click();
    const dialog = bobPage.getByRole('dialog', { name: 'Changes not saved' });
    await dialog.getByRole('heading', { name: 'Edit of “Draw the logo”' }).waitFor();
    await dialog.locator('ins', { hasText: 'Hers' }).waitFor();
    await dialog.locator('ins', { hasText: 'His' }).waitFor();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await dialog.getByText('Everything is saved.').waitFor();
    await eventually(() => descriptionOf(anaPage, 'Draw the logo'), 'His');
    expect(await descriptionOf(anaPage, 'Paint the fence')).toBe('Red and white');
  },
);

browserTest(
  'SPEC.md#conflicts: an edit of a task that someone has deleted meanwhile can become a new task',
  async () => {
    await quickAdd(anaPage, 'Ready', 'Draw the logo');
    await cardIn(bobPage, 'READY', 'Draw the logo').waitFor();
    await dialogsAreThere(bobPage);
    await bobPage.context().setOffline(true);
    await bobPage.locator('[data-connection="offline"]').waitFor();
    await writeText(bobPage, 'Draw the logo', 'A long text');
    await chooseAction(anaPage, 'Draw the logo', 'Delete');
    await anaPage.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await cardIn(anaPage, 'READY', 'Draw the logo').waitFor({ state: 'detached' });
    await bobPage.context().setOffline(false);

    await bobPage.getByRole('button', { name: '1 change not saved' }).click();
    const dialog = bobPage.getByRole('dialog', { name: 'Changes not saved' });
    await dialog.getByText('This task has been deleted', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Create again' }).click();
    await dialog.getByText('Everything is saved.').waitFor();
    await cardIn(anaPage, 'READY', 'Draw the logo').waitFor();
    expect(await descriptionOf(anaPage, 'Draw the logo')).toBe('A long text');
  },
);
