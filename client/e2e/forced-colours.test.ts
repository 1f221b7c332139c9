import type { Locator, Page } from 'playwright-core';
import { createProject, type Person } from '../../test-kit/team';
import { browserTest, cardIn, productForTests } from './product';
import { openAs, signUpAll } from './signedIn';
import { addTask } from './tasks';

const product = productForTests();
let ana: Person;
let projectId: string;

beforeEach(async () => {
  [ana] = await signUpAll(product.url, 'Ana');
  ({ id: projectId } = await createProject(product.url, ana, [], 'Shop'));
});

/** As Windows shows it to those who have chosen their own colours: without backgrounds and shadows. */
const open = (path: string): Promise<Page> => openAs(product, ana, path, { forcedColors: 'active' });
const style = (element: Locator, name: string) =>
  element.evaluate((found, property) => getComputedStyle(found).getPropertyValue(property), name);

browserTest(
  'forced colours: a dialog has an edge, and what is chosen or disabled is told apart',
  async () => {
    await addTask(product.url, ana, { title: 'Paint', projectId, state: 'READY', assignees: [ana.user.id] });
    const page = await open(`/project/${projectId}`);
    await cardIn(page, 'READY', 'Paint').click();
    const dialog = page.getByRole('dialog');
    expect(await style(dialog, 'border-top-style')).toBe('solid');

    const shown = (name: string) => dialog.getByRole('button', { name, exact: true });
    await shown('Comments').click();
    await page.mouse.move(0, 0);
    expect(await style(shown('Comments'), 'color')).not.toBe(await style(shown('Activity'), 'color'));
    // There is one task.
    expect(await style(shown('Next task'), 'color')).not.toBe(await style(shown('Close'), 'color'));

    const state = dialog.getByRole('combobox', { name: 'State' });
    await state.click();
    const options = page.getByRole('listbox');
    expect(await style(options.locator('..'), 'border-top-style')).toBe('solid');
    const option = (name: string) => options.getByRole('option', { name, exact: true });
    expect(await style(option('Ready'), 'color')).not.toBe(await style(option('Done'), 'color'));
  },
);

browserTest('forced colours: the place in the menu is seen', async () => {
  const page = await open(`/project/${projectId}`);
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await link('Workspace').waitFor();
  const colour = (name: string) => style(link(name).first(), 'color');
  expect(await colour('Shop')).not.toBe(await colour('Workspace'));
});
