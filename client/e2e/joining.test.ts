import type { Project } from '@livelane/shared/projects/project.schema';
import type { Task } from '@livelane/shared/tasks/task.schema';
import type { Page } from 'playwright-core';
import { call, createProject, type Person } from '../../test-kit/team';
import { BROWSER_TEST_MS, browserTest, card, eventually, productForTests } from './product';
import { openAs, signUpAll } from './signedIn';

jest.setTimeout(BROWSER_TEST_MS);

const PASSWORD = 'correct horse battery';
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

/** Ana makes a link to the project on its users page and reads it off the dialog. */
async function linkToProject(page: Page): Promise<string> {
  await page.locator('main').getByRole('button', { name: 'Add user' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Invite by link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return link;
}

browserTest(
  'invited, registered, on the board; mentioned, told, read on the phone and on the desktop',
  async () => {
    const anas = await openAs(product, ana, `/project/${board.id}/users`);
    const link = await linkToProject(anas);

    const desktop = await product.window();
    await desktop.goto(link);
    await desktop.getByText(/Ana Test invites you to “Repairs”/).waitFor();
    const form = desktop.getByRole('form', { name: 'Create your account' });
    const email = `nina-${board.id}@example.org`;
    await form.getByLabel('First name').fill('Nina');
    await form.getByLabel('Surname').fill('New');
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await form.getByLabel('Confirm password').fill(PASSWORD);
    await form.getByRole('button', { name: 'Create account' }).click();
    const login = desktop.getByRole('form', { name: 'Log in' });
    await eventually(() => login.getByLabel('Email').inputValue(), email);
    // The password is all that is missing: the field has the focus.
    await desktop.keyboard.type(PASSWORD);
    await desktop.keyboard.press('Enter');
    await desktop.waitForURL(`**/project/${board.id}`);
    await card(desktop, task.id).waitFor();
    const phone = await openAs(product, { email, password: PASSWORD }, '/', { viewport: PHONE });

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
