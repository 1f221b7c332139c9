import type { ProjectMember, WorkspaceMember } from '@livelane/shared/members/member.schema';
import type { Project } from '@livelane/shared/projects/project.schema';
import type { Page } from 'playwright-core';
import { call, createProject, type Person } from '../../test-kit/team';
import { browserTest, eventually, productForTests } from './product';
import { answerLate, openAs, refuse, type SeenRequest, signUpAll, watchCalls, writesOf } from './signedIn';

const product = productForTests();
let ana: Person;
let bob: Person;
let cid: Person;
let project: Project;
let page: Page;
let calls: SeenRequest[];

beforeEach(async () => {
  [ana, bob, cid] = await signUpAll(product.url, 'Ana', 'Bob', 'Cid');
  project = await createProject(product.url, ana, [bob], 'Shop');
});

async function open(scope: 'workspace' | 'project'): Promise<void> {
  const path =
    scope === 'workspace' ? `/workspace/${project.workspaceId}/users` : `/project/${project.id}/users`;
  page = await openAs(product, ana, path);
  calls = watchCalls(page);
  await row('Bob Test').waitFor();
}
const row = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const writes = () => writesOf(calls);
const toast = (text: string) => page.getByText(text, { exact: true }).waitFor();
const dialog = () => page.getByRole('dialog', { name: 'Add a user' });
const add = () => dialog().getByRole('button', { name: 'Add user' }).click();

async function chooseRole(select: ReturnType<Page['getByRole']>, role: string): Promise<string[]> {
  await select.click();
  const options = await page.getByRole('option').allTextContents();
  await page.getByRole('option', { name: role, exact: true }).click();
  return options;
}
const workspaceMembers = () =>
  call<WorkspaceMember[]>(product.url, 'GET', `/workspaceUsers/${project.workspaceId}`, { token: ana.token });
const projectMembers = () =>
  call<ProjectMember[]>(product.url, 'GET', `/projectUsers/${project.id}`, { token: ana.token });
const rolesOf = async (members: Promise<(WorkspaceMember | ProjectMember)[]>) =>
  Object.fromEntries((await members).map(({ user, roleId }) => [user.firstName, roleId]));

browserTest(
  'section 2, Workspace users: each member has a role select, both dates and a delete button; a role is changed at once',
  async () => {
    await open('workspace');
    const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(new Date());
    for (const [name, button] of [
      ['Ana Test', /^Leave/],
      ['Bob Test', 'Remove Bob Test'],
    ] as const) {
      await row(name).getByText(`Added ${today}`).waitFor();
      await row(name).getByText(`Changed ${today}`).waitFor();
      await row(name).getByRole('button', { name: button }).waitFor();
    }
    const select = row('Bob Test').getByRole('combobox');
    expect(await chooseRole(select, 'Maintainer')).toEqual(['Owner', 'Maintainer', 'Member']);
    await eventually(() => rolesOf(workspaceMembers()), { Ana: 'owner', Bob: 'maintainer' });
    expect(writes()).toMatchObject([
      {
        method: 'PUT',
        path: `/workspaceUsers/${project.workspaceId}`,
        body: { userId: bob.user.id, roleId: 'maintainer' },
      },
    ]);
    await eventually(() => select.textContent(), 'Maintainer');
  },
);

browserTest(
  'section 2, Workspace users: a dialog adds a user by email or id; the user is required',
  async () => {
    await open('workspace');
    await page.getByRole('button', { name: 'Add user' }).click();
    await add();
    await dialog().getByText('User ID is required', { exact: true }).waitFor();
    await dialog().getByRole('textbox').fill('nobody@example.org');
    await add();
    await dialog().getByText('Nobody is registered with this email').waitFor();
    await dialog().getByRole('textbox').fill(cid.email);
    await chooseRole(dialog().getByRole('combobox', { name: 'Role' }), 'Maintainer');
    await add();
    await dialog().waitFor({ state: 'detached' });
    await row('Cid Test').waitFor();
    expect(writes().at(-1)).toMatchObject({
      method: 'POST',
      path: `/workspaceUsers/${project.workspaceId}`,
      body: { userId: cid.user.id, roleId: 'maintainer' },
    });
    const [dan] = await signUpAll(product.url, 'Dan');
    await page.getByRole('button', { name: 'Add user' }).click();
    await dialog().getByRole('textbox').fill(dan.user.id);
    await add();
    await row('Dan Test').waitFor();
  },
);

browserTest(
  'section 8: a removed user is told as deleted; a refused removal says Error deleting user and why',
  async () => {
    await open('workspace');
    const path = `/workspaceUsers/${project.workspaceId}/${bob.user.id}`;
    await refuse(page, `**/v1${path}`, { message: 'They are needed here' });
    await page.getByRole('button', { name: 'Remove Bob Test' }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Remove' });
    await confirm.click();
    const alert = page.getByRole('dialog').getByRole('alert');
    await alert.getByText('Error deleting user', { exact: true }).waitFor();
    await alert.getByText('error delete user: They are needed here').waitFor();
    await page.unrouteAll();
    await confirm.click();
    await toast('User deleted');
    await row('Bob Test').waitFor({ state: 'detached' });
    expect(writes().at(-1)).toMatchObject({ method: 'DELETE', path });
    expect(await rolesOf(workspaceMembers())).toEqual({ Ana: 'owner' });
  },
);

browserTest(
  'section 2, Project users: roles of projects are offered, changed and taken away per row',
  async () => {
    await open('project');
    const select = row('Bob Test').getByRole('combobox');
    expect(await chooseRole(select, 'Viewer')).toEqual(['Owner', 'Maintainer', 'Member', 'Viewer']);
    await page.getByRole('dialog').getByRole('button', { name: 'Make viewer' }).click();
    await eventually(() => rolesOf(projectMembers()), { Ana: 'owner', Bob: 'viewer' });
    expect(writes()).toMatchObject([
      { method: 'PUT', path: `/projectUsers/${project.id}`, body: { userId: bob.user.id, roleId: 'viewer' } },
    ]);
    const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(new Date());
    await row('Bob Test').getByText(`Added ${today}`).waitFor();
    await page.getByRole('button', { name: 'Remove Bob Test' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await toast('User deleted');
    await row('Bob Test').waitFor({ state: 'detached' });
    expect(writes().at(-1)).toMatchObject({
      method: 'DELETE',
      path: `/projectUsers/${project.id}/${bob.user.id}`,
    });
  },
);

browserTest(
  'section 5, Add user to a project: only workspace members who are not in it yet; a typed id selects its member',
  async () => {
    await call(product.url, 'POST', `/workspaceUsers/${project.workspaceId}`, {
      token: ana.token,
      body: { userId: cid.user.id, roleId: 'member' },
    });
    await open('project');
    await page.getByRole('button', { name: 'Add user' }).click();
    await add();
    await dialog().getByText('User ID is required', { exact: true }).waitFor();
    const picker = dialog().getByRole('combobox', { name: /^Workspace member/ });
    await picker.click();
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('option').allTextContents()).toEqual(['Cid Test']);
    await picker.fill('zzz');
    await page.getByText('No options', { exact: true }).waitFor();
    await picker.fill(cid.user.id);
    await eventually(() => picker.inputValue(), 'Cid Test');
    await add();
    await dialog().waitFor({ state: 'detached' });
    await row('Cid Test').waitFor();
    expect(writes()).toMatchObject([
      {
        method: 'POST',
        path: `/projectUsers/${project.id}`,
        body: { userId: cid.user.id, roleId: 'member' },
      },
    ]);
  },
);

browserTest('section 6: who may not change members is offered nothing to change', async () => {
  page = await openAs(product, bob, `/workspace/${project.workspaceId}/users`);
  await row('Ana Test').waitFor();
  expect(await page.getByRole('button', { name: 'Add user' }).count()).toBe(0);
  expect(await row('Ana Test').getByRole('combobox').getAttribute('aria-disabled')).toBe('true');
  expect(await page.getByRole('button', { name: 'Remove Ana Test' }).isDisabled()).toBe(true);
  await page.goto(`${product.url}/workspace/${project.workspaceId}/settings`);
  await page.getByRole('heading', { name: 'Workspace settings' }).waitFor();
  await eventually(() => page.getByRole('textbox', { name: 'Name' }).isEditable(), false);
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Delete workspace' }).count()).toBe(0);
});

browserTest(
  'SPEC.md#rights: whoever removes themselves is told so, and not that their access was taken',
  async () => {
    page = await openAs(product, bob, `/workspace/${project.workspaceId}/users`);
    await page.locator('[data-connection="live"]').waitFor();
    await answerLate(page, '**/v1/workspaceUsers/**', 'DELETE');
    await page.getByRole('button', { name: /^Leave/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByText(/^You have left “/).waitFor();
    await page.waitForURL(`${product.url}/workspaces`);
  },
);
