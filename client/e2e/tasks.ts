import type { CreateTaskInput, Task } from '@livelane/shared/tasks/task.schema';
import type { Locator, Page } from 'playwright-core';
import { call, type Person } from '../../test-kit/team';
import { carry, eventually, placeIn } from './product';

/** Creates a task through REST, as `person`. */
export const addTask = (url: string, person: Person, input: CreateTaskInput): Promise<Task> =>
  call<Task>(url, 'POST', '/tasks', { token: person.token, body: input });

/** Chooses from a select, or from several of one that takes several and stays open. */
export async function choose(page: Page, select: Locator, ...options: string[]): Promise<void> {
  await select.click();
  for (const name of options) await page.getByRole('option', { name, exact: true }).click();
  if ((await page.getByRole('option').count()) > 0) await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

/** Chooses from an open menu once it has its size: while it grows, an item can leave the pointer between press and release. */
export async function chooseItem(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name });
  const growth = () =>
    item.evaluate((of) => getComputedStyle(of.closest('[role="menu"]')?.parentElement ?? of).transform);
  await eventually(growth, 'none');
  await item.click();
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Chooses a day (YYYY-MM-DD) in the calendar of a date input. */
export async function chooseDate(page: Page, field: Locator, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-');
  await field.locator('xpath=..').getByRole('button').click();
  const calendar = page.getByRole('dialog', { name: 'Choose a date' });
  await calendar.getByRole('button', { name: 'Choose month and year' }).click();
  await calendar.getByRole('radio', { name: year, exact: true }).click();
  await calendar.getByRole('radio', { name: MONTHS[Number(month) - 1] ?? '' }).click();
  await calendar.getByRole('gridcell', { name: String(Number(date)), exact: true }).click();
  await calendar.waitFor({ state: 'detached' });
}

/** What a select offers. */
export async function optionsOf(page: Page, select: Locator): Promise<string[]> {
  await select.click();
  await page.getByRole('listbox').waitFor();
  const options = await page.getByRole('option').allTextContents();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  return options;
}

/** Drags a card to the end of a column. */
export async function dragTo(page: Page, title: string, state: string): Promise<void> {
  const from = await page.locator('[data-task-id]', { hasText: title }).first().getAttribute('data-task-id');
  await carry(page, from ?? '', await placeIn(page, state, 'end'));
  await page.mouse.up();
}

/** Chooses an action of a card's menu. */
export async function chooseAction(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await chooseItem(page, action);
}
