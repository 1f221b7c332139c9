import { createProject } from '../../test-kit/team';
import { browserTest, cardIn, column, productForTests } from './product';
import { openAs, signUpAll } from './signedIn';

const product = productForTests();

browserTest(
  'Task dialog: one press creates a task after people were chosen, though each fills a row of the field',
  async () => {
    const [ana, leopold] = await signUpAll(product.url, 'Ana', 'Leopold-Constantin');
    const project = await createProject(product.url, ana, [leopold], 'Shop');
    const page = await openAs(product, ana, `/project/${project.id}`);
    await column(page, 'READY').waitFor();
    await page.getByRole('button', { name: 'New task in Ready' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Open the shop');
    await dialog.getByRole('combobox', { name: 'Assignees' }).click();
    await page.getByRole('option', { name: 'Leopold-Constantin Test' }).click();
    const button = await dialog.getByRole('button', { name: 'Create' }).boundingBox();
    if (!button) throw new Error('There is no button.');
    // As a person does it: `click` would look for the button again between pressing and letting go.
    await page.mouse.move(button.x + button.width / 2, button.y + button.height - 4);
    await page.mouse.down();
    await page.mouse.up();
    await dialog.waitFor({ state: 'detached' });
    await cardIn(page, 'READY', 'Open the shop').waitFor();
  },
);
