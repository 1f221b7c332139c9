import type { Project } from '@livelane/shared/projects/project.schema';
import type { Locator, Page } from 'playwright-core';
import { call, createProject, type Person } from '../../test-kit/team';
import { PHONE } from './finger';
import { browserTest, productForTests } from './product';
import { boardAction } from './screens/screen';
import { openAs, signUpAll } from './signedIn';
import { addTask } from './tasks';

const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2);

const product = productForTests();
let ana: Person;
let project: Project;

beforeEach(async () => {
  [ana] = await signUpAll(product.url, 'Ana');
  const { user, token, email } = ana;
  const named = { firstName: LONG_NAME, surname: LONG_NAME, email };
  await call(product.url, 'PUT', `/users/${user.id}`, { token, body: named });
  project = await createProject(product.url, ana, [], `Project${LONG_NAME}`);
});

/** A dialog of a task, at the width of a phone. */
async function openOnPhone(description: string): Promise<Page> {
  const more = { description, assignees: [ana.user.id] };
  const { id } = await addTask(product.url, ana, { title: 'Long', projectId: project.id, ...more });
  await call(product.url, 'PUT', `/tasks/${id}`, { token: ana.token, body: { assignees: [] } });
  await call(product.url, 'POST', `/tasks/${id}/comments`, { token: ana.token, body: { text: 'Seen' } });
  return openAs(product, ana, `/project/${project.id}?task=${id}`, PHONE);
}

/** Texts that reach beyond the edge of what holds them. */
const beyond = (holder: Locator) =>
  holder.evaluate((element) => {
    const edge = element.getBoundingClientRect().right;
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      if (range.getBoundingClientRect().right > edge + 1) found.push(range.toString());
    }
    return found;
  });

browserTest('a wide table is scrolled, and its words stay whole', async () => {
  const row = (word: string) => `| ${Array.from({ length: 20 }, () => word).join(' | ')} |`;
  const page = await openOnPhone([row('heading'), row('---'), row('cell')].join('\n'));
  const table = page.getByRole('dialog').getByRole('table');
  await table.waitFor();
  const lines = await table.locator('th, td').evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    }),
  );
  expect(lines).toEqual(lines.map(() => 1));
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
});

browserTest('names without a space end where the conversation about a task does', async () => {
  const conversation = (await openOnPhone('')).getByRole('dialog').getByRole('list').last();
  await conversation.getByText('changed the task').waitFor();
  expect(await beyond(conversation)).toEqual([]);
});

browserTest('names without a space end where their column does on paper', async () => {
  const { token } = ana;
  const label = await call<{ id: string }>(product.url, 'POST', `/workspaces/${project.workspaceId}/labels`, {
    token,
    body: { name: 'L'.repeat(50), colour: 'red' },
  });
  const column = { body: { name: LONG_NAME.slice(0, 50) }, token };
  await call(product.url, 'PUT', `/projects/${project.id}/columns/READY`, column);
  const more = { labels: [label.id], assignees: [ana.user.id] };
  await addTask(product.url, ana, { title: 'Long', projectId: project.id, ...more });
  const page = await openAs(product, ana, `/project/${project.id}`);
  await page.locator('[data-connection="live"]').waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const paper = page.locator('[data-print]');
  await paper.getByText('L'.repeat(50)).waitFor();
  await paper.evaluate((element) => {
    element.style.width = '190mm';
  });
  for (const part of ['h1', 'section', 'article'])
    expect([part, await beyond(paper.locator(part))]).toEqual([part, []]);
  expect(await beyond(paper)).toEqual([]);
});

/** In the page: Latin texts that are cut where they begin, because their line runs from the right. */
function cutAtTheStart(): string[] {
  return [...document.querySelectorAll('body *')]
    .filter((element) => {
      const { textOverflow, direction } = getComputedStyle(element);
      const isCut = textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
      return isCut && direction === 'rtl' && /^[a-z]/i.test(element.textContent);
    })
    .map(({ textContent }) => textContent.slice(0, 40));
}

browserTest('Arabic: a long name in Latin letters is cut at its end', async () => {
  const { token, user } = ana;
  const name = 'What somebody can take as soon as they want';
  const [{ id: labelId }] = await Promise.all([
    call<{ id: string }>(product.url, 'POST', `/workspaces/${project.workspaceId}/labels`, {
      token,
      body: { name, colour: 'blue' },
    }),
    call(product.url, 'PUT', `/projects/${project.id}/columns/READY`, { token, body: { name } }),
  ]);
  const { id } = await addTask(product.url, ana, {
    title: name.repeat(3),
    projectId: project.id,
    assignees: [user.id],
    labels: [labelId],
  });
  const page = await openAs(product, ana, '/workspaces', PHONE, { 'livelane-language': 'ar' });
  const board = `/project/${project.id}`;
  const found: string[] = [];
  const look = async (at: string, shown: Locator) => {
    await shown.first().waitFor();
    found.push(...(await page.evaluate(cutAtTheStart)).map((text) => `${at}: ${text}`));
  };
  for (const path of [
    `/workspaces/${project.workspaceId}`,
    `/workspace/${project.workspaceId}/users`,
    `${board}/users`,
  ]) {
    await page.goto(product.url + path);
    await look(path, page.getByRole('main').locator('li, h2'));
  }
  for (const path of [board, `${board}?lanes=assignee`, '/']) {
    await page.goto(product.url + path);
    await look(path, page.locator('[data-task-id]'));
  }
  const dialog = page.getByRole('dialog');
  await page.goto(`${product.url}${board}?task=${id}`);
  await look('task', dialog.locator('.MuiChip-root'));
  await page.goto(product.url + board);
  await boardAction('activity')(page);
  await look('activity', dialog.locator('[data-v]'));
  expect(found).toEqual([]);
});

browserTest(
  'twice as large, the names of a task’s properties are read line by line, beside their values',
  async () => {
    const { id } = await addTask(product.url, ana, { title: 'Paint', projectId: project.id });
    const page = await openAs(product, ana, `/project/${project.id}?task=${id}`);
    await page.getByRole('dialog').getByLabel('Labels').waitFor();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const names = await page.locator('[role=dialog] .MuiInputLabel-root').evaluateAll((labels) =>
      labels.map((label) => {
        const { fontSize, lineHeight } = getComputedStyle(label);
        const range = document.createRange();
        range.selectNodeContents(label);
        const value = label.nextElementSibling?.getBoundingClientRect();
        return {
          text: label.textContent,
          areLinesApart: Number.parseFloat(lineHeight) >= Number.parseFloat(fontSize),
          isBesideValue: range.getBoundingClientRect().right <= (value?.left ?? 0),
        };
      }),
    );
    expect(names.length).toBeGreaterThan(5);
    expect(names).toEqual(names.map(({ text }) => ({ text, areLinesApart: true, isBesideValue: true })));
  },
);
