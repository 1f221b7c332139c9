import type { Project } from '@livelane/shared/projects/project.schema';
import type { Task } from '@livelane/shared/tasks/task.schema';
import { timeEstimates } from '@livelane/shared/tasks/task.values';
import type { Locator, Page } from 'playwright-core';
import { call, createProject, type Person, readBoard } from '../../test-kit/team';
import { browserTest, card, cardIn, column, eventually, productForTests } from './product';
import { openAs, refuse, type SeenRequest, signUpAll, watchCalls, writesOf } from './signedIn';
import { addTask, choose, chooseDate, optionsOf } from './tasks';

const product = productForTests();
let ana: Person;
let bob: Person;
let project: Project;
let page: Page;
let dialog: Locator;
let calls: SeenRequest[];

beforeAll(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
});

beforeEach(async () => {
  project = await createProject(product.url, ana, [bob], 'Shop');
});

async function open(): Promise<void> {
  page = await openAs(product, ana, `/project/${project.id}`);
  await column(page, 'READY').waitFor();
  calls = watchCalls(page);
  dialog = page.getByRole('dialog');
}
const select = (name: string) => dialog.getByRole('combobox', { name, exact: true });
const assignees = async () =>
  (await dialog.locator('.MuiAutocomplete-root .MuiChip-label').allTextContents()).sort();
const writes = () => writesOf(calls);
const read = (taskId: string) => call<Task>(product.url, 'GET', `/tasks/${taskId}`, { token: ana.token });

browserTest(
  'section 4, Task defaults: "New task", the column’s state, medium priority, no estimate, the current user',
  async () => {
    await open();
    await page.getByRole('button', { name: 'New task in Review' }).click();
    await dialog.waitFor();
    expect(await dialog.getByLabel('Title').inputValue()).toBe('New task');
    expect(await select('State').textContent()).toBe('Review');
    expect(await select('Priority').textContent()).toBe('Medium');
    expect(await select('Time estimate').textContent()).toBe('No estimate');
    expect(await dialog.getByRole('textbox', { name: 'Due date' }).inputValue()).toBe('');
    expect(await select('Project').textContent()).toBe('Shop');
    expect(await select('Visibility').textContent()).toBe('Everyone in the project');
    expect(await assignees()).toEqual(['Ana Test']);
    expect(await optionsOf(page, select('Time estimate'))).toHaveLength(timeEstimates.length);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    await cardIn(page, 'REVIEW', 'New task').waitFor();
  },
);

browserTest(
  'the names of states and priorities stand apart from their marks, in the open lists too',
  async () => {
    await open();
    await page.getByRole('button', { name: 'New task in Review' }).click();
    for (const [field, mark] of [
      ['State', 'span[aria-hidden]'],
      ['Priority', 'svg'],
    ] as const) {
      await select(field).click();
      const option = page.getByRole('option', { selected: true });
      await option.waitFor();
      const space = await option.locator(mark).evaluate((of) => {
        const name = document.createRange();
        name.selectNodeContents(of.nextSibling ?? of);
        return name.getBoundingClientRect().left - of.getBoundingClientRect().right;
      });
      // Less than the full space while the list still grows.
      expect(space).toBeGreaterThan(1);
      await page.keyboard.press('Escape');
      await page.getByRole('listbox').waitFor({ state: 'detached' });
    }
  },
);

browserTest(
  'section 2, Task dialog: every field of a new task is sent, the dialog closes and the card is there',
  async () => {
    await open();
    await page.getByRole('button', { name: 'New task in Ready' }).click();
    await dialog.getByLabel('Title').fill('Pack the parcels');
    await dialog.getByLabel('Description').fill('Two of each');
    await choose(page, select('State'), 'Test');
    await choose(page, select('Priority'), 'Critical');
    await choose(page, select('Time estimate'), '1.5 hours');
    await chooseDate(page, dialog.getByRole('textbox', { name: 'Due date' }), '2027-02-03');
    await choose(page, dialog.getByRole('combobox', { name: 'Assignees' }), 'Bob Test');
    await choose(page, select('Visibility'), 'Only its creator, the assignees and project owners');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    await cardIn(page, 'TEST', 'Pack the parcels').waitFor();
    expect(writes()).toMatchObject([
      {
        method: 'POST',
        path: '/tasks',
        body: {
          title: 'Pack the parcels',
          description: 'Two of each',
          projectId: project.id,
          state: 'TEST',
          priority: 'CRITICAL',
          timeEstimateId: 90,
          dueDate: '2027-02-03',
          assignees: [ana.user.id, bob.user.id],
          visibility: 'PRIVATE',
        },
      },
    ]);
  },
);

browserTest('section 2, Task dialog: every field of an old task is shown, changed and stored', async () => {
  const other = await call<Project>(product.url, 'POST', '/projects', {
    token: ana.token,
    body: { name: 'Stock', description: 'Beside the shop', workspaceId: project.workspaceId },
  });
  const task = await addTask(product.url, ana, {
    title: 'Old title',
    description: 'Old text',
    projectId: project.id,
    priority: 'LOW',
    timeEstimateId: 5,
    timeSpent: 3,
    dueDate: '2027-01-01',
    assignees: [ana.user.id],
  });
  await open();
  await card(page, task.id).click();
  await dialog.waitFor();
  expect(await dialog.getByLabel('Description').inputValue()).toBe('Old text');
  expect(await select('Priority').textContent()).toBe('Low');
  expect(await select('Time estimate').textContent()).toBe('5 minutes');
  expect(await dialog.getByRole('textbox', { name: 'Due date' }).inputValue()).toBe('01/01/2027');
  await dialog.getByLabel('Title').fill('New title');
  await dialog.getByLabel('Description').fill('New text');
  await choose(page, select('State'), 'In Progress');
  await choose(page, select('Priority'), 'No priority');
  await choose(page, select('Time estimate'), 'No estimate');
  await dialog.getByLabel('Time spent (minutes)').fill('30');
  await chooseDate(page, dialog.getByRole('textbox', { name: 'Due date' }), '2027-12-31');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await cardIn(page, 'IN_PROGRESS', 'New title').waitFor();
  const stored = {
    title: 'New title',
    description: 'New text',
    state: 'IN_PROGRESS',
    priority: null,
    timeEstimate: null,
    timeSpent: 30,
    dueDate: '2027-12-31',
    assignees: [ana.user.id],
    projectId: project.id,
  };
  expect(await read(task.id)).toMatchObject(stored);
  expect(writes()).toMatchObject([{ method: 'PUT', path: `/tasks/${task.id}` }]);

  await card(page, task.id).click();
  await choose(page, select('Project'), 'Stock');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await card(page, task.id).waitFor({ state: 'detached' });
  expect(await read(task.id)).toMatchObject({ ...stored, projectId: other.id });
});

browserTest(
  'section 5, New task: the title is required; a refused one says why under the buttons and keeps what was typed',
  async () => {
    await open();
    await page.getByRole('button', { name: 'New task in Ready' }).click();
    await dialog.getByLabel('Title').fill('');
    const create = dialog.getByRole('button', { name: 'Create' });
    await create.click();
    await dialog.getByText('Task title is required').waitFor();
    expect(writes()).toEqual([]);
    await refuse(page, '**/v1/tasks', { method: 'POST', message: 'The shop is closed' });
    await dialog.getByLabel('Title').fill('Open the shop');
    await create.click();
    const error = dialog.getByRole('alert').filter({ hasText: 'The shop is closed' });
    await error.waitFor();
    const [text, button] = [await error.boundingBox(), await create.boundingBox()];
    expect(text?.y).toBeGreaterThan(button?.y ?? Number.POSITIVE_INFINITY);
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Open the shop');
    expect(await page.locator('[data-task-id]').count()).toBe(0);
  },
);

browserTest(
  'on a slow line what is typed while a task is created is a change of it, at the place where one types',
  async () => {
    await open();
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/v1/tasks', async (route) => {
      await isAnswered;
      await route.continue();
    });
    await page.getByRole('button', { name: 'New task in Ready' }).click();
    await dialog.getByLabel('Title').fill('Open the shop');
    await dialog.getByLabel('Description').click();
    await page.keyboard.type('At nine.');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type(' Or at ten');
    answer();
    await dialog.getByText('What you have typed since then has not been saved yet.').waitFor();
    await page.getByRole('dialog', { name: 'Edit task' }).waitFor();
    await page.keyboard.type('.');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    const { columns } = await readBoard(product.url, ana, project.id);
    const saved = { title: 'Open the shop', description: 'At nine. Or at ten.' };
    expect(columns.flatMap(({ tasks }) => tasks)).toMatchObject([saved]);
  },
);

browserTest(
  'section 2, Task dialog: a due date can be typed; what is no day is said and not sent',
  async () => {
    await open();
    await page.getByRole('button', { name: 'New task in Ready' }).click();
    const due = dialog.getByRole('textbox', { name: 'Due date' });
    await due.fill('31/02/2027');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Enter a date as dd/mm/yyyy.').waitFor();
    await due.press('Enter');
    expect(writes()).toEqual([]);
    await due.fill('28.2.27');
    await due.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () => writes().length, 1);
    expect(writes()).toMatchObject([{ method: 'POST', path: '/tasks', body: { dueDate: '2027-02-28' } }]);
  },
);

browserTest('section 4, Task defaults: clearing the state resets it to Ready', async () => {
  await open();
  await page.getByRole('button', { name: 'New task in Waiting' }).click();
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Clear state' }).click();
  await eventually(() => select('State').textContent(), 'Ready');
});

browserTest(
  'section 2, Dialogs: the usual one opens ten units from the top and is centred; on a phone it fills the screen',
  async () => {
    await open();
    await page.getByRole('button', { name: 'New task in Ready' }).click();
    const box = async () => {
      await dialog.waitFor();
      // The opening has ended when the dialog stands still.
      await dialog.evaluate((element) =>
        Promise.all(element.getAnimations({ subtree: true }).map((each) => each.finished)),
      );
      return dialog.boundingBox();
    };
    const wide = await box();
    expect(wide?.y).toBe(80);
    expect(((wide?.x ?? 0) + (wide?.width ?? 0) / 2) * 2).toBeCloseTo(1280, 0);
    await page.setViewportSize({ width: 390, height: 844 });
    await eventually(async () => (await box())?.width, 390);
    // On its side, too.
    await page.setViewportSize({ width: 844, height: 390 });
    await eventually(async () => (await box())?.height, 390);
  },
);
