import type { CreateTaskInput, Task } from '@livelane/shared/tasks/task.schema';
import type { Locator, Page } from 'playwright-core';
import { call, type Person } from '../../server/test/process/team';

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

/** What a select offers. */
export async function optionsOf(page: Page, select: Locator): Promise<string[]> {
  await select.click();
  const options = await page.getByRole('option').allTextContents();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  return options;
}
