import type { Project } from '@livelane/shared/projects/project.schema';
import type { Page } from 'playwright-core';
import { call, createProject, type Person, signUp } from '../../test-kit/team';
import { browserTest, eventually, productForTests } from './product';
import { answerLate, openAs, refuse, type SeenRequest, watchCalls, writesOf } from './signedIn';

const product = productForTests();
let ana: Person;
let project: Project;
let page: Page;
let calls: SeenRequest[];

beforeEach(async () => {
  ana = await signUp(product.url, 'Ana');
  project = await createProject(product.url, ana, [], 'Winter catalogue');
});

async function open(path: string): Promise<void> {
  page = await openAs(product, ana, path);
  calls = watchCalls(page);
}
const workspacePath = () => `/workspaces/${project.workspaceId}`;
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const writes = () => writesOf(calls);
const toast = (text: string) => page.getByText(text, { exact: true }).waitFor();

browserTest(
  'section 2, Workspaces list: a card shows name, id and projects, shortened, their ids to two characters, and opens the workspace',
  async () => {
    await open('/workspaces');
    const card = page.getByRole('link', { name: 'Open workspace Workspace of Winter catalogue' });
    await card.getByText('Workspace …', { exact: true }).waitFor();
    await card.getByText(project.workspaceId, { exact: true }).waitFor();
    await card.getByText('Winte…', { exact: true }).waitFor();
    await card.getByText(`${project.id.slice(0, 2)}…`, { exact: true }).waitFor();
    await card.click();
    await page.waitForURL(`**${workspacePath()}`);
  },
);

browserTest(
  'section 2, Workspaces list: "new workspace" opens a dialog that needs a name and a description, and creates',
  async () => {
    await open('/workspaces');
    await page.getByRole('button', { name: 'new workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'new workspace' });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Name is required!', { exact: true }).waitFor();
    await dialog.getByText('Description is required!', { exact: true }).waitFor();
    await field('Name').fill('Orchard');
    await field('Description').fill('Apples and pears');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'Orchard' }).waitFor();
    expect(writes()).toMatchObject([
      { method: 'POST', path: '/workspaces', body: { name: 'Orchard', description: 'Apples and pears' } },
    ]);
  },
);

browserTest(
  'section 2, Workspace: name, description and project cards; "new project" needs a name and a description',
  async () => {
    await open(workspacePath());
    await page.getByRole('heading', { level: 1, name: 'Workspace of Winter catalogue' }).waitFor();
    await page.getByText('A team', { exact: true }).waitFor();
    const card = page.getByRole('link', { name: 'Open project Winter catalogue' });
    await card.getByText('Winter cat…', { exact: true }).waitFor();
    await card.getByText(project.id, { exact: true }).waitFor();

    await page.getByRole('button', { name: 'new project' }).click();
    const dialog = page.getByRole('dialog', { name: 'new project' });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Name is required').waitFor();
    await dialog.getByText('Description is required').waitFor();
    await field('Name').fill('Spring');
    await field('Description').fill('What comes next');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();
    const { workspaceId } = project;
    const body = { name: 'Spring', description: 'What comes next', workspaceId };
    expect(writes()[0]).toMatchObject({ method: 'POST', path: '/projects', body });
  },
);

browserTest('section 2, Workspace: without projects it says "no projects"', async () => {
  await open('/workspaces');
  await page.getByRole('button', { name: 'new workspace' }).click();
  await field('Name').fill('Empty');
  await field('Description').fill('Nothing yet');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('no projects', { exact: true }).waitFor();
});

browserTest(
  'section 5, Workspace settings: a change is saved and told; an empty field is a toast; a refusal is shown',
  async () => {
    await open(`/workspace/${project.workspaceId}/settings`);
    const save = page.getByRole('button', { name: 'Save' });
    await eventually(() => field('Name').inputValue(), 'Workspace of Winter catalogue');
    expect(await field('Description').inputValue()).toBe('A team');
    await field('Description').fill('');
    await save.click();
    await page.getByRole('alert').getByText('error updating workspace', { exact: true }).waitFor();
    expect(writes()).toEqual([]);
    await field('Name').fill('Catalogues');
    await field('Description').fill('All of them');
    await save.click();
    await toast('Workspace updated');
    const path = `/workspaces/${project.workspaceId}`;
    expect(writes()).toMatchObject([
      { method: 'PUT', path, body: { name: 'Catalogues', description: 'All of them' } },
    ]);
    await page.getByText('Catalogues', { exact: true }).first().waitFor();
    await refuse(page, `**/v1${path}`, { method: 'PUT', message: 'Not today' });
    await field('Name').fill('Refused');
    await save.click();
    await page.getByRole('alert').getByText('error updating workspace: Not today').waitFor();
  },
);

browserTest(
  'section 4, Session: after a workspace is deleted the user goes to the workspaces list',
  async () => {
    await open(`/workspace/${project.workspaceId}/settings`);
    await answerLate(page, `**/v1/workspaces/${project.workspaceId}`, 'DELETE');
    await page.getByRole('button', { name: 'Delete workspace' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete workspace' }).click();
    await page.waitForURL(`${product.url}/workspaces`);
    await toast('Workspace deleted');
    expect(writes()).toMatchObject([{ method: 'DELETE', path: `/workspaces/${project.workspaceId}` }]);
    await page.getByText('No workspaces yet').waitFor();
  },
);

browserTest(
  'section 5, Project settings: a change is saved and told; an empty field is a toast; a refusal is shown',
  async () => {
    await open(`/project/${project.id}/settings`);
    const save = page.getByRole('button', { name: 'Save' });
    await eventually(() => field('Name').inputValue(), 'Winter catalogue');
    await field('Name').fill(' ');
    await save.click();
    await page.getByRole('alert').getByText('error updating project', { exact: true }).waitFor();
    expect(writes()).toEqual([]);
    await field('Name').fill('Summer catalogue');
    await field('Description').fill('Sun');
    await save.click();
    await toast('Project updated');
    const path = `/projects/${project.id}`;
    expect(writes()).toMatchObject([
      { method: 'PUT', path, body: { name: 'Summer catalogue', description: 'Sun' } },
    ]);
    await refuse(page, `**/v1${path}`, { method: 'PUT', message: 'Not today' });
    await field('Name').fill('Refused');
    await save.click();
    await page.getByRole('alert').getByText('Error updating project: Not today').waitFor();
  },
);

browserTest('section 4, Session: after a project is deleted the user goes to its workspace', async () => {
  await open(`/project/${project.id}/settings`);
  await answerLate(page, `**/v1/projects/${project.id}`, 'DELETE');
  await page.getByRole('button', { name: 'Delete project' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete project' }).click();
  await page.waitForURL(`**${workspacePath()}`);
  await toast('Project deleted');
  expect(writes()).toMatchObject([{ method: 'DELETE', path: `/projects/${project.id}` }]);
  await page.getByText('no projects', { exact: true }).waitFor();
});

browserTest('a long description leaves the projects in sight, and is shown whole on demand', async () => {
  page = await openAs(product, ana, workspacePath(), { viewport: { width: 390, height: 844 } });
  const firstProject = page.getByRole('link', { name: 'Open project Winter catalogue' });
  await firstProject.waitFor();
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  const { token } = ana;
  const body = { name: 'Orchard', description: 'A text that goes on and on. '.repeat(70).trim() };
  await call(product.url, 'PUT', workspacePath(), { token, body });
  await page.reload();
  const more = page.getByRole('button', { name: 'Show more' });
  await more.waitFor();
  expect(await more.getAttribute('aria-expanded')).toBe('false');
  const top = async () => (await firstProject.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
  expect(await top()).toBeLessThan(600);
  await more.focus();
  await page.keyboard.press('Enter');
  const less = page.getByRole('button', { name: 'Show less' });
  expect(await less.getAttribute('aria-expanded')).toBe('true');
  expect(await top()).toBeGreaterThan(844);
  await page.keyboard.press('Enter');
  await eventually(async () => (await top()) < 600, true);
});
