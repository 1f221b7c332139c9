import type { Task } from '@livelane/shared/tasks/task.schema';
import type { Page } from 'playwright-core';
import { createProject, type Person } from '../../test-kit/team';
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
  'items are added by Enter and by pasting a list, ticked, and counted on the card of everybody',
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
  'items are ordered by Alt and arrows and by their handle, worded anew, and removed with an undo',
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

browserTest('an item becomes a task in the same column', async () => {
  await list(page).getByRole('button', { name: 'Make “Paint” a task' }).click();
  await eventually(() => items(other), ['☐ Sand', '☑ Prime']);
  await cardIn(other, task.state, 'Paint').first().waitFor();
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
