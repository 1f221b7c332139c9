import { createProject, type Person, readBoard, signUp } from '../../test-kit/team';
import { browserTest, card, cardIn, carry, column, eventually, placeIn, productForTests } from './product';
import { openAs } from './signedIn';
import { addTask } from './tasks';

const product = productForTests();
let ana: Person;

beforeAll(async () => {
  ana = await signUp(product.url, 'Ana');
});

const LANGUAGE_SCRIPT = /\/(de|fr|es|pt-BR|ja|zh-CN|ar)-[\w-]+\.js$/;

browserTest(
  'specification section 3, Client state: the language is chosen before the sign-in, fetches its own script alone, and is kept',
  async () => {
    const page = await product.window();
    const fetched: string[] = [];
    page.on('request', (request) => {
      const [, language] = LANGUAGE_SCRIPT.exec(request.url()) ?? [];
      if (language) fetched.push(language);
    });
    await page.goto(`${product.url}/login`);
    await page.getByRole('heading', { name: 'Welcome to Livelane' }).waitFor();
    expect(fetched).toEqual([]);
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await page.getByRole('heading', { name: 'Willkommen bei Livelane' }).waitFor();
    // A script is fetched before it is imported, which takes it from the cache.
    expect(new Set(fetched)).toEqual(new Set(['de']));

    await page.reload();
    await page.getByRole('heading', { name: 'Willkommen bei Livelane' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.getByLabel('E-Mail').fill(ana.email);
    await page.getByLabel('Passwort').fill('wrong password');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    // Specification section 8: by its code, because the server's own words are en-GB.
    await page.getByText('E-Mail oder Passwort ist falsch').waitFor();
  },
);

browserTest(
  'Arabic mirrors the board: columns begin at the right, cards are dragged and the page scrolls leftwards',
  async () => {
    const { id: projectId } = await createProject(product.url, ana, [], 'Shop');
    const task = await addTask(product.url, ana, { title: 'Logo', projectId, state: 'READY', assignees: [] });
    const page = await openAs(
      product,
      ana,
      `/project/${projectId}`,
      { viewport: { width: 1280, height: 800 } },
      { 'livelane-language': 'ar' },
    );
    await card(page, task.id).waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    const left = async (state: string) => (await column(page, state).boundingBox())?.x ?? Number.NaN;
    expect(await left('BACKLOG')).toBeGreaterThan(await left('READY'));
    expect(await left('READY')).toBeGreaterThan(await left('IN_PROGRESS'));

    await carry(page, task.id, await placeIn(page, 'IN_PROGRESS', 'end'));
    await page.mouse.up();
    await cardIn(page, 'IN_PROGRESS', 'Logo').waitFor();

    // Held at the left edge, it comes to columns that were beyond it.
    expect(await left('ARCHIVE')).toBeLessThan(0);
    await carry(page, task.id, { x: 20, y: 400 });
    await expect(page.waitForFunction(isAtTheEnd)).resolves.toBeTruthy();
    const { x, y } = await placeIn(page, 'ARCHIVE', 'end');
    await page.mouse.move(x, y, { steps: 10 });
    // Spoken once the card hovers over the archive.
    await page.locator('[aria-live=assertive]', { hasText: 'أرشيف' }).waitFor({ state: 'attached' });
    await page.mouse.up();
    const archived = async () =>
      (await readBoard(product.url, ana, projectId)).columns.find(({ state }) => state === 'ARCHIVE')?.tasks
        .length;
    await eventually(archived, 1);
  },
);

browserTest('Arabic: hints and lines of Latin letters stand at the right', async () => {
  const { id: projectId } = await createProject(product.url, ana, [], 'Shop');
  const task = await addTask(product.url, ana, { title: 'Logo', projectId, state: 'READY', assignees: [] });
  const page = await openAs(product, ana, `/project/${projectId}`, {}, { 'livelane-language': 'ar' });
  await card(page, task.id).waitFor();
  const [line, block] = await page.locator('main p', { hasText: 'Its work' }).evaluate((element) => {
    const letters = document.createRange();
    letters.selectNodeContents(element);
    return [letters.getBoundingClientRect().right, element.getBoundingClientRect().right];
  });
  expect(line).toBeCloseTo(block ?? 0, 0);

  await card(page, task.id).click();
  const description = page.locator('textarea[name="description"]');
  const direction = () => description.evaluate((element) => getComputedStyle(element).direction);
  expect(await direction()).toBe('rtl');
  await description.fill('Blue');
  await eventually(direction, 'ltr');

  // The hint runs from the right; digits run from the left, and end where it begins.
  const day = page.getByRole('dialog').locator('input[inputmode="numeric"]').first();
  const alignment = () => day.evaluate((element) => getComputedStyle(element).textAlign);
  expect(await alignment()).toBe('start');
  await day.fill('2');
  await eventually(alignment, 'end');
});

/** In the page: has it been scrolled as far as it goes, which is to the left? */
function isAtTheEnd(): boolean {
  const { scrollWidth, clientWidth } = document.documentElement;
  return Math.abs(window.scrollX + (scrollWidth - clientWidth)) < 2;
}
