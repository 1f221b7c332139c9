import { readFile } from 'node:fs/promises';
import type { Project } from '@livelane/shared/projects/project.schema';
import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import type { Page } from 'playwright-core';
import { freePort } from '../../test-kit/freePort';
import { secretIn, startMailServer, type TestMailServer } from '../../test-kit/smtp.server';
import { call, type Person } from '../../test-kit/team';
import { browserTest, eventually, type Product, startProduct } from './product';
import { openAs, signUpAll } from './signedIn';

const ada = { email: 'ada.admin@example.org', password: 'another long one' };

let smtp: TestMailServer;
let product: Product;
let bob: Person;
let cleo: Person;
let board: Project;

beforeAll(async () => {
  smtp = await startMailServer();
  const port = await freePort();
  const env = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: smtp.settings.smtpUrl.href,
    MAIL_FROM: smtp.settings.from,
  };
  // Who administers is known by their address alone, which is made up before anyone registers.
  product = await startProduct({ env: { ...env, ADMIN_EMAILS: ada.email } });
  [bob, cleo] = await signUpAll(product.url, 'Bob', 'Cleo');
  const body = { firstName: 'Ada', surname: 'Admin', ...ada };
  await call(product.url, 'POST', '/auth/register', { body: { ...body, password_confirm: ada.password } });
  const workspace = await call<Workspace>(product.url, 'POST', '/workspaces', {
    token: bob.token,
    body: { name: 'Left alone', description: 'For tests' },
  });
  board = await call<Project>(product.url, 'POST', '/projects', {
    token: bob.token,
    body: { name: 'Secret plans', description: 'For tests', workspaceId: workspace.id },
  });
  await call(product.url, 'POST', `/workspaceUsers/${workspace.id}`, {
    token: bob.token,
    body: { userId: cleo.user.id, roleId: 'member' },
  });
});
afterEach(() => product.closeWindows());
afterAll(async () => {
  await product.close();
  await smtp.close();
});

/** Proves the address with the link of a mail, as someone does who has forgotten their password. */
async function proveAddress(): Promise<void> {
  const page = await product.window();
  await page.goto(`${product.url}/forgot`);
  await page.getByLabel('Email').fill(ada.email);
  await page.locator('form button[type="submit"]').click();
  const mails = await smtp.arrived(1);
  const mail = mails.find(({ to }) => to === ada.email);
  if (!mail) throw new Error('no mail for the administrator');
  await page.goto(`${product.url}/reset#${secretIn(mail, 'reset')}`);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.getByLabel('Confirm password').fill(ada.password);
  await page.locator('form button[type="submit"]').click();
  await page.waitForURL('**/login');
}

const admin = (path: string) => openAs(product, ada, path);
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

browserTest('an administrator looks after people and workspaces, and sees no board by it', async () => {
  const early = await admin('/user');
  await early.getByRole('heading', { name: 'Ada Admin' }).waitFor();
  expect(await early.getByRole('link', { name: 'Administration' }).count()).toBe(0);
  await early.goto(`${product.url}/admin`);
  await early.getByRole('heading', { name: 'Not Found Page' }).waitFor();

  await proveAddress();
  const page = await admin('/user');
  await page.getByRole('link', { name: 'Administration' }).click();
  await page.getByRole('tab', { name: 'People', selected: true }).waitFor();
  await page.getByLabel('Search by name or email').fill('bob');
  await page.getByText('1 entry').waitFor();

  const bobs = await openAs(product, bob, `/project/${board.id}`);
  await bobs.locator('[data-state="READY"]').waitFor();
  await page.getByRole('button', { name: 'Sessions of Bob Test' }).click();
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await bobs.waitForURL('**/login');
  await page.getByText('Not logged in anywhere.').waitFor();

  await page.getByRole('button', { name: 'Deactivate Bob Test' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deactivate Bob Test?' });
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('Deactivated', { exact: true }).waitFor();

  await page.getByRole('tab', { name: 'Workspaces' }).click();
  await row(page, 'Left alone').getByRole('combobox').click();
  await page.getByRole('option', { name: 'Cleo Test' }).click();
  await page.getByRole('button', { name: 'Make owner' }).click();
  await page.getByText('Every workspace has an owner').waitFor();
  const cleos = await openAs(product, cleo, `/project/${board.id}`);
  await cleos.locator('[data-state="READY"]').waitFor();
  await page.goto(`${product.url}/project/${board.id}`);
  await page.getByRole('alert').waitFor();
  expect(await page.getByText('Secret plans').count()).toBe(0);

  await page.goto(`${product.url}/admin?part=system`);
  await page.getByText('Version 0', { exact: false }).first().waitFor();
  await page.getByText('Changes in the log').waitFor();
});

browserTest(
  'the audit log is filtered by event, person and day, and exported as it is filtered',
  async () => {
    if (!smtp.received.some(({ to }) => to === ada.email)) await proveAddress();
    await call(product.url, 'POST', '/auth/login', {
      body: { email: cleo.email, password: 'wrong one' },
    }).catch(() => undefined);
    const page = await admin('/admin?part=audit');
    await page.getByLabel('Event', { exact: true }).click();
    await page.getByRole('option', { name: 'login.failed' }).click();
    await page.getByText(`email: ${cleo.email}`).waitFor();
    await eventually(() => row(page, 'login.ok').count(), 0);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    const lines = (await readFile((await file.path()) ?? '', 'utf8')).trim().split('\r\n');
    expect(lines[0]).toBe('id,at,event,actorId,userId,address,details');
    expect(lines.slice(1).every((line) => line.includes(',login.failed,'))).toBe(true);
    expect(lines.some((line) => line.includes(cleo.email))).toBe(true);

    await page.goto(`${product.url}/admin?part=audit&event=user.registered`);
    await row(page, 'user.registered').getByRole('button', { name: 'Cleo Test' }).click();
    await page.getByText('Person: Cleo Test').waitFor();
    await page.getByText('1 entry').waitFor();
    await page.getByRole('textbox', { name: 'From (UTC)' }).fill('01/01/2001');
    const until = page.getByRole('textbox', { name: 'Until (UTC)' });
    await until.fill('02/01/2001');
    await until.press('Enter');
    await page.getByText('Nothing found').waitFor();
  },
);
