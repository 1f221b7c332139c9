import { call, createProject, type Person } from '../../test-kit/team';
import { type Finger, fingerOn, fingerPlace, missedBy, PHONE } from './finger';
import { browserTest, card, eventually, productForTests, titlesIn } from './product';
import { openAs, signUpAll } from './signedIn';
import { addTask } from './tasks';

const product = productForTests();
let ana: Person;
let bob: Person;
let projectId: string;

beforeAll(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
});

beforeEach(async () => {
  ({ id: projectId } = await createProject(product.url, ana, [bob], 'Shop'));
});

const add = (title: string, more: object = {}) => addTask(product.url, ana, { projectId, title, ...more });
const open = async (more = '') => {
  const page = await openAs(product, ana, `/project/${projectId}${more}`, PHONE);
  await page.locator('[data-connection="live"]').waitFor();
  const finger: Finger = fingerOn(await page.context().newCDPSession(page));
  return { page, finger };
};

browserTest(
  'a long press that goes nowhere chooses a card, taps choose more, and their bar moves them together',
  async () => {
    const [a, b] = [await add('a'), await add('b')];
    await add('c');
    const { page, finger } = await open();
    await card(page, a.id).waitFor();
    await finger.press(await fingerPlace(card(page, a.id)));
    await page.locator('html[data-dragging]').waitFor();
    await finger.up();
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' });
    await bar.getByText('1 selected').waitFor();
    await card(page, b.id).tap();
    await bar.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'Move to column' }).tap();
    await page.getByRole('menuitem', { name: 'Review' }).tap();
    const other = await openAs(product, bob, `/project/${projectId}`);
    await eventually(() => titlesIn(other, 'REVIEW'), ['a', 'b']);
    // What was told of it takes it back.
    await page.getByRole('button', { name: 'Undo' }).tap();
    await eventually(() => titlesIn(other, 'READY'), ['a', 'b', 'c']);
    await bar.getByRole('button', { name: 'Clear selection' }).tap();
    await bar.waitFor({ state: 'detached' });
  },
);

browserTest('in a task and in the filter a finger finds each button in 44 pixels', async () => {
  const checklist = [
    { text: 'Ink', isDone: true },
    { text: 'Paper', isDone: false },
  ];
  const task = await add('Print', { checklist });
  await add('Bind');
  await call(product.url, 'POST', `/tasks/${task.id}/comments`, { token: ana.token, body: { text: 'Soon' } });
  const { page } = await open(`?task=${task.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.locator('[data-comment]').waitFor();
  const inRows = dialog.locator('li :is([role="button"], input, button[aria-label]):visible');
  const inHeader = ['Next task', 'Copy link', 'Close'].map((name) =>
    dialog.getByRole('button', { name, exact: true }),
  );
  const missed: Record<string, string[]> = {};
  for (const target of [...inHeader, ...(await inRows.all())]) {
    await target.scrollIntoViewIfNeeded();
    missed[(await target.getAttribute('aria-label')) ?? ''] = await missedBy(target);
  }
  for (const name of [
    'Move “Ink”',
    'Ink',
    'Make “Ink” a task',
    'Remove “Ink”',
    'Edit comment',
    'Delete comment',
  ])
    expect(Object.keys(missed)).toContain(name);
  expect(Object.entries(missed).filter(([, places]) => places.length > 0)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filters' }).tap();
  for (const name of ['Choose a date: Due from', 'Choose a date: Due until'])
    expect([name, await missedBy(page.getByRole('button', { name }))]).toEqual([name, []]);
});

browserTest('a finger orders a checklist, ticks an item and makes it a task', async () => {
  const items = ['Sand', 'Prime', 'Paint'].map((text) => ({ text }));
  const task = await add('Door', { checklist: items });
  const { page, finger } = await open(`?task=${task.id}`);
  const dialog = page.getByRole('dialog');
  const handle = dialog.getByLabel('Move “Paint”', { exact: true });
  await handle.scrollIntoViewIfNeeded();
  const from = await fingerPlace(handle);
  await finger.press(from);
  const first = await dialog.getByRole('listitem').filter({ hasText: 'Sand' }).boundingBox();
  await finger.slide(from, { x: from.x, y: (first?.y ?? 0) + 4 });
  await page.getByText('Paint is now at position 1 in Checklist.').waitFor({ state: 'attached' });
  await finger.up();
  const stored = async () => {
    const { token } = ana;
    const { checklist } = await call<typeof task>(product.url, 'GET', `/tasks/${task.id}`, { token });
    return checklist.map(({ text, isDone }) => (isDone ? `${text} done` : text));
  };
  await eventually(stored, ['Paint', 'Sand', 'Prime']);
  await dialog.getByRole('checkbox', { name: 'Sand' }).tap();
  await eventually(stored, ['Paint', 'Sand done', 'Prime']);
  await dialog.getByRole('button', { name: 'Make “Prime” a task' }).tap();
  await eventually(stored, ['Paint', 'Sand done']);
});
