import type { Task } from '@livelane/shared/tasks/task.schema';
import type { Page } from 'playwright-core';
import { call, createProject, type Person, readBoard } from '../../test-kit/team';
import { browserTest, card, cardIn, eventually, productForTests } from './product';
import { openAs, signUpAll } from './signedIn';
import { addTask } from './tasks';

const product = productForTests();
let ana: Person;
let bob: Person;
let projectId: string;
let task: Task;
let page: Page;
let other: Page;

beforeAll(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
  ({ id: projectId } = await createProject(product.url, ana, [bob], 'Shop'));
});

beforeEach(async () => {
  const checklist = [{ text: 'Sand' }, { text: 'Prime', isDone: true }, { text: 'Paint' }];
  task = await addTask(product.url, ana, { projectId, title: 'Repair the door', checklist });
  page = await openAs(product, ana, `/project/${projectId}`);
  other = await openAs(product, bob, `/project/${projectId}`);
  await card(other, task.id).click();
  await card(page, task.id).click();
  await list(page).waitFor();
});

const list = (of: Page) => of.getByRole('region', { name: 'Checklist' });
const addField = () => list(page).getByRole('textbox', { name: 'Add an item' });
/** The items as ticked or open, from top to bottom. */
const items = (of: Page) =>
  list(of)
    .getByRole('checkbox')
    .evaluateAll((boxes) =>
      (boxes as HTMLInputElement[]).map(
        (box) => `${box.checked ? '☑' : '☐'} ${box.getAttribute('aria-label')}`,
      ),
    );
const paste = (lines: string) =>
  addField().evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, lines);
const progress = (of: Page) =>
  card(of, task.id)
    .getByText(/^Checklist:/)
    .textContent();

browserTest('the field in which items are added stays in sight below a pasted list', async () => {
  await addField().focus();
  const lines = Array.from({ length: 12 }, (_, number) => `Item ${number}`).join('\n');
  await paste(lines);
  await eventually(async () => (await items(page)).length, 15);
  const isInSight = () =>
    addField().evaluate((field) => {
      const { left, top, width, height } = field.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === field;
    });
  await eventually(isInSight, true);
});

browserTest(
  'items are added by Enter and by pasting a list, ticked, and counted on the card of everyone',
  async () => {
    await addField().fill('Varnish');
    await addField().press('Enter');
    await paste('- [x] Handle\n- [ ] Lock\n');
    const all = ['☐ Sand', '☑ Prime', '☐ Paint', '☐ Varnish', '☑ Handle', '☐ Lock'];
    await eventually(() => items(page), all);
    await eventually(() => items(other), all);
    await list(other).getByRole('checkbox', { name: 'Sand' }).check();
    await eventually(() => items(page), ['☑ Sand', ...all.slice(1)]);
    await page.keyboard.press('Escape');
    await eventually(() => progress(page), 'Checklist: 3 of 6 done');
  },
);

browserTest(
  'items are ordered by Alt and arrows and by their handle, reworded, and removed with an undo',
  async () => {
    await list(page).getByRole('checkbox', { name: 'Sand' }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await eventually(() => items(other), ['☑ Prime', '☐ Sand', '☐ Paint']);
    const handle = list(page).getByLabel('Move “Paint”', { exact: true });
    await handle.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await eventually(() => items(other), ['☑ Prime', '☐ Paint', '☐ Sand']);
    await list(page).getByRole('button', { name: 'Paint', exact: true }).click();
    await page.getByRole('textbox', { name: 'Item text' }).fill('Paint it green');
    await page.keyboard.press('Enter');
    await eventually(() => items(other), ['☑ Prime', '☐ Paint it green', '☐ Sand']);
    // Enter continues to the next item; Escape leaves it as it is, and the task open.
    await page.keyboard.press('Escape');
    await list(page).getByRole('button', { name: 'Remove “Prime”' }).click();
    await eventually(() => items(other), ['☐ Paint it green', '☐ Sand']);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await eventually(() => items(other), ['☑ Prime', '☐ Paint it green', '☐ Sand']);
  },
);

browserTest('what is said of a lifted item is in the chosen language', async () => {
  // An account has one language: theirs alone.
  const [cleo] = await signUpAll(product.url, 'Cleo');
  const { id } = await createProject(product.url, cleo, [], 'Laden');
  const checklist = ['Sand', 'Prime', 'Paint'].map((text) => ({ text }));
  const made = await addTask(product.url, cleo, { projectId: id, title: 'Tür', checklist });
  page = await openAs(product, cleo, `/project/${id}?task=${made.id}`, {}, { 'livelane-language': 'de' });
  const spoken = () => page.locator('[id^="rfd-announcement"]').last().textContent();
  await page.getByRole('dialog').getByLabel('„Paint“ verschieben', { exact: true }).focus();
  await page.keyboard.press('Space');
  await eventually(spoken, 'Sie haben Paint aufgenommen. Position 3 in Checkliste.');
  await page.keyboard.press('ArrowUp');
  await eventually(spoken, 'Paint ist jetzt an Position 2 in Checkliste.');
  await page.keyboard.press('Space');
  await eventually(spoken, 'Sie haben Paint an Position 2 in Checkliste abgelegt.');
});

browserTest('an item becomes a task in the same column', async () => {
  await list(page).getByRole('button', { name: 'Make “Paint” a task' }).click();
  await eventually(() => items(other), ['☐ Sand', '☑ Prime']);
  // Whoever works by keys is still in the list.
  expect(await addField().evaluate((field) => field === document.activeElement)).toBe(true);
  await cardIn(other, task.state, 'Paint').first().waitFor();
});

browserTest('an item of a private task becomes a private one; a full column takes none', async () => {
  const { token } = ana;
  const hidden = await addTask(product.url, ana, {
    projectId,
    title: 'Surprise',
    state: 'REVIEW',
    visibility: 'PRIVATE',
    checklist: [{ text: 'Cake' }],
  });
  page = await openAs(product, ana, `/project/${projectId}?task=${hidden.id}`);
  await list(page).getByRole('button', { name: 'Make “Cake” a task' }).click();
  await page.getByText('“Cake” is now a task').waitFor();
  await page.keyboard.press('Escape');
  await cardIn(page, 'REVIEW', 'Cake').waitFor();
  const made = async () => {
    const { columns } = await readBoard(product.url, ana, projectId);
    const cake = columns.flatMap(({ tasks }) => tasks).find(({ title }) => title === 'Cake');
    return cake?.visibility;
  };
  await eventually(made, 'PRIVATE');
  expect(await cardIn(other, 'REVIEW', 'Cake').count()).toBe(0);

  const full = await addTask(product.url, ana, {
    projectId,
    title: 'Open',
    state: 'TEST',
    checklist: [{ text: 'Part' }],
  });
  const wipLimit = { max: 1, isHard: true };
  await call(product.url, 'PUT', `/projects/${projectId}/columns/TEST`, { token, body: { wipLimit } });
  await page.locator('[data-state="TEST"] input[placeholder="Full: 1 of 1"]').waitFor();
  await cardIn(page, 'TEST', 'Open').click();
  await list(page).getByRole('button', { name: 'Make “Part” a task' }).click();
  await page.getByText('Test is full: 1 of 1. Move a task out of it first.').waitFor();
  expect(await items(page)).toEqual(['☐ Part']);

  // The personal board knows no limits: the server refuses, and the item stays.
  await call(product.url, 'PUT', `/tasks/${full.id}`, { token, body: { assignees: [ana.user.id] } });
  const personal = await openAs(product, ana, '/');
  await cardIn(personal, 'TEST', 'Open').click();
  await list(personal).getByRole('button', { name: 'Make “Part” a task' }).click();
  await personal.getByText('This column is full').waitFor();
  expect(await items(personal)).toEqual(['☐ Part']);
  expect(await personal.getByText('not saved').count()).toBe(0);
});

browserTest('without a connection items are ticked and added, and sent when it is back', async () => {
  await page.context().setOffline(true);
  await list(page).getByRole('checkbox', { name: 'Paint' }).check();
  await addField().fill('Later');
  await addField().press('Enter');
  const all = ['☐ Sand', '☑ Prime', '☑ Paint', '☐ Later'];
  await eventually(() => items(page), all);
  expect(await items(other)).toEqual(['☐ Sand', '☑ Prime', '☐ Paint']);
  await page.context().setOffline(false);
  await eventually(() => items(other), all);
});
