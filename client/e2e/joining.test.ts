import type { NotificationPage } from '@livelane/shared/notifications/notification.schema';
import type { Project } from '@livelane/shared/projects/project.schema';
import type { Task } from '@livelane/shared/tasks/task.schema';
import type { Page } from 'playwright-core';
import { call, createProject, type Person } from '../../test-kit/team';
import { inviteByLink, registerInvited } from './invited';
import { browserTest, card, eventually, productForTests } from './product';
import { openAs, signUpAll } from './signedIn';

/** At each look: far below a minute in all. */
const CLOCK_STEP_MS = 10;
const PHONE = { width: 390, height: 844 };

const product = productForTests();
let ana: Person;
let board: Project;
let task: Task;

beforeEach(async () => {
  [ana] = await signUpAll(product.url, 'Ana');
  board = await createProject(product.url, ana, [], 'Repairs');
  const body = { title: 'Fix the pedal', projectId: board.id };
  task = await call<Task>(product.url, 'POST', '/tasks', { token: ana.token, body });
});

const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ });
const unread = (page: Page) => async () => page.locator('[data-unread]').first().getAttribute('data-unread');

browserTest(
  'invited, registered, on the board; mentioned, told, read on the phone and on the desktop',
  async () => {
    const anas = await openAs(product, ana, `/project/${board.id}/users`);
    await anas.locator('main').getByRole('button', { name: 'Add user' }).click();
    const link = await inviteByLink(anas);

    const desktop = await product.window();
    await desktop.goto(link);
    await desktop.getByText(/Ana Test invites you to “Repairs”/).waitFor();
    const email = `nina-${board.id}@example.org`;
    const password = await registerInvited(desktop, email);
    await desktop.waitForURL(`**/project/${board.id}`);
    await card(desktop, task.id).waitFor();
    const phone = await openAs(product, { email, password }, '/', { viewport: PHONE });

    await anas.goto(`${product.url}/project/${board.id}?task=${task.id}`);
    const composer = anas.getByRole('dialog').getByRole('textbox', { name: 'Write a comment' });
    await composer.click();
    await composer.pressSequentially('Look here, @ni');
    await anas.getByRole('option', { name: /Nina/ }).waitFor();
    await composer.press('Enter');
    await composer.press('Control+Enter');

    for (const page of [desktop, phone]) await eventually(unread(page), '1');
    await eventually(async () => (await desktop.title()).startsWith('(1)'), true);
    await bell(phone).click();
    await phone.getByText(/Ana Test mentioned you/).waitFor();
    await phone.getByRole('link', { name: 'Fix the pedal' }).click();
    await phone.waitForURL(`**/project/${board.id}?task=${task.id}**`);
    await phone.getByRole('dialog').getByText('Look here,').waitFor();
    for (const page of [desktop, phone]) await eventually(unread(page), '0');
    await eventually(async () => (await desktop.title()).startsWith('('), false);
  },
);

browserTest(
  'what someone is told before their page has its line for pushes is counted once it has',
  async () => {
    const [bob] = await signUpAll(product.url, 'Bob');
    const { id: projectId } = await createProject(product.url, ana, [bob], 'Boats');
    const { id } = await call<Task>(product.url, 'POST', '/tasks', {
      token: ana.token,
      body: { title: 'Paint the hull', projectId },
    });
    const page = await openAs(product, bob, '/');
    let connect = () => {};
    const isWanted = new Promise<void>((resolve) => {
      connect = resolve;
    });
    await page.routeWebSocket(/socket\.io/, (socket) => void isWanted.then(() => socket.connectToServer()));
    await page.clock.install();
    const counted = page.waitForResponse(/notifications\?unread/);
    await page.reload();
    await counted;
    const told = async () =>
      (await call<NotificationPage>(product.url, 'GET', '/notifications?unread=true', { token: bob.token }))
        .unread;
    // They are a member of the workspace and of the project now.
    await eventually(told, 2);
    // A page without pushes asks again after a minute, by its own clock.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    const text = `Look here, @[Bob Test](user:${bob.user.id})`;
    await call(product.url, 'POST', `/tasks/${id}/comments`, { token: ana.token, body: { text } });
    await eventually(told, 3);
    const shown = async () => {
      await page.clock.runFor(CLOCK_STEP_MS);
      return unread(page)();
    };
    expect(await shown()).not.toBe('3');
    connect();
    await eventually(shown, '3');
  },
);
