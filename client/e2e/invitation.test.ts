import type { NewInvitation } from '@livelane/shared/invitations/invitation.schema';
import type { WorkspaceMember } from '@livelane/shared/members/member.schema';
import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import type { Page } from 'playwright-core';
import { call, createProject, type Person } from '../../test-kit/team';
import { inviteByLink, registerInvited } from './invited';
import { browserTest, productForTests } from './product';
import { openAs, signUpAll } from './signedIn';

const product = productForTests();
let ana: Person;
let bob: Person;
let workspace: Workspace;

beforeEach(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
  const body = { name: 'Bikes', description: 'For tests' };
  workspace = await call<Workspace>(product.url, 'POST', '/workspaces', { token: ana.token, body });
});

const usersPage = () => openAs(product, ana, `/workspace/${workspace.id}/users`);
const members = async () => {
  const found = await call<WorkspaceMember[]>(product.url, 'GET', `/workspaceUsers/${workspace.id}`, {
    token: ana.token,
  });
  return found.map(({ user }) => user.firstName);
};

browserTest('someone without an account sees who invites to what, registers and lands in it', async () => {
  const link = await inviteByLink(await usersPage());
  const visitor = await product.window();
  await visitor.goto(link);
  await visitor.getByText('Ana Test invites you to “Bikes” on Livelane.').waitFor();
  await visitor.locator('[data-picture=board]').waitFor();
  await registerInvited(visitor, `nina-${workspace.id}@example.org`);
  await visitor.waitForURL(`**/workspaces/${workspace.id}`);
  await visitor.getByRole('heading', { level: 1, name: 'Bikes' }).waitFor();
  expect(await members()).toEqual(['Ana', 'Nina']);
});

browserTest('someone who has an account logs in and lands in what they were invited to', async () => {
  const project = await createProject(product.url, ana, [], 'Wheels');
  const { url } = await call<NewInvitation>(
    product.url,
    'POST',
    `/workspaces/${project.workspaceId}/invitations`,
    { token: ana.token, body: { roleId: 'member', projectId: project.id, projectRoleId: 'member' } },
  );
  const link = product.url + new URL(url).pathname + new URL(url).hash;
  const visitor = await product.window();
  await visitor.goto(link);
  await visitor.getByRole('link', { name: 'I have an account: log in and join' }).click();
  await logIn(visitor, bob);
  await visitor.getByRole('heading', { level: 1, name: 'Wheels' }).waitFor();
  expect(new URL(visitor.url()).pathname).toBe(`/project/${project.id}`);

  // By the header one comes back to the invitation, which still asks.
  const [eve] = await signUpAll(product.url, 'Eve');
  const other = await product.window();
  await other.goto(link);
  await other.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  await other.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await logIn(other, eve);
  await other.getByRole('button', { name: 'Accept the invitation' }).click();
  await other.getByRole('heading', { level: 1, name: 'Wheels' }).waitFor();
});

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  const form = page.getByRole('form', { name: 'Log in' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'sign in' }).click();
}

browserTest(
  'a signed-in person accepts; the link is listed while it is open and can be revoked',
  async () => {
    const page = await usersPage();
    const link = await inviteByLink(page, bob.email);
    const open = page.getByRole('region', { name: 'Open invitations' });
    await open.getByText(`For ${bob.email}`).waitFor();

    const invited = await openAs(product, bob, '/workspaces');
    await invited.goto(link);
    await invited.getByRole('button', { name: 'Accept the invitation' }).click();
    await invited.waitForURL(`**/workspaces/${workspace.id}`);
    expect(await members()).toEqual(['Ana', 'Bob']);

    const other = await inviteByLink(page);
    await open.getByRole('button', { name: 'Revoke: Link for 50 people' }).click();
    await page.getByText('Invitation revoked', { exact: true }).waitFor();
    await invited.goto('about:blank');
    await invited.goto(other);
    await invited.getByRole('heading', { name: 'This link is not valid' }).waitFor();
  },
);

browserTest(
  'on the page of an invitation someone who is signed in has a way home, not a way in',
  async () => {
    const link = await inviteByLink(await usersPage());
    const invited = await openAs(product, bob, '/workspaces');
    await invited.goto(link);
    await invited.getByRole('button', { name: 'Accept the invitation' }).waitFor();
    const header = invited.getByRole('banner');
    expect(await header.getByRole('link').allTextContents()).toEqual(['Livelane', 'Home']);
    await header.getByRole('link', { name: 'Home' }).click();
    await invited.getByRole('form', { name: 'Create your workspace' }).waitFor();
    expect(new URL(invited.url()).pathname).toBe('/');

    const visitor = await product.window();
    await visitor.goto(link);
    await visitor.getByRole('form', { name: 'Create your account' }).waitFor();
    const offered = visitor.getByRole('banner').getByRole('link');
    expect(await offered.allTextContents()).toEqual(['Livelane', 'Log in', 'Register']);
  },
);

browserTest('a session of another browser is ended from the profile', async () => {
  const page = await openAs(product, ana, '/user');
  const elsewhere = await openAs(product, ana, '/workspaces');
  await elsewhere.getByRole('link', { name: 'Open workspace Bikes' }).waitFor();
  await page.reload();
  await page.getByText('this browser').waitFor();
  await page.getByRole('button', { name: 'Log out everywhere else' }).click();
  await elsewhere.getByRole('form', { name: 'Log in' }).waitFor();
});
