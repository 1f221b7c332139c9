import type { Page } from 'playwright-core';
import { eventually } from './product';

const PASSWORD = 'correct horse battery';

/** Makes a link where the page offers it, and reads it off the dialog. @param email of the only one whom it is for */
export async function inviteByLink(page: Page, email = ''): Promise<string> {
  await page.getByRole('button', { name: 'Invite by link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  if (email) await dialog.getByLabel('Email (optional)').fill(email);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return link;
}

/** Nina New, who has no account yet, makes one on the page of an invitation and logs in. @returns their password */
export async function registerInvited(page: Page, email: string): Promise<string> {
  const form = page.getByRole('form', { name: 'Create your account' });
  await form.getByLabel('First name').fill('Nina');
  await form.getByLabel('Surname').fill('New');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await form.getByLabel('Confirm password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Create account' }).click();
  const login = page.getByRole('form', { name: 'Log in' });
  await eventually(() => login.getByLabel('Email').inputValue(), email);
  // The password is all that is missing: the field has the focus.
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  return PASSWORD;
}
