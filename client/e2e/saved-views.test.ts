import { call, createProject, type Person } from '../../test-kit/team';
import { browserTest, eventually, productForTests, titlesIn } from './product';
import { openAs, signUpAll } from './signedIn';
import { addTask, chooseItem } from './tasks';

const product = productForTests();
let ana: Person;
let bob: Person;
let projectId: string;

beforeAll(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
});

beforeEach(async () => {
  ({ id: projectId } = await createProject(product.url, ana, [bob], 'Shop'));
  await addTask(product.url, ana, { projectId, title: 'urgent', priority: 'CRITICAL' });
  await addTask(product.url, ana, { projectId, title: 'usual' });
});

const viewMenu = async (page: Awaited<ReturnType<typeof openAs>>) => {
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await chooseItem(page, 'Saved views');
};

browserTest('a view is saved for the project, chosen by another one, renamed and deleted', async () => {
  const page = await openAs(product, ana, `/project/${projectId}?priority=CRITICAL&lanes=priority`);
  await eventually(() => page.locator('[data-lane="CRITICAL"] [data-task-id]').count(), 1);
  await viewMenu(page);
  await chooseItem(page, 'Save this view…');
  await page.getByLabel('Name').fill('Fires');
  await page.getByLabel('For everyone in the project').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('View “Fires” saved').waitFor();
  const address = new URL(page.url()).searchParams.get('view');

  const other = await openAs(product, bob, `/project/${projectId}`);
  await eventually(() => titlesIn(other, 'READY'), ['urgent', 'usual']);
  await viewMenu(other);
  await other.getByRole('menuitemradio', { name: 'Fires' }).click();
  await other.locator('[data-lane="CRITICAL"] [data-task-id]').waitFor();
  expect(new URL(other.url()).search).toBe(`?priority=CRITICAL&lanes=priority&view=${address}`);

  await viewMenu(page);
  await chooseItem(page, 'Rename or delete…');
  await page.getByLabel('Name of view “Fires”').fill('Alarms');
  await page.keyboard.press('Enter');
  await other.getByText('View: Alarms').waitFor();
  await page.getByText('View “Alarms” saved').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await other.getByText('View: Fires').waitFor();
  // The field follows, or leaving it would rename the view once more.
  await eventually(() => page.getByLabel('Name of view “Fires”').inputValue(), 'Fires');
  await page.getByLabel('Name of view “Fires”').fill('Alarms');
  await page.keyboard.press('Enter');
  await other.getByText('View: Alarms').waitFor();
  await page.getByRole('button', { name: 'Delete view “Alarms”' }).click();
  await page.getByText('View “Alarms” deleted').waitFor();
  await other.getByText('View: Alarms').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(
    async () =>
      (
        await call<{ id: string; name: string }[]>(product.url, 'GET', `/views?projectId=${projectId}`, bob)
      ).map(({ id, name }) => [id, name]),
    [[address, 'Alarms']],
  );
});

browserTest(
  'an address with nothing but a view shows it; what was changed since is saved into it',
  async () => {
    const { id } = await call<{ id: string }>(product.url, 'POST', '/views', {
      token: ana.token,
      body: { projectId, name: 'Mine', filter: { text: 'usual' } },
    });
    const page = await openAs(product, ana, `/project/${projectId}?view=${id}`);
    await eventually(() => titlesIn(page, 'READY'), ['usual']);
    await page.getByText('View: Mine').waitFor();
    await page.getByPlaceholder('Search titles').fill('urgent');
    await eventually(() => titlesIn(page, 'READY'), ['urgent']);
    await viewMenu(page);
    await chooseItem(page, 'Update “Mine”');
    await page.getByText('View “Mine” saved').waitFor();
    await page.getByRole('button', { name: 'Clear filter: View' }).click();
    await eventually(() => titlesIn(page, 'READY'), ['urgent', 'usual']);
    await viewMenu(page);
    await page.getByRole('menuitemradio', { name: 'Mine' }).click();
    await eventually(() => titlesIn(page, 'READY'), ['urgent']);
  },
);
