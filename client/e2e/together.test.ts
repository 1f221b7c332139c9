import type { Project } from '@livelane/shared/projects/project.schema';
import type { Task } from '@livelane/shared/tasks/task.schema';
import type { Page } from 'playwright-core';
import { call, createProject, type Person, readBoard } from '../../test-kit/team';
import { browserTest, card, carry, placeIn, productForTests } from './product';
import { openAs, signUpAll } from './signedIn';
import { addTask } from './tasks';

const product = productForTests();
let ana: Person;
let bob: Person;
let project: Project;
let task: Task;
let page: Page;

beforeEach(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
  project = await createProject(product.url, ana, [bob], 'Shop');
  task = await addTask(product.url, ana, { title: 'Fix login', projectId: project.id, state: 'READY' });
  page = await openBoardAs(bob);
});
async function openBoardAs(person: Person): Promise<Page> {
  const window = await openAs(product, person, `/project/${project.id}`);
  await card(window, task.id).waitFor();
  await window.locator('[data-connection="live"]').waitFor();
  return window;
}
const dialog = (window = page) => window.getByRole('dialog');
const openTask = async (window = page) => {
  await card(window, task.id).click();
  await dialog(window).waitFor();
};

browserTest('a task’s dialog says who else is editing it, and when that is over', async () => {
  await openTask();
  const anaPage = await openBoardAs(ana);
  await openTask(anaPage);
  const mark = dialog().getByRole('status');
  await mark.getByText('Ana is editing').waitFor();
  await dialog(anaPage).getByText('Bob is editing').waitFor();
  await anaPage.keyboard.press('Escape');
  await mark.getByText('Ana is editing').waitFor({ state: 'detached' });
});

browserTest('who loses the right while typing is told that it is not saved, and keeps the text', async () => {
  await openTask();
  await dialog().getByLabel('Title').fill('Fix the login');
  await call(product.url, 'PUT', `/projectUsers/${project.id}`, {
    token: ana.token,
    body: { userId: bob.user.id, roleId: 'viewer' },
  });
  await dialog().getByRole('alert').getByText('Your role no longer lets you change this task.').waitFor();
  await dialog().getByRole('heading', { name: 'Fix the login' }).waitFor();
  expect(await dialog().getByRole('textbox').count()).toBe(0);
  expect(await dialog().getByRole('button', { name: 'Save' }).count()).toBe(0);
});

browserTest(
  'SPEC.md#conflicts: what is typed for a task that someone moves to another project is saved there, and nothing twice',
  async () => {
    const { token } = ana;
    const { workspaceId } = project;
    const stock = await call<Project>(product.url, 'POST', '/projects', {
      token,
      body: { name: 'Stock', description: 'Its work', workspaceId },
    });
    const member = { userId: bob.user.id, roleId: 'member' };
    await call(product.url, 'POST', `/projectUsers/${stock.id}`, { token, body: member });
    await openTask();
    await dialog().getByLabel('Title').fill('Fix the login');
    const composer = dialog().getByRole('textbox', { name: 'Write a comment' });
    await composer.fill('Half a thou');
    await call(product.url, 'PUT', `/tasks/${task.id}`, { token, body: { projectId: stock.id } });
    await dialog().getByText('It is in “Stock” now.').waitFor();
    await composer.pressSequentially('ght');
    await dialog().getByRole('button', { name: 'Comment', exact: true }).click();
    await dialog().getByRole('listitem').getByText('Half a thought').waitFor();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    const saved = { id: task.id, title: 'Fix the login', numOfComments: 1 };
    const { columns } = await readBoard(product.url, ana, stock.id);
    expect(columns.flatMap(({ tasks }) => tasks)).toMatchObject([saved]);
  },
);

browserTest('a saved task is named as it is called now', async () => {
  await openTask();
  await dialog().getByLabel('Title').fill('Fix the login');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').getByText('“Fix the login” saved').waitFor();
});

browserTest('the focus returns to the card that was clicked', async () => {
  await openTask();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-task-id]')?.dataset.taskId);
  expect(await focused()).toBe(task.id);
});

browserTest(
  'the focus is seen on the chosen link of the side panel, on buttons and cards alike',
  async () => {
    await page.goto(`${product.url}/workspaces/${project.workspaceId}`);
    const chosen = page.getByRole('link', { name: 'Workspace', exact: true });
    await page.getByRole('link', { name: 'Open project Shop' }).waitFor();
    const ring = () =>
      page.evaluate(() => document.activeElement && getComputedStyle(document.activeElement).outlineStyle);
    await page.getByRole('button', { name: 'Close side panel' }).focus();
    for (const next of [
      chosen,
      page.getByRole('link', { name: 'Settings' }),
      page.getByRole('button', { name: 'new project' }),
      page.getByRole('link', { name: 'Open project Shop' }),
    ]) {
      while (!(await next.evaluate((element) => element === document.activeElement))) {
        await page.keyboard.press('Tab');
      }
      expect(await ring()).toBe('solid');
    }
  },
);

browserTest('a card that someone deletes while it is carried here is named when it is let go', async () => {
  await carry(page, task.id, await placeIn(page, 'BACKLOG', 'top'));
  await call(product.url, 'DELETE', `/tasks/${task.id}`, { token: ana.token });
  await card(page, task.id).getByText('Fix login').first().waitFor({ state: 'detached' });
  await page.mouse.up();
  await page.getByRole('status').getByText('“Fix login” has been deleted since then.').waitFor();
});
