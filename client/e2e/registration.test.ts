import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { signUp } from '../../test-kit/team';
import { browserTest, productForTests } from './product';
import { watchCalls } from './signedIn';

const product = productForTests();
let page: Page;

beforeEach(async () => {
  page = await product.window();
  await page.goto(`${product.url}/registration`);
});

const field = (name: string) => page.getByLabel(name, { exact: true });
const submit = () => page.getByRole('button', { name: 'Create account' }).click();

async function fill(given: { email: string; password: string; confirm?: string }): Promise<void> {
  await field('First name').fill('Zoë');
  await field('Surname').fill('Zimmer');
  await field('Email').fill(given.email);
  await field('Password').fill(given.password);
  await field('Confirm password').fill(given.confirm ?? given.password);
}

browserTest(
  'section 2, Register: five fields make an account; the way goes on to login, where it signs in',
  async () => {
    const calls = watchCalls(page);
    const email = `zoe.${randomUUID()}@example.org`;
    await fill({ email, password: 'sesame' });
    await submit();
    await page.waitForURL('**/login');
    expect(calls).toMatchObject([
      {
        method: 'POST',
        path: '/auth/register',
        body: {
          firstName: 'Zoë',
          surname: 'Zimmer',
          email,
          password: 'sesame',
          password_confirm: 'sesame',
        },
      },
    ]);
    // The address has been typed once.
    expect(await field('Email').inputValue()).toBe(email);
    await field('Password').fill('sesame');
    await page.getByRole('button', { name: 'sign in' }).click();
    await page.waitForURL(`${product.url}/`);
    // "Please log in" is over with that.
    await page.getByRole('form', { name: 'Create your workspace' }).waitFor();
    expect(await page.locator('.MuiSnackbar-root').count()).toBe(0);
  },
);

browserTest('section 5, Registration: each field says what it lacks, and nothing is sent', async () => {
  const calls = watchCalls(page);
  await submit();
  for (const text of [
    'First name is required',
    'Surname is required',
    'Email is required',
    'Password is required',
    'Password confirmation is required',
  ])
    await page.getByText(text, { exact: true }).waitFor();
  await fill({ email: 'not an address', password: 'short', confirm: 'short' });
  await submit();
  await page.getByText('Email is invalid').waitFor();
  expect(await page.getByText('Password must be at least 6 characters long').count()).toBe(2);
  await fill({ email: 'zoe@example.org', password: 'long enough', confirm: 'long and other' });
  await submit();
  await page.getByText('Passwords must match').waitFor();
  expect(calls).toEqual([]);
});

browserTest(
  'specification section 8: a refused registration says why beneath the form, in the server’s words',
  async () => {
    const taken = await signUp(product.url, 'Taken');
    await fill({ email: taken.email, password: 'long enough' });
    const answered = page.waitForResponse('**/v1/auth/register');
    await submit();
    const { message } = (await (await answered).json()) as { message: string };
    await page.getByRole('alert').getByText(message).waitFor();
    expect(new URL(page.url()).pathname).toBe('/registration');
  },
);
