import type { Page } from 'playwright-core';
import { call, createProject, type Person, signIn, signUp } from '../../test-kit/team';
import { browserTest, productForTests } from './product';
import { openAs, type SeenRequest, watchCalls, writesOf } from './signedIn';

const product = productForTests();
let ana: Person;
let page: Page;
let calls: SeenRequest[];

beforeEach(async () => {
  ana = await signUp(product.url, 'Ana', 'Bell');
  page = await openAs(product, ana, '/user');
  await page.getByRole('heading', { name: 'Ana Bell' }).waitFor();
  calls = watchCalls(page);
});

const field = (name: string) => page.getByLabel(name, { exact: true });
const details = () => page.getByRole('form', { name: 'Your details' });
const password = () => page.getByRole('form', { name: 'Change password' });
const toast = (text: string) => page.getByText(text, { exact: true }).waitFor();
const writes = () => writesOf(calls);

browserTest('section 2, Profile: initials, full name, email and id', async () => {
  const main = page.getByRole('main');
  await main.getByText('AB', { exact: true }).waitFor();
  await main.getByText(ana.email, { exact: true }).waitFor();
  await main.getByText(ana.user.id, { exact: true }).waitFor();
  expect(await field('First name').inputValue()).toBe('Ana');
  expect(await field('Surname').inputValue()).toBe('Bell');
  expect(await field('Email').inputValue()).toBe(ana.email);
});

browserTest('where one is signed in is told in one’s own language', async () => {
  const german = await openAs(product, ana, '/user', {}, { 'livelane-language': 'de' });
  await german
    .getByText(/^Chrome unter \w+/)
    .first()
    .waitFor();
});

browserTest(
  'section 5, Profile: saving without a change says User updated and asks the server nothing',
  async () => {
    await details().getByRole('button', { name: 'Save' }).click();
    await toast('User updated');
    expect(writes()).toEqual([]);
  },
);

browserTest(
  'section 7, Users: a changed profile is sent and becomes the current user, on the header too',
  async () => {
    await field('First name').fill('Zoë');
    await details().getByRole('button', { name: 'Save' }).click();
    await toast('User updated');
    expect(writes()).toMatchObject([
      {
        method: 'PUT',
        path: `/users/${ana.user.id}`,
        body: { firstName: 'Zoë', surname: 'Bell', email: ana.email },
      },
    ]);
    await page.getByRole('heading', { name: 'Zoë Bell' }).waitFor();
    await page.getByRole('link', { name: 'Profile' }).getByText('ZB').waitFor();
  },
);

browserTest('section 5, Profile: first name, surname and email are required', async () => {
  for (const name of ['First name', 'Surname', 'Email']) await field(name).fill('');
  await details().getByRole('button', { name: 'Save' }).click();
  for (const text of ['First name is required', 'Surname is required', 'Email is required'])
    await page.getByText(text, { exact: true }).waitFor();
  expect(writes()).toEqual([]);
});

browserTest(
  'section 8: a refused profile says Error updating user and why, in red under the form',
  async () => {
    const other = await signUp(product.url, 'Other');
    await field('Email').fill(other.email);
    const answered = page.waitForResponse('**/v1/users/*');
    await details().getByRole('button', { name: 'Save' }).click();
    const { message } = (await (await answered).json()) as { message: string };
    await details().getByRole('alert').getByText(`Error updating user: ${message}`).waitFor();
  },
);

browserTest(
  'section 5, Password change: "all fields required", then what each field lacks; nothing is sent',
  async () => {
    const change = password().getByRole('button', { name: 'Change password' });
    await change.click();
    await page.getByRole('alert').getByText('all fields required').waitFor();
    for (const text of ['New password is required', 'New password confirmation is required'])
      await page.getByText(text, { exact: true }).waitFor();
    await field('Old password').fill(ana.password);
    await field('New password').fill('short');
    await field('Confirm new password').fill('short');
    await change.click();
    const tooShort = page.getByText('Password must be at least 6 characters long');
    await tooShort.first().waitFor();
    expect(await tooShort.count()).toBe(2);
    await field('New password').fill('long enough');
    await field('Confirm new password').fill('long and other');
    await change.click();
    await page.getByText('Passwords must match').waitFor();
    expect(writes()).toEqual([]);
  },
);

browserTest('section 2, Profile: a tooltip warns that changing the password logs out', async () => {
  await password().getByRole('button', { name: 'Change password' }).hover();
  await page
    .getByRole('tooltip')
    .getByText('You will be logged out after changing your password.', { exact: true })
    .waitFor();
});

browserTest(
  'section 4, Session: a wrong old password is refused under the form; a changed one logs out, and only the new one signs in',
  async () => {
    const change = password().getByRole('button', { name: 'Change password' });
    await field('Old password').fill('not the old one');
    await field('New password').fill('brand new');
    await field('Confirm new password').fill('brand new');
    await change.click();
    await password()
      .getByRole('alert')
      .getByText(/^error updating password: ./)
      .waitFor();
    await field('Old password').fill(ana.password);
    await change.click();
    await page.waitForURL('**/login');
    await toast('Password updated');
    expect(writes().at(-1)).toMatchObject({
      method: 'PUT',
      path: `/users/${ana.user.id}/password`,
      body: { oldPassword: ana.password, newPassword: 'brand new', newPasswordConfirm: 'brand new' },
    });
    await page.reload();
    expect(new URL(page.url()).pathname).toBe('/login');
    await expect(signIn(product.url, ana.email, ana.password)).rejects.toThrow('401');
    await signIn(product.url, ana.email, 'brand new');
  },
);

browserTest(
  'one’s account is deleted after reading what that does; the last owner is told of which workspace',
  async () => {
    const { id, workspaceId } = await createProject(product.url, ana, [], 'Held');
    const open = page.getByRole('button', { name: 'Delete account…' });
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'Delete account' });
    const owned = dialog.getByRole('link', { name: 'Workspace of Held' });
    await owned.waitFor();
    await dialog.getByText('No tasks are assigned to you.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Delete account' }).isDisabled()).toBe(true);
    await owned.click();
    await page.waitForURL(`**/workspace/${workspaceId}/users`);

    const { token } = ana;
    const ben = await signUp(product.url, 'Ben');
    const body = { userId: ben.user.id, roleId: 'owner' };
    await call(product.url, 'POST', `/workspaceUsers/${workspaceId}`, { token, body });
    const watcher = await openAs(product, ben, `/project/${id}/users`);
    await watcher.getByText('Ana Bell').waitFor();
    await page.goto(`${product.url}/user`);
    await open.click();
    await dialog.getByLabel('Password').fill('not mine');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByRole('alert').getByText('Password is wrong').waitFor();
    await dialog.getByLabel('Password').fill(ana.password);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await page.waitForURL('**/login');
    await toast('Your account has been deleted');
    await expect(signIn(product.url, ana.email, ana.password)).rejects.toThrow('401');
    await watcher.getByText('Ana Bell').waitFor({ state: 'detached' });
  },
);
