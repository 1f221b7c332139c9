import type { Project } from '@livelane/shared/projects/project.schema';
import type { Page } from 'playwright-core';
import { call, type Person, readBoard } from '../../test-kit/team';
import {
  browserTest,
  cardIn,
  carry,
  column,
  eventually,
  openBoard,
  placeIn,
  productForTests,
  quickAdd,
  titlesIn,
} from './product';
import { openForTwo } from './signedIn';
import { chooseItem } from './tasks';

/** Longer than Socket.IO waits for a connection. */
const HANDSHAKE_MS = 21_000;

const product = productForTests();
let ana: Person;
let bob: Person;
let projectId: string;
let anaPage: Page;
let bobPage: Page;

beforeEach(async () => {
  ({ ana, bob, projectId, anaPage, bobPage } = await openForTwo(product));
});

const idOf = async (page: Page, title: string): Promise<string> => {
  const id = await page.locator('[data-task-id]', { hasText: title }).first().getAttribute('data-task-id');
  if (!id) throw new Error(`no card ${title}`);
  return id;
};

browserTest(
  'two people on one board see each other create, edit, move, complete and delete within a second',
  async () => {
    await quickAdd(anaPage, 'Ready', 'Draw the logo');
    await cardIn(bobPage, 'READY', 'Draw the logo').waitFor();

    await cardIn(bobPage, 'READY', 'Draw the logo').click();
    const dialog = bobPage.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Draw the new logo');
    await dialog.getByLabel('Priority').click();
    await bobPage.getByRole('option', { name: 'High' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await cardIn(anaPage, 'READY', 'Draw the new logo').getByText('High').waitFor();
    await dialog.waitFor({ state: 'detached' });

    const taskId = await idOf(anaPage, 'Draw the new logo');
    await carry(anaPage, taskId, await placeIn(anaPage, 'IN_PROGRESS', 'end'));
    await anaPage.mouse.up();
    await cardIn(bobPage, 'IN_PROGRESS', 'Draw the new logo').waitFor();

    await bobPage.getByRole('button', { name: 'Actions for Draw the new logo' }).click();
    await chooseItem(bobPage, 'Complete');
    await eventually(() => titlesIn(anaPage, 'DONE'), ['Draw the new logo']);

    await anaPage.locator('[data-state="DONE"]').scrollIntoViewIfNeeded();
    await anaPage.getByRole('button', { name: 'Actions for Draw the new logo' }).click();
    await chooseItem(anaPage, 'Delete');
    await anaPage.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await bobPage.locator(`[data-task-id="${taskId}"]`).waitFor({ state: 'detached' });
  },
);

browserTest(
  'cards are dragged within a column, the order is the same in both windows and after a crash of the server',
  async () => {
    for (const title of ['One', 'Two', 'Three']) await quickAdd(anaPage, 'Ready', title);
    await eventually(() => titlesIn(bobPage, 'READY'), ['One', 'Two', 'Three']);

    await carry(bobPage, await idOf(bobPage, 'Three'), await placeIn(bobPage, 'READY', 'top'));
    await bobPage.mouse.up();
    await eventually(() => titlesIn(bobPage, 'READY'), ['Three', 'One', 'Two']);
    await eventually(() => titlesIn(anaPage, 'READY'), ['Three', 'One', 'Two']);

    await product.crash();
    await anaPage.reload();
    await column(anaPage, 'READY').waitFor();
    await eventually(() => titlesIn(anaPage, 'READY'), ['Three', 'One', 'Two']);
    // The other window was not touched: it comes back by itself.
    await bobPage.locator('[data-connection="live"]').waitFor();
    await quickAdd(anaPage, 'Ready', 'Four');
    await eventually(() => titlesIn(bobPage, 'READY'), ['Three', 'One', 'Two', 'Four']);
  },
);

/** Where a card is painted in each frame, from now on, by column; a card under the pointer is in none. */
const watchCard = (page: Page, taskId: string) =>
  page.evaluate((id) => {
    const seen: string[] = [];
    Object.assign(window, { seenColumns: seen });
    const look = () => {
      for (const element of document.querySelectorAll(`[data-state] [data-task-id="${id}"]`)) {
        const state = element.closest('[data-state]')?.getAttribute('data-state') ?? '';
        if (seen.at(-1) !== state) seen.push(state);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, taskId);
const seenColumns = (page: Page) =>
  page.evaluate(() => (window as unknown as { seenColumns: string[] }).seenColumns);

/** What confirms a move is kept back this long: many frames for a flicker to show in. */
const HELD_MS = 600;
const held = () => new Promise((resolve) => setTimeout(resolve, HELD_MS));

const confirmations = {
  'the request under way for long': (page: Page) =>
    page.route('**/v1/kanban/moveTask', async (route) => {
      await held();
      await route.continue();
    }),
  'the push before the answer': (page: Page) =>
    page.route('**/v1/kanban/moveTask', async (route) => {
      const response = await route.fetch();
      await held();
      await route.fulfill({ response });
    }),
  'the answer before the push': async (page: Page) => {
    await page.routeWebSocket(/socket\.io/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => void held().then(() => socket.send(message)));
    });
    await page.reload();
    await page.locator('[data-connection="live"]').waitFor();
  },
};

for (const [order, arrange] of Object.entries(confirmations)) {
  browserTest(
    `R16 from drop to confirmation a card is never painted at its old place: ${order}`,
    async () => {
      await quickAdd(anaPage, 'Ready', 'Steady');
      await cardIn(bobPage, 'READY', 'Steady').waitFor();
      await arrange(anaPage);
      const taskId = await idOf(anaPage, 'Steady');
      await carry(anaPage, taskId, await placeIn(anaPage, 'IN_PROGRESS', 'end'));
      await watchCard(anaPage, taskId);
      const answered = anaPage.waitForResponse('**/v1/kanban/moveTask');
      await anaPage.mouse.up();
      await answered;
      await cardIn(bobPage, 'IN_PROGRESS', 'Steady').waitFor();
      // What was kept back arrives in the meantime.
      await anaPage.waitForTimeout(2 * HELD_MS);
      expect(await seenColumns(anaPage)).toEqual(['IN_PROGRESS']);
    },
  );
}

browserTest('R17 a drop on the same place sends nothing', async () => {
  await quickAdd(anaPage, 'Ready', 'Stay');
  await cardIn(bobPage, 'READY', 'Stay').waitFor();
  const moves: string[] = [];
  anaPage.on('request', (request) => {
    if (request.url().endsWith('/kanban/moveTask')) moves.push(request.url());
  });
  const taskId = await idOf(anaPage, 'Stay');
  await carry(anaPage, taskId, await placeIn(anaPage, 'READY', 'top'));
  await anaPage.mouse.up();
  await cardIn(anaPage, 'READY', 'Stay').waitFor();
  const { v } = await readBoard(product.url, ana, projectId);
  // A real move afterwards proves that requests are seen at all.
  await carry(anaPage, taskId, await placeIn(anaPage, 'IN_PROGRESS', 'end'));
  await anaPage.mouse.up();
  await cardIn(bobPage, 'IN_PROGRESS', 'Stay').waitFor();
  expect(moves).toHaveLength(1);
  expect((await readBoard(product.url, ana, projectId)).v).toBe(v + 1);
});

browserTest('R15 a refused change disappears alone, with the toast, and the rest stays', async () => {
  await quickAdd(anaPage, 'Ready', 'Refused');
  await quickAdd(anaPage, 'Ready', 'Kept');
  await cardIn(bobPage, 'READY', 'Kept').waitFor();
  const taskId = await idOf(anaPage, 'Refused');
  await anaPage.route('**/v1/kanban/moveTask', (route) =>
    route.fulfill({
      status: 403,
      json: { message: 'Your role does not allow this', code: 'forbidden', requestId: '' },
    }),
  );
  await carry(anaPage, taskId, await placeIn(anaPage, 'IN_PROGRESS', 'end'));
  await anaPage.mouse.up();
  await anaPage.getByRole('alert').getByText('Your role does not allow this').waitFor();
  await cardIn(anaPage, 'READY', 'Refused').waitFor();
  expect(await titlesIn(anaPage, 'READY')).toEqual(['Refused', 'Kept']);
});

browserTest('R11 a removed member loses the board while they look at it', async () => {
  await call(product.url, 'DELETE', `/projectUsers/${projectId}/${bob.user.id}`, { token: ana.token });
  await bobPage.waitForURL('**/workspaces');
  await bobPage.getByText('You no longer have access to “Shop”').waitFor();
});

browserTest('who becomes a viewer is told so, with the project’s name', async () => {
  await call(product.url, 'PUT', `/projectUsers/${projectId}`, {
    token: ana.token,
    body: { userId: bob.user.id, roleId: 'viewer' },
  });
  await bobPage.getByText('You are now a viewer of “Shop”').waitFor();
  await bobPage.getByLabel('Add a task to Ready').waitFor({ state: 'detached' });
  await bobPage.reload();
  await column(bobPage, 'READY').waitFor();
  await bobPage.locator('[data-connection="live"]').waitFor();
  expect(await bobPage.getByText('You are now a viewer').count()).toBe(0);
});

browserTest(
  'R11 a removed member of a workspace is told so, and is at their list of workspaces',
  async () => {
    const { workspaceId } = await call<Project>(product.url, 'GET', `/projects/${projectId}`, {
      token: ana.token,
    });
    await bobPage.goto(`${product.url}/workspaces/${workspaceId}`);
    await bobPage.locator('[data-connection="live"]').waitFor();
    await bobPage.getByRole('button', { name: 'new project' }).waitFor();
    await call(product.url, 'DELETE', `/workspaceUsers/${workspaceId}/${bob.user.id}`, { token: ana.token });
    await bobPage.waitForURL('**/workspaces');
    await bobPage.getByText('You no longer have access to “Workspace of Shop”').waitFor();
  },
);

browserTest(
  'specification section 4, Session: whoever is signed out from elsewhere is told why they are at the login page',
  async () => {
    await call(product.url, 'PUT', `/users/${bob.user.id}/password`, {
      token: bob.token,
      body: { oldPassword: bob.password, newPassword: 'another one', newPasswordConfirm: 'another one' },
    });
    await bobPage.waitForURL('**/login');
    await bobPage.getByText('You have been logged out. Please log in again.').waitFor();
  },
);

browserTest('R12 without any socket the board converges by the 60-second refetch', async () => {
  const page = await product.window();
  await page.clock.install();
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.route('**/socket.io/**', (route) => route.abort());
  await openBoard(page, product.url, bob, projectId);
  await page.locator('[data-connection="polling"]').waitFor();
  await quickAdd(anaPage, 'Ready', 'Seen by polling');
  await cardIn(bobPage, 'READY', 'Seen by polling').waitFor();
  expect(await titlesIn(page, 'READY')).toEqual([]);
  await page.clock.fastForward(61_000);
  await cardIn(page, 'READY', 'Seen by polling').waitFor();
  await page.close();
});

browserTest('a network that accepts WebSockets and swallows what they carry gets long-polling', async () => {
  const page = await product.window();
  await page.clock.install();
  await page.routeWebSocket(/socket\.io/, () => undefined);
  await openBoard(page, product.url, bob, projectId);
  await page.locator('[data-connection="polling"]').waitFor();
  await page.clock.fastForward(HANDSHAKE_MS);
  await page.locator('[data-connection="live"]').waitFor();
  await quickAdd(anaPage, 'Ready', 'Pushed over long-polling');
  await cardIn(page, 'READY', 'Pushed over long-polling').waitFor();
  await page.close();
});

browserTest('a due date stays the same day when its reader travels with the board open', async () => {
  const { token } = ana;
  const devTools = await bobPage.context().newCDPSession(bobPage);
  const travel = (timezoneId: string) => devTools.send('Emulation.setTimezoneOverride', { timezoneId });
  await travel('America/New_York');
  const body = { projectId, title: 'Send the invoice', dueDate: '2037-12-24' };
  await call(product.url, 'POST', '/tasks', { token, body });
  await bobPage.getByTitle('Due 24 Dec 2037').waitFor();
  await travel('Europe/London');
  const taskId = await idOf(bobPage, 'Send the invoice');
  await call(product.url, 'PUT', `/tasks/${taskId}`, { token, body: { title: 'Send the last invoice' } });
  const due = cardIn(bobPage, 'READY', 'Send the last invoice').getByTitle(/^Due /);
  await expect(due.getAttribute('title')).resolves.toBe('Due 24 Dec 2037');
});

browserTest(
  'times of day are those of the place to which their reader travels with the board open',
  async () => {
    const { token } = ana;
    const devTools = await bobPage.context().newCDPSession(bobPage);
    const travel = async (timezoneId: string) => {
      await devTools.send('Emulation.setTimezoneOverride', { timezoneId });
      // As after a sleep.
      await bobPage.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    };
    await travel('Asia/Kolkata');
    await call(product.url, 'POST', '/tasks', { token, body: { projectId, title: 'Book a flight' } });
    await bobPage.getByRole('button', { name: 'Activity on this board' }).click();
    const time = bobPage.getByRole('dialog', { name: 'Activity' }).locator('time').first();
    const at = (await time.getAttribute('datetime')) ?? '';
    const textIn = (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
        new Date(at),
      );
    expect(await time.textContent()).toBe(textIn('Asia/Kolkata'));
    await travel('America/Lima');
    await eventually(() => time.textContent(), textIn('America/Lima'));
    const zoneOfAccount = async () => {
      const settings = await call<{ timeZone: string }>(product.url, 'GET', '/notifications/settings', {
        token: bob.token,
      });
      return settings.timeZone;
    };
    await eventually(zoneOfAccount, 'America/Lima');
  },
);
