import type { CommentWriteAnswer } from '@livelane/shared/comments/comment.schema';
import type { Task, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { call } from '../../../test-kit/team';
import type { Hands } from './hands';
import { inEachBrowser } from './world';

const COMPOSER = '[aria-label="Comments"] textarea';
/** Filters of the board's activity, without a name that a page's text has. */
const PERSON = '[role="dialog"] .MuiTextField-root:first-child [role="combobox"]';
const KIND = '[role="dialog"] .MuiTextField-root:last-child [role="combobox"]';

/** What is said about a task, what has happened to it, and how it was, in each browser. */
inEachBrowser((world) => {
  const add = (projectId: string, title: string) =>
    call<TaskWriteAnswer>(world.server.url, 'POST', '/tasks', {
      token: world.ana.token,
      body: { title, projectId, state: 'READY' },
    });
  const change = (taskId: string, body: object) =>
    call(world.server.url, 'PUT', `/tasks/${taskId}`, { token: world.ana.token, body });
  const comment = (taskId: string, text: string) =>
    call<CommentWriteAnswer>(world.server.url, 'POST', `/tasks/${taskId}/comments`, {
      token: world.ana.token,
      body: { text },
    });
  async function openTask(hands: Hands, projectId: string, taskId: string, more = ''): Promise<void> {
    await hands.window.goto(`${world.line.url}/project/${projectId}?task=${taskId}${more}`);
    await hands.find(COMPOSER, 'Write a comment');
  }
  const reads = (hands: Hands, part: string) =>
    hands.until(`${part} in the comment`, () =>
      hands.window.evaluate(
        ([field, wanted]) =>
          document.querySelector<HTMLTextAreaElement>(field as string)?.value.includes(wanted as string),
        [COMPOSER, part],
      ),
    );

  test('R26 a comment is written: a mention by keys, the toolbar, a link pasted over words, a preview, a ticked box', async () => {
    const { hers, bobs } = world;
    const projectId = await world.newProject('Written');
    const { id } = await add(projectId, 'Paint');
    for (const each of [hers, bobs]) await openTask(each, projectId, id);
    await hers.click(COMPOSER, 'Write a comment');
    await hers.window.type('Ask @bo');
    await hers.find('[role="option"] *', 'Bob');
    await hers.press('Enter');
    await reads(hers, 'Ask @Bob Test ');
    await hers.window.control('a');
    await hers.window.control('x');
    await hers.window.control('v');
    await reads(hers, 'Ask @Bob Test ');
    await bobs.find('[role="dialog"] *', 'Ana is writing a comment');
    await hers.click('[aria-label="Comments"] .MuiButton-contained', 'Comment');
    await bobs.find(`[data-comment] .mention[data-user="${world.bob.user.id}"]`, '@Bob Test');

    await hers.fill('Write a comment', 'https://example.org/plan');
    await hers.window.control('a');
    await hers.window.control('x');
    await hers.fill('Write a comment', 'the plan');
    await hers.window.control('a');
    await hers.click('[aria-label="Comments"] [role="toolbar"] button', 'Bold');
    await reads(hers, '**the plan**');
    await hers.window.control('a');
    await hers.window.control('v');
    await reads(hers, '](https://example.org/plan)');
    await hers.click('[aria-label="Comments"] button', 'Preview');
    await hers.find('[aria-label="Comments"] a[href="https://example.org/plan"] strong', 'the plan');
    await hers.click('[aria-label="Comments"] button', 'Write');
    await hers.fill('Write a comment', '- [ ] Sand it');
    await hers.click('[aria-label="Comments"] .MuiButton-contained', 'Comment');
    await bobs.find('[data-comment] input[type="checkbox"]');
    await hers.click('[data-comment] input[type="checkbox"]');
    await bobs.find('[data-comment] input[type="checkbox"]:checked');
  });

  test('what is being written outlives a reload and the end of the session; a link leads to one comment', async () => {
    const { hers } = world;
    const projectId = await world.newProject('Drafts');
    const { id } = await add(projectId, 'Paint');
    const said = await comment(id, 'The one that is meant');
    await openTask(hers, projectId, id);
    await hers.fill('Write a comment', 'Half a sentence');
    await hers.window.reload();
    await reads(hers, 'Half a sentence');
    await call(world.server.url, 'DELETE', `/users/${world.ana.user.id}/sessions`, {
      token: world.ana.token,
    });
    await hers.path('/login');
    await hers.fill('Email', world.ana.email);
    await hers.fill('Password', world.ana.password);
    await hers.click('button', 'sign in');
    await reads(hers, 'Half a sentence');
    await openTask(hers, projectId, id, `&comment=${said.id}`);
    await hers.agrees(
      'the comment in the focus',
      (wanted) =>
        document.querySelector(`[data-comment="${wanted}"]`)?.contains(document.activeElement) === true,
      said.id,
    );
    await reads(hers, 'Half a sentence');
    await hers.press('Escape');
  });

  test('the activity is narrowed to a person and to a kind', async () => {
    const { hers } = world;
    const projectId = await world.newProject('Told');
    const { id } = await add(projectId, 'Paint');
    await change(id, { title: 'Paint it' });
    await call(world.server.url, 'POST', `/tasks/${id}/comments`, {
      token: world.bob.token,
      body: { text: 'By Bob' },
    });
    await hers.window.goto(`${world.line.url}/project/${projectId}`);
    await hers.isLive();
    await hers.click('button', 'Activity on this board');
    await hers.find('[role="dialog"] li *', 'Ana');
    await hers.choose(PERSON, '', 'Bob');
    await hers.gone('[role="dialog"] li *', 'Ana');
    await hers.find('[role="dialog"] li *', 'Bob');
    await hers.choose(KIND, '', 'Changed');
    await hers.find('[role="dialog"] p', 'There is nothing to show.');
    await hers.choose(PERSON, 'Bob', 'Everyone');
    await hers.find('[role="dialog"] li *', 'Ana');
    await hers.gone('[role="dialog"] li *', 'Bob');
    await hers.press('Escape');
    await hers.gone('[role="dialog"]');
  });

  test('R27 from the board of then one field is taken back, all of a card, and a card that was deleted', async () => {
    const { hers } = world;
    const projectId = await world.newProject('Then');
    const { id } = await add(projectId, 'Paint');
    await change(id, { title: 'Paint it', priority: 'LOW', timeSpent: 30 });
    await hers.window.goto(`${world.line.url}/project/${projectId}`);
    await hers.isLive();
    await hers.sees('READY', ['Paint it']);
    const lookBack = async () => {
      await hers.click('button', 'Go back in time');
      await hers.find('.MuiSlider-root');
      await hers.window.evaluate(
        () => document.querySelector<HTMLElement>('.MuiSlider-root input')?.focus(),
        null,
      );
      await hers.press('ArrowLeft');
    };
    const now = () => call<Task>(world.server.url, 'GET', `/tasks/${id}`, { token: world.ana.token });
    await lookBack();
    await hers.sees('READY', ['Paint']);
    await hers.click('[data-task-id]', 'Paint');
    await hers.click('[role="dialog"] button', 'Restore: Priority');
    await hers.until('the priority of then', async () => (await now()).priority === 'MEDIUM');
    expect((await now()).title).toBe('Paint it');
    await hers.gone('[role="dialog"]');
    await hers.click('[data-task-id]', 'Paint');
    await hers.click('[role="dialog"] button', 'Restore everything');
    await hers.until('all of then', async () => (await now()).title === 'Paint');
    await hers.click('button', 'Back to now');
    await hers.sees('READY', ['Paint']);
    await call(world.server.url, 'DELETE', `/tasks/${id}`, { token: world.ana.token });
    await hers.sees('READY', []);
    await lookBack();
    await hers.sees('READY', ['Paint']);
    await hers.click('[data-task-id]', 'Paint');
    await hers.click('[role="dialog"] button', 'Restore the task');
    await hers.until('the task', async () =>
      now().then(
        ({ state }) => state === 'READY',
        () => false,
      ),
    );
    await hers.click('button', 'Back to now');
    await hers.sees('READY', ['Paint']);
  });
});
