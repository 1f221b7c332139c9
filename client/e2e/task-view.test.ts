import type { Project } from '@livelane/shared/projects/project.schema';
import type { Task } from '@livelane/shared/tasks/task.schema';
import type { Locator, Page } from 'playwright-core';
import { call, createProject, type Person } from '../../test-kit/team';
import { browserTest, card, cardIn, column, eventually, productForTests } from './product';
import { openAs, signUpAll } from './signedIn';
import { addTask } from './tasks';

const product = productForTests();
let ana: Person;
let bob: Person;
let project: Project;
let first: Task;
let second: Task;

beforeAll(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
  project = await createProject(product.url, ana, [], 'Shop');
  for (const scope of ['workspace', 'project'] as const) {
    const id = scope === 'project' ? project.id : project.workspaceId;
    const body = { userId: bob.user.id, roleId: scope === 'project' ? 'viewer' : 'member' };
    await call(product.url, 'POST', `/${scope}Users/${id}`, { token: ana.token, body });
  }
  const description = 'See https://example.com/plan for more';
  first = await addTask(product.url, ana, { title: 'Pack', description, projectId: project.id });
  second = await addTask(product.url, ana, { title: 'Send', projectId: project.id });
});

const board = () => `/project/${project.id}`;
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Edit task' });
const titleIn = (page: Page) => dialogOf(page).getByLabel('Title');
const taskAt = (page: Page) => new URL(page.url()).searchParams.get('task');

browserTest(
  'an open task has an address: Back closes it, and someone else opens it over the board',
  async () => {
    const page = await openAs(product, ana, board());
    await card(page, first.id).click();
    await dialogOf(page).waitFor();
    await eventually(async () => taskAt(page), first.id);
    const address = page.url();
    await page.goBack();
    await dialogOf(page).waitFor({ state: 'detached' });
    expect(page.url()).toBe(product.url + board());
    await page.goForward();
    await dialogOf(page).waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    await eventually(async () => taskAt(page), null);

    const other = await openAs(product, ana, address.slice(product.url.length));
    await dialogOf(other).waitFor();
    expect(await titleIn(other).inputValue()).toBe('Pack');
    expect(await dialogOf(other).getByRole('link', { name: 'example.com/plan' }).getAttribute('href')).toBe(
      'https://example.com/plan',
    );
    await dialogOf(other).getByRole('button', { name: 'Close' }).click();
    await dialogOf(other).waitFor({ state: 'detached' });
    await cardIn(other, 'READY', 'Pack').waitFor();
    await eventually(async () => taskAt(other), null);
  },
);

browserTest(
  'an address of a task that is not on the board goes to its own board, or says that it is gone',
  async () => {
    const page = await openAs(product, ana, `/?task=${second.id}`);
    await dialogOf(page).waitFor();
    const elsewhere = await createProject(product.url, ana, [], 'Stock');
    const other = await addTask(product.url, ana, { title: 'Count', projectId: elsewhere.id });
    const lost = await openAs(product, ana, `${board()}?task=${other.id}`);
    await lost.waitForURL(`${product.url}/project/${elsewhere.id}?task=${other.id}`);
    await eventually(() => titleIn(lost).inputValue(), 'Count');
    await lost.goto(`${product.url}${board()}?task=${project.id}`);
    await lost.getByText('This task no longer exists').waitFor();
    await eventually(async () => taskAt(lost), null);
  },
);

browserTest(
  'the palette over an open task asks before typed text is lost, then opens what was asked for',
  async () => {
    const page = await openAs(product, ana, `${board()}?task=${first.id}`);
    await titleIn(page).fill('Pack it all');
    const ask = async (words: string, option: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search and commands' }).fill(words);
      await page.getByRole('option', { name: option }).first().click();
    };
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await ask('Send', 'Send');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await titleIn(page).inputValue()).toBe('Pack it all');
    // What was kept open then closes to the board.
    await titleIn(page).fill('Pack');
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'New task in Ready' }).click();
    const made = page.getByRole('dialog', { name: 'New task' });
    await made.getByLabel('Title').fill('Count');
    await ask('Send', 'Send');
    await question.getByRole('button', { name: 'Discard' }).click();
    await eventually(() => titleIn(page).inputValue(), 'Send');
    await eventually(async () => taskAt(page), second.id);
    // Nothing is typed: nobody is asked.
    await ask('Pack', 'Pack');
    await eventually(() => titleIn(page).inputValue(), 'Pack');
    await eventually(async () => taskAt(page), first.id);
    await page.keyboard.press('Escape');
    await cardIn(page, 'READY', 'Send').click();
    // Only the server finds it, by its description.
    await ask('plan', 'Pack');
    await eventually(() => titleIn(page).inputValue(), 'Pack');
    await eventually(async () => taskAt(page), first.id);
  },
);

browserTest(
  'J and K go from task to task, Ctrl+Enter saves, and Back asks before typed text is lost',
  async () => {
    const page = await openAs(product, ana, `${board()}?task=${first.id}`);
    await dialogOf(page).waitFor();
    await page.keyboard.press('j');
    await eventually(() => titleIn(page).inputValue(), 'Send');
    await eventually(async () => taskAt(page), second.id);
    expect(await dialogOf(page).getByRole('button', { name: 'Next task' }).isDisabled()).toBe(true);
    await page.keyboard.press('k');
    await eventually(() => titleIn(page).inputValue(), 'Pack');
    await dialogOf(page).getByRole('button', { name: 'Next task' }).click();
    await eventually(() => titleIn(page).inputValue(), 'Send');
    await titleIn(page).fill('Send today');
    await titleIn(page).press('Control+Enter');
    await dialogOf(page).waitFor({ state: 'detached' });
    await cardIn(page, 'READY', 'Send today').click();
    await titleIn(page).fill('Send tomorrow');
    await page.goBack();
    await page.getByText('Discard your changes?').waitFor();
    await page
      .getByRole('dialog', { name: 'Discard your changes?' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    expect(await titleIn(page).inputValue()).toBe('Send tomorrow');
    await eventually(async () => taskAt(page), second.id);
    await page.goBack();
    await page.getByRole('button', { name: 'Discard' }).click();
    await dialogOf(page).waitFor({ state: 'detached' });
    await cardIn(page, 'READY', 'Send today').waitFor();
  },
);

browserTest(
  'text of a new task is there again after a link; then opens what the link names, or what another app shares',
  async () => {
    const page = await openAs(product, ana, board());
    const dialog = page.getByRole('dialog', { name: 'New task' });
    const title = dialog.getByLabel('Title');
    for (const link of [`?task=${second.id}`, '?share-title=Buy%20paint']) {
      await page.getByRole('button', { name: 'New task in Ready' }).click();
      await title.fill('Half a thou');
      await page.goto(product.url + board() + link);
      await dialog.getByText('Your text from before is back.').waitFor();
      expect(await title.inputValue()).toBe('Half a thou');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      if (link.includes('share')) await eventually(() => title.inputValue(), 'Buy paint');
      else {
        await dialogOf(page).waitFor();
        expect(taskAt(page)).toBe(second.id);
        await page.keyboard.press('Escape');
        await dialogOf(page).waitFor({ state: 'detached' });
      }
    }
  },
);

browserTest('a viewer reads a task: a heading and texts, no field, and is offered no new one', async () => {
  const page = await openAs(product, bob, board());
  await column(page, 'READY').waitFor();
  await card(page, first.id).click();
  const dialog = page.getByRole('dialog', { name: 'Task' });
  await dialog.getByRole('heading', { name: 'Pack' }).waitFor();
  await dialog.getByText('Everyone in the project').waitFor();
  expect(await dialog.locator('input, textarea, [role="combobox"]').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await page.getByRole('option', { name: 'New task' }).count()).toBe(0);
});

browserTest('the palette opens a task as it is now while the past of its board is shown', async () => {
  const page = await openAs(product, ana, board());
  await card(page, first.id).waitFor();
  await page.getByRole('button', { name: 'Go back in time' }).click();
  await page.getByRole('slider', { name: 'Point in time' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('pack');
  const found = page.getByRole('option', { name: 'Pack' });
  await found.first().waitFor();
  // The other one is the way to all results.
  expect(await found.count()).toBe(2);
  await found.first().click();
  await eventually(() => titleIn(page).inputValue(), 'Pack');
});
