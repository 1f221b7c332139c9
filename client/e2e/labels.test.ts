import type { Label } from '@livelane/shared/labels/label.schema';
import type { Task } from '@livelane/shared/tasks/task.schema';
import type { Page } from 'playwright-core';
import { call, createProject, type Person } from '../../test-kit/team';
import { browserTest, card, cardIn, eventually, productForTests, titlesIn } from './product';
import { openAs, signUpAll } from './signedIn';
import { addTask } from './tasks';

const product = productForTests();
let ana: Person;
let bob: Person;
let projectId: string;
let workspaceId: string;
let task: Task;

beforeAll(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
  ({ id: projectId, workspaceId } = await createProject(product.url, ana, [bob], 'Shop'));
});

beforeEach(async () => {
  task = await addTask(product.url, ana, { projectId, title: 'Repair the door' });
});

afterEach(async () => {
  await call(product.url, 'DELETE', `/tasks/${task.id}`, { token: ana.token });
});

const labels = (page: Page) => page.getByRole('dialog').getByRole('combobox', { name: 'Labels' });
const makeLabel = (name: string, colour: string) =>
  call<Label>(product.url, 'POST', `/workspaces/${workspaceId}/labels`, {
    token: ana.token,
    body: { name, colour },
  });
const labelsOnCard = (page: Page) => card(page, task.id).locator('[data-colour]').allTextContents();

browserTest(
  'a label is made while typing, chosen from then on, and stands on the card of everyone',
  async () => {
    const [page, other] = [
      await openAs(product, ana, `/project/${projectId}`),
      await openAs(product, bob, `/project/${projectId}`),
    ];
    await cardIn(other, 'READY', task.title).waitFor();
    await card(page, task.id).click();
    await labels(page).fill('Urgent');
    await page.getByRole('option', { name: 'Create “Urgent”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Urgent' }).waitFor();
    // The same name again is the same label, whatever its case.
    await labels(page).fill('urgent');
    await page.getByText('No options').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(() => labelsOnCard(page), ['Urgent']);
    await eventually(() => labelsOnCard(other), ['Urgent']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(() => labelsOnCard(other), []);
  },
);

/** Bob's board, whose socket can be cut, with a label on its card. */
async function boardWithCut(name: string) {
  const label = await makeLabel(name, 'yellow');
  await call(product.url, 'PUT', `/tasks/${task.id}`, { token: ana.token, body: { labels: [label.id] } });
  const page = await openAs(product, bob, '/workspaces');
  await page.clock.install();
  let isCut = false;
  let drop = () => {};
  await page.routeWebSocket(/socket\.io/, (socket) => {
    drop = () => void socket.close();
    if (isCut) drop();
    else socket.connectToServer();
  });
  await page.route('**/socket.io/**', (route) => (isCut ? route.abort() : route.continue()));
  await page.goto(`${product.url}/project/${projectId}`);
  await page.locator('[data-connection="live"]').waitFor();
  await eventually(() => labelsOnCard(page), [name]);
  return {
    page,
    rename: (to: string) =>
      call(product.url, 'PUT', `/workspaces/${workspaceId}/labels/${label.id}`, {
        token: ana.token,
        body: { name: to, colour: 'yellow' },
      }),
    cut: async () => {
      isCut = true;
      drop();
      await page.locator('[data-connection="polling"]').waitFor();
    },
    mend: () => {
      isCut = false;
    },
  };
}

browserTest('R12 a label renamed between two connections has its new name with the second one', async () => {
  const { page, rename, cut, mend } = await boardWithCut('Window');
  await cut();
  await rename('Shutter');
  mend();
  await page.locator('[data-connection="live"]').waitFor();
  await eventually(() => labelsOnCard(page), ['Shutter']);
});

browserTest('R12 without a socket labels are read again every minute, as the board is', async () => {
  const { page, rename, cut } = await boardWithCut('Cellar');
  await cut();
  await rename('Basement');
  await page.clock.fastForward(61_000);
  await eventually(() => labelsOnCard(page), ['Basement']);
});

browserTest('cards are filtered by label, and the address keeps it', async () => {
  const { id } = await makeLabel('Garden', 'green');
  await addTask(product.url, ana, { projectId, title: 'Plant a tree', labels: [id] });
  const page = await openAs(product, ana, `/project/${projectId}`);
  await cardIn(page, 'READY', 'Plant a tree').waitFor();
  await page.getByRole('search').getByRole('combobox', { name: 'Labels' }).click();
  await page.getByRole('option', { name: 'Garden' }).click();
  await eventually(() => titlesIn(page, 'READY'), ['Plant a tree']);
  expect(new URL(page.url()).searchParams.get('labels')).toBe(id);
  await page.reload();
  await eventually(() => titlesIn(page, 'READY'), ['Plant a tree']);
});

browserTest(
  'the page of a workspace renames, recolours, merges and deletes labels, seen on boards at once',
  async () => {
    const first = await makeLabel('Bug', 'red');
    const second = await makeLabel('Fault', 'blue');
    await call(product.url, 'PUT', `/tasks/${task.id}`, { token: ana.token, body: { labels: [first.id] } });
    const board = await openAs(product, bob, `/project/${projectId}`);
    await eventually(() => labelsOnCard(board), ['Bug']);
    const page = await openAs(product, ana, `/workspace/${workspaceId}/labels`);
    await page.getByRole('button', { name: 'Edit label “Bug”' }).click();
    await page.getByLabel('Name').fill('Defect');
    await page.getByRole('radio', { name: 'Teal' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(() => labelsOnCard(board), ['Defect']);
    await card(board, task.id).locator('[data-colour="teal"]').waitFor();
    await page.getByText('Label “Defect” changed').waitFor();
    const renameElsewhere = (name: string) =>
      call(product.url, 'PUT', `/workspaces/${workspaceId}/labels/${first.id}`, {
        token: ana.token,
        body: { name },
      });
    await renameElsewhere('Flaw');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Someone else has changed “Defect” since then.').waitFor();
    await eventually(() => labelsOnCard(board), ['Flaw']);
    await page.getByRole('button', { name: 'Undo anyway' }).click();
    await eventually(() => labelsOnCard(board), ['Bug']);
    await card(board, task.id).locator('[data-colour="red"]').waitFor();
    await renameElsewhere('Defect');

    const undoWhatWasToldOf = async (told: string) => {
      await page.getByRole('status').filter({ hasText: told }).getByRole('button', { name: 'Undo' }).click();
    };
    const merge = async () => {
      await page.getByRole('button', { name: 'Merge label “Defect” into another' }).click();
      await page.getByRole('combobox', { name: 'Label to keep' }).click();
      await page.getByRole('option', { name: 'Fault' }).click();
      await page.getByRole('button', { name: 'Merge', exact: true }).click();
      await eventually(() => labelsOnCard(board), ['Fault']);
    };
    await merge();
    await undoWhatWasToldOf('“Defect” merged into “Fault”');
    await eventually(() => labelsOnCard(board), ['Defect']);
    await merge();

    const remove = async () => {
      await page.getByRole('button', { name: `Delete label “${second.name}”` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await eventually(() => labelsOnCard(board), []);
    };
    await remove();
    await undoWhatWasToldOf('Label “Fault” deleted');
    await eventually(() => labelsOnCard(board), ['Fault']);
    await page.getByRole('button', { name: `Edit label “${second.name}”` }).waitFor();
    await remove();
    // Members change their own labels only.
    const others = await openAs(product, bob, `/workspace/${workspaceId}/labels`);
    await others.getByText('Urgent').waitFor();
    expect(await others.getByRole('button', { name: /^Delete label/ }).count()).toBe(0);
  },
);

browserTest('labels are bars for whoever chooses so, with their names for readers', async () => {
  const { id } = await makeLabel('Paint', 'purple');
  await call(product.url, 'PUT', `/tasks/${task.id}`, { token: ana.token, body: { labels: [id] } });
  const page = await openAs(product, ana, `/project/${projectId}`);
  await eventually(() => labelsOnCard(page), ['Paint']);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Bars' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await eventually(() => labelsOnCard(page), ['Paint']);
  const box = await card(page, task.id).locator('[data-colour]').boundingBox();
  expect(box?.height).toBeLessThan(12);
  // Paper has no pointer that would show what a bar stands for.
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.locator('[data-print]').getByText('Paint', { exact: true }).waitFor();
});

browserTest('labels of one name from two workspaces say whose they are on the personal board', async () => {
  const shopLabel = await makeLabel('Twin', 'red');
  const other = await createProject(product.url, ana, [], 'Garden');
  const gardenLabel = await call<Label>(product.url, 'POST', `/workspaces/${other.workspaceId}/labels`, {
    token: ana.token,
    body: { name: 'twin', colour: 'red' },
  });
  const add = (title: string, of: string, label: string) =>
    addTask(product.url, ana, { title, projectId: of, labels: [label], assignees: [ana.user.id] });
  const [inShop, inGarden] = [
    await add('in the shop', projectId, shopLabel.id),
    await add('in the garden', other.id, gardenLabel.id),
  ];
  const page = await openAs(product, ana, '/?lanes=label');
  const lane = (name: string) => page.getByRole('region', { name, exact: true });
  await lane('Twin (Workspace of Shop)').getByText('Workspace of Shop').waitFor();
  await lane('twin (Workspace of Garden)').getByText('Workspace of Garden').waitFor();
  await card(page, inShop.id).click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('toolbar').getByRole('button', { name: 'Labels' }).click();
  // Labels of another workspace cannot be given to it.
  await page.getByRole('menuitem', { name: 'Twin (Workspace of Shop)' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'twin (Workspace of Garden)' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('search').getByRole('combobox', { name: 'Labels' }).click();
  await page.getByRole('option', { name: 'twin (Workspace of Garden)' }).click();
  await card(page, inShop.id).waitFor({ state: 'detached' });
  await card(page, inGarden.id).waitFor();
  await page.goto(`${product.url}/search?q=the`);
  await page.getByRole('combobox', { name: 'Labels' }).click();
  await page.getByRole('option', { name: 'Twin (Workspace of Shop)' }).click();
  await page.getByText('in the shop').waitFor();
});
