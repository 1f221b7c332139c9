import type { CommentsPage } from '@livelane/shared/comments/comment.schema';
import type { Project } from '@livelane/shared/projects/project.schema';
import type { Task } from '@livelane/shared/tasks/task.schema';
import type { Locator, Page } from 'playwright-core';
import { call, createProject, type Person } from '../../test-kit/team';
import { browserTest, card, eventually, productForTests } from './product';
import { openAs, signUpAll } from './signedIn';
import { addTask } from './tasks';

const product = productForTests();
let ana: Person;
let bob: Person;
let project: Project;
let task: Task;

beforeEach(async () => {
  [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
  project = await createProject(product.url, ana, [bob], 'Shop');
  task = await addTask(product.url, ana, { title: 'Fix login', projectId: project.id, state: 'READY' });
});
async function openBoardAs(person: Person, search = ''): Promise<Page> {
  const window = await openAs(product, person, `/project/${project.id}${search}`);
  await window.locator('[data-connection="live"]').waitFor();
  return window;
}
const dialog = (window: Page) => window.getByRole('dialog');
const composer = (window: Page) => dialog(window).getByRole('textbox', { name: 'Write a comment' });
const setOffline = (window: Page, isOffline: boolean) => window.context().setOffline(isOffline);

browserTest('R26 a comment is live on every screen and outlives a dead line', async () => {
  const anaPage = await openBoardAs(ana, `?task=${task.id}`);
  const bobPage = await openBoardAs(bob, `?task=${task.id}`);
  await composer(anaPage).pressSequentially('Ask @bo');
  await anaPage.getByRole('option', { name: /Bob/ }).waitFor();
  await composer(anaPage).press('Enter');
  await composer(anaPage).pressSequentially('please: **today**');
  await dialog(bobPage).getByText('Ana is writing a comment').waitFor();
  await composer(anaPage).press('Control+Enter');
  await dialog(bobPage).locator('strong', { hasText: 'today' }).waitFor();
  await dialog(bobPage).locator('[data-comment]').getByText('@Bob').waitFor();

  await setOffline(bobPage, true);
  await composer(bobPage).fill('I will');
  await composer(bobPage).press('Control+Enter');
  await dialog(bobPage).getByText('(not sent yet)').waitFor();
  await setOffline(bobPage, false);
  await dialog(anaPage).getByText('I will', { exact: true }).waitFor();
  await dialog(bobPage).getByText('(not sent yet)').waitFor({ state: 'detached' });

  const mine = dialog(bobPage).locator('[data-comment]', { hasText: 'I will' });
  await mine.hover();
  await mine.getByRole('button', { name: 'Delete comment' }).click();
  await dialog(anaPage).getByText('I will', { exact: true }).waitFor({ state: 'detached' });
  // The task is still open: what was done in it is taken back there.
  await dialog(bobPage).getByRole('button', { name: 'Comments', exact: true }).focus();
  await bobPage.keyboard.press('Control+z');
  await dialog(anaPage).getByText('I will', { exact: true }).waitFor();
});

browserTest(
  'R27 what changed since one was here is told, and a card is taken back to what it was',
  async () => {
    const before = await openBoardAs(bob);
    await card(before, task.id).waitFor();
    const left = before.waitForResponse((answer) => answer.url().endsWith('/seen'));
    await before.getByRole('link', { name: 'Workspaces' }).first().click();
    await left;
    await call(product.url, 'PUT', `/tasks/${task.id}`, {
      token: ana.token,
      body: { title: 'Fix logout', priority: 'LOW' },
    });

    const page = await openBoardAs(bob);
    await page.getByText(/^1 change by Ana since/).waitFor();
    await page.getByRole('button', { name: 'Show changes' }).click();
    const panel = page.getByRole('dialog', { name: 'Activity' });
    await panel.getByText('Ana').first().waitFor();
    await panel.locator('del', { hasText: 'login' }).waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Go back in time' }).click();
    await page.getByRole('slider', { name: 'Point in time' }).focus();
    await page.keyboard.press('ArrowLeft');
    await card(page, task.id).getByText('Fix login').waitFor();
    await card(page, task.id).click();
    await page.getByRole('button', { name: 'Restore everything' }).click();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await card(page, task.id).getByText('Fix login').waitFor();
    const now = await call<Task>(product.url, 'GET', `/tasks/${task.id}`, { token: bob.token });
    expect(now).toMatchObject({ title: 'Fix login', priority: task.priority });
  },
);

browserTest('a mention is still one after its name is dragged elsewhere', async () => {
  const page = await openBoardAs(ana, `?task=${task.id}`);
  const field = composer(page);
  await field.pressSequentially('@bo');
  await page.getByRole('option').waitFor();
  await field.press('Enter');
  await field.pressSequentially('now');
  await field.press('Control+Home');
  for (let letters = 0; letters < '@Bob Test'.length; letters += 1) await field.press('Shift+ArrowRight');
  const { x, y, width } = (await field.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  await page.mouse.move(x + 20, y + 12);
  await page.mouse.down();
  await page.mouse.move(x + width - 20, y + 12, { steps: 15 });
  await page.mouse.up();
  await eventually(() => field.inputValue(), ' now@Bob Test');
  await field.press('Control+Enter');
  await dialog(page).locator(`[data-comment] .mention[data-user="${bob.user.id}"]`).waitFor();
});

browserTest(
  'a mention is shown by its name while it is written, and is the same after undo and redo',
  async () => {
    const page = await openBoardAs(ana, `?task=${task.id}`);
    const field = composer(page);
    const text = `Ask @[Bob Test](user:${bob.user.id}) and @[Ana Test](user:${ana.user.id}) `;
    for (const start of ['Ask @bo', 'and @an']) {
      await field.pressSequentially(start);
      await page.getByRole('option').waitFor();
      await field.press('Enter');
    }
    await eventually(() => field.inputValue(), 'Ask @Bob Test and @Ana Test ');
    await field.press('Control+a');
    await page.getByRole('button', { name: 'Bold' }).click();
    await eventually(() => field.inputValue(), '**Ask @Bob Test and @Ana Test **');
    await field.press('Control+z');
    await field.press('Control+Home');
    for (let letters = 0; letters < 'Ask @Bob'.length; letters += 1) await field.press('Shift+ArrowRight');
    await field.press('Delete');
    await eventually(() => field.inputValue(), ' Test and @Ana Test ');
    await field.press('Control+z');
    await eventually(() => field.inputValue(), 'Ask @Bob Test and @Ana Test ');
    await field.press('Control+Shift+z');
    await field.press('Control+z');
    await field.press('Control+Enter');
    const path = `/tasks/${task.id}/comments`;
    const sent = async () => {
      const { comments } = await call<CommentsPage>(product.url, 'GET', path, { token: ana.token });
      return comments.map((comment) => comment.text);
    };
    await eventually(sent, [text]);
  },
);

browserTest("screen readers hear the comments of others in an open task, and not one's own", async () => {
  const anaPage = await openBoardAs(ana, `?task=${task.id}`);
  const bobPage = await openBoardAs(bob, `?task=${task.id}`);
  // By its role: a dialog hides from screen readers what is behind it.
  const heard = (window: Page) => window.getByRole('status').filter({ hasText: 'commented:' });
  await composer(bobPage).waitFor();
  await composer(anaPage).fill('Done by noon');
  await composer(anaPage).press('Control+Enter');
  const sentence = bobPage.getByRole('status').filter({ hasText: 'Ana commented: Done by noon' });
  await sentence.waitFor({ state: 'attached' });
  await dialog(anaPage).getByText('(not sent yet)').waitFor({ state: 'detached' });
  expect(await heard(anaPage).count()).toBe(0);
});

browserTest('a comment that is being typed outlives a reload and the end of the session', async () => {
  const page = await openBoardAs(ana, `?task=${task.id}`);
  await composer(page).fill('Half a sent');
  await page.reload();
  await eventually(() => composer(page).inputValue(), 'Half a sent');
  await composer(page).fill('Half a sentence');
  const newPassword = 'correct horse battery';
  await call(product.url, 'PUT', `/users/${ana.user.id}/password`, {
    token: ana.token,
    body: { oldPassword: ana.password, newPassword, newPasswordConfirm: newPassword },
  });
  await page.waitForURL('**/login');
  await page.getByLabel('Email').fill(ana.email);
  await page.getByLabel('Password').fill(newPassword);
  await page.getByRole('button', { name: 'sign in' }).click();
  await page.waitForURL(`**/project/${project.id}?task=*`);
  await eventually(() => composer(page).inputValue(), 'Half a sentence');
});

browserTest(
  'R27 members bring back what they deleted themselves, and a checklist is made what it was',
  async () => {
    const path = `/tasks/${task.id}`;
    const [item] = (
      await call<Task>(product.url, 'POST', `${path}/checklist`, {
        token: ana.token,
        body: { items: [{ text: 'Look at the log' }] },
      })
    ).checklist;
    await call(product.url, 'PUT', `${path}/checklist/${item?.id}`, {
      token: ana.token,
      body: { isDone: true },
    });
    await call(product.url, 'DELETE', `${path}/checklist/${item?.id}`, { token: ana.token });
    await call(product.url, 'DELETE', path, { token: bob.token });

    const page = await openBoardAs(bob);
    const lookBack = async (changes: number) => {
      await page.getByRole('button', { name: 'Go back in time' }).click();
      const slider = page.getByRole('slider', { name: 'Point in time' });
      await slider.focus();
      for (let n = 0; n < changes; n++) {
        const before = await slider.getAttribute('aria-valuetext');
        await page.keyboard.press('ArrowLeft');
        await page.waitForFunction(
          ([element, text]) => (element as Element).getAttribute('aria-valuetext') !== text,
          [await slider.elementHandle(), before] as const,
        );
      }
      await card(page, task.id).click();
    };
    const checklist = () =>
      call<Task>(product.url, 'GET', path, { token: bob.token }).then(
        (now) => now.checklist.map(({ text, isDone }) => ({ text, isDone })),
        () => 'deleted',
      );
    await lookBack(2);
    await page.getByRole('button', { name: 'Restore the task' }).click();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await card(page, task.id).waitFor();
    await eventually(checklist, [{ text: 'Look at the log', isDone: true }]);

    await lookBack(5);
    await page.getByText('☐ Look at the log').waitFor();
    await page.getByRole('button', { name: 'Restore everything' }).click();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await eventually(checklist, [{ text: 'Look at the log', isDone: false }]);
  },
);

browserTest('screen readers are told of comments, changes and a past board what eyes see', async () => {
  const path = `/tasks/${task.id}`;
  const comment = `**Today** @[Ana](user:${ana.user.id})\n\n- [x] tried`;
  await call(product.url, 'POST', `${path}/comments`, { token: bob.token, body: { text: comment } });
  await call(product.url, 'PUT', path, {
    token: bob.token,
    body: { title: 'Fix logout', description: 'On phones', priority: 'LOW' },
  });
  const page = await openBoardAs(ana, `?task=${task.id}`);
  const talk = dialog(page).getByRole('region', { name: 'Comments' });
  await talk.getByText('changed the task').waitFor();
  const [, said, changed] = await talk.getByRole('list').first().locator('> li').all();
  /** As screen readers walk through it; times differ. */
  const told = async (item: Locator | undefined) =>
    (await item?.ariaSnapshot())
      ?.split('\n')
      .map((line) => line.trim().replace(/^- /, ''))
      .filter((line) => !line.startsWith('time:'));
  expect(await told(said)).toEqual([
    'listitem:',
    'text: Bob Test',
    'button "Copy link to comment"',
    'button "Delete comment"',
    'paragraph:',
    'strong: Today',
    'text: "@Ana"',
    'list:',
    'listitem:',
    'checkbox "tried" [checked] [disabled]',
    'text: tried',
  ]);
  const difference = [
    'text: "Title: Fix"',
    'deletion: "removed: login"',
    'insertion: "added: logout"',
    'text: "Description:"',
    'paragraph: On phones',
    'text: "Priority: Medium becomes Low"',
  ];
  expect(await told(changed)).toEqual(['listitem:', 'text: Bob Test changed the task ·', ...difference]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Activity on this board' }).click();
  const panel = page.getByRole('dialog', { name: 'Activity' });
  await panel.getByText('changed the task').waitFor();
  expect(await told(panel.getByRole('listitem').first())).toEqual([
    'listitem:',
    'button "Fix logout"',
    'text: Bob Test changed the task ·',
    ...difference,
  ]);
  await panel.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Go back in time' }).click();
  await page.getByRole('slider', { name: 'Point in time' }).press('ArrowLeft');
  await card(page, task.id).getByText('Fix login').waitFor();
  expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/: change \d+ of \d+$/);
  const notice = page.getByRole('status').filter({ hasText: 'The board as it was on' });
  expect(await notice.textContent()).toContain('Nothing can be changed here.');
  expect(await told(page.getByRole('region', { name: 'Ready: 1 task' }))).toEqual([
    `'region "Ready: 1 task"':`,
    'group "Fix login":',
    'paragraph: Fix login',
    'text: Medium 1 comment',
    'img "Assigned to Ana"',
  ]);
});

browserTest(
  'a list of people runs in the direction of the page, whatever the first one is named',
  async () => {
    const [{ user, email, token: hers }] = await signUpAll(product.url, 'Leila');
    const named = { firstName: 'ليلى', surname: 'Test', email };
    await call(product.url, 'PUT', `/users/${user.id}`, { token: hers, body: named });
    const { token } = ana;
    for (const path of [`/workspaceUsers/${project.workspaceId}`, `/projectUsers/${project.id}`])
      await call(product.url, 'POST', path, { token, body: { userId: user.id, roleId: 'member' } });
    for (const assignees of [[user.id, ana.user.id], []])
      await call(product.url, 'PUT', `/tasks/${task.id}`, { token, body: { assignees } });
    const page = await openBoardAs(ana, `?task=${task.id}`);
    const both = dialog(page)
      .getByText(/^\W*ليلى Test.* and .*Ana Test/)
      .last();
    const [first, last] = await both.evaluate((element) =>
      ['ليلى', 'Ana'].map((name) => {
        const text = element.firstChild as Text;
        const range = document.createRange();
        range.setStart(text, text.data.indexOf(name));
        range.setEnd(text, text.data.indexOf(name) + name.length);
        return range.getBoundingClientRect().left;
      }),
    );
    expect(first).toBeLessThan(last ?? 0);
  },
);
