import type { Project } from '@livelane/shared/projects/project.schema';
import type { Page } from 'playwright-core';
import { call, createProject, type Person } from '../../test-kit/team';
import { browserTest, productForTests } from './product';
import { openAs, signUpAll } from './signedIn';
import { addTask } from './tasks';

/** Of the Layout Instability API; Chromium calls up to 0.1 good. */
const SHIFT_AT_MOST = 0.002;
/** What a screen fetches after it is there comes within this time. */
const SETTLE_MS = 1_000;
const CARD = '[data-task-id]';
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const product = productForTests();
let ana: Person;
let bob: Person;
let project: Project;
let taskId: string;

beforeAll(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
  project = await createProject(product.url, ana, [bob], 'Shop');
  for (const title of ['Pack', 'Send', 'Bill'])
    ({ id: taskId } = await addTask(product.url, ana, {
      title,
      projectId: project.id,
      dueDate: '2099-03-09',
      assignees: [ana.user.id, bob.user.id],
    }));
});

/** Adds up what moves without anyone having done anything, from the first frame on. */
function countShifts(): void {
  window.shifted = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
      if (entry.hadRecentInput) continue;
      const moved = entry.sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 120) ?? '');
      window.shifted.push({ value: entry.value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
interface Shift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}
declare global {
  interface Window {
    shifted: { value: number; moved: string[] }[];
  }
}

async function expectStill(page: Page, path: string, ready: string): Promise<void> {
  await page.goto(product.url + path);
  await page.locator(ready).first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  const shifts = await page.evaluate(() => window.shifted);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  if (sum > SHIFT_AT_MOST)
    throw new Error(`${path} shifts by ${sum.toFixed(4)}: ${JSON.stringify(shifts, null, 1)}`);
}

for (const viewport of SIZES)
  browserTest(`nothing moves while a screen comes, ${viewport.width} pixels wide`, async () => {
    const visitor = await product.window({ viewport });
    await visitor.addInitScript(countShifts);
    await expectStill(visitor, '/login', 'form button');
    await expectStill(visitor, '/registration', 'form button');
    const page = await openAs(product, ana, '/workspaces', { viewport });
    await page.addInitScript(countShifts);
    const { id, workspaceId } = project;
    for (const [path, ready] of [
      ['/', CARD],
      [`/project/${id}`, CARD],
      [`/project/${id}?task=${taskId}`, '[role="dialog"] textarea'],
      [`/project/${id}/users`, 'main li'],
      [`/project/${id}/settings`, 'main form'],
      ['/workspaces', 'main a'],
      [`/workspaces/${workspaceId}`, 'main a[href*="/project/"]'],
      ['/user', 'main form'],
    ] as const)
      await expectStill(page, path, ready);
  });

for (const viewport of SIZES)
  browserTest(
    `nothing moves for the line that says what one has missed, ${viewport.width} pixels`,
    async () => {
      const { id } = project;
      const { v } = await call<{ v: number }>(product.url, 'GET', `/kanban/project/${id}`, {
        token: ana.token,
      });
      await call(product.url, 'PUT', `/kanban/project/${id}/seen`, { token: ana.token, body: { v } });
      await addTask(product.url, bob, { title: 'Missed', projectId: id });
      // A window that holds nothing of this board yet.
      const page = await openAs(product, ana, '/workspaces', { viewport });
      await page.addInitScript(countShifts);
      await expectStill(page, `/project/${id}`, 'main .MuiAlert-root[role="status"]');
    },
  );
