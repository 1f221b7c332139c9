import type { CommentWriteAnswer } from '@livelane/shared/comments/comment.schema';
import type { Task, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { call } from '../../../test-kit/team';
import type { Hands } from './hands';
import { inEachBrowser } from './world';

const COMPOSER = '[aria-label="Comments"] textarea';

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
    await hers.click('[role="dialog"] button', 'Take back: Priority');
    await hers.until('the priority of then', async () => (await now()).priority === 'MEDIUM');
    expect((await now()).title).toBe('Paint it');
    await hers.gone('[role="dialog"]');
    await hers.click('[data-task-id]', 'Paint');
    await hers.click('[role="dialog"] button', 'Take everything back');
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
