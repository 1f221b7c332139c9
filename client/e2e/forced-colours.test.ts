import type { Label } from '@livelane/shared/labels/label.schema';
import type { Locator, Page } from 'playwright-core';
import { call, createProject, type Person } from '../../test-kit/team';
import { browserTest, cardIn, column, eventually, productForTests } from './product';
import { openAs, signUpAll } from './signedIn';
import { addTask } from './tasks';

const product = productForTests();
let ana: Person;
let projectId: string;
let workspaceId: string;

beforeEach(async () => {
  [ana] = await signUpAll(product.url, 'Ana');
  ({ id: projectId, workspaceId } = await createProject(product.url, ana, [], 'Shop'));
});

/** As Windows shows it to those who have chosen their own colours: without backgrounds and shadows. */
const open = (path: string): Promise<Page> => openAs(product, ana, path, { forcedColors: 'active' });
const style = (element: Locator, name: string, pseudo?: '::before' | '::after') =>
  element.evaluate((found, [property, of]) => getComputedStyle(found, of).getPropertyValue(property), [
    name,
    pseudo,
  ] as const);

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

browserTest(
  'forced colours: states and labels keep their colours, and a round picture its edge',
  async () => {
    const [red, teal] = await Promise.all(
      ['red', 'teal'].map((colour) =>
        call<Label>(product.url, 'POST', `/workspaces/${workspaceId}/labels`, {
          token: ana.token,
          body: { name: colour, colour },
        }),
      ),
    );
    const labels = [red, teal].flatMap((label) => label?.id ?? []);
    await addTask(product.url, ana, { title: 'Paint', projectId, labels, assignees: [ana.user.id] });
    const page = await open(`/project/${projectId}`);
    const ground = (element: Locator, pseudo?: '::before') => style(element, 'background-color', pseudo);

    const dotOf = (state: string) => ground(column(page, state).getByRole('heading'), '::before');
    await cardIn(page, 'READY', 'Paint').waitFor();
    expect(await dotOf('READY')).not.toBe(await dotOf('DONE'));

    const onCard = (colour: string) => cardIn(page, 'READY', 'Paint').locator(`[data-colour=${colour}]`);
    expect(await ground(onCard('red'), '::before')).not.toBe(await ground(onCard('teal'), '::before'));
    const avatar = cardIn(page, 'READY', 'Paint').getByText('AT', { exact: true });
    expect(await style(avatar, 'border-top-style')).toBe('solid');

    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Bars' }).click();
    await page.keyboard.press('Escape');
    await eventually(async () => (await ground(onCard('red'))) === (await ground(onCard('teal'))), false);

    await cardIn(page, 'READY', 'Paint').click();
    const dialog = page.getByRole('dialog');
    const state = dialog.getByRole('combobox', { name: 'State' });
    await state.click();
    const dot = (name: string) =>
      page.getByRole('option', { name, exact: true }).locator('[aria-hidden]').first();
    expect(await ground(dot('Review'))).not.toBe(await ground(dot('Done')));
  },
);

browserTest('forced colours: chosen cards and the chosen command are told apart', async () => {
  for (const title of ['Paint', 'Sand']) await addTask(product.url, ana, { title, projectId });
  const page = await open(`/project/${projectId}`);
  const edgeOf = (title: string) =>
    style(cardIn(page, 'READY', title).locator('div').first(), 'border-top-style', '::after');
  await cardIn(page, 'READY', 'Sand').focus();
  await page.keyboard.press('x');
  await eventually(() => edgeOf('Sand'), 'dashed');
  expect(await edgeOf('Paint')).toBe('none');

  await page.keyboard.press('Control+k');
  const commands = page.getByRole('option');
  const grounds = () => Promise.all([0, 1].map((at) => style(commands.nth(at), 'background-color')));
  await commands.nth(1).waitFor();
  const [chosen, other] = await grounds();
  expect(chosen).not.toBe(other);
});
