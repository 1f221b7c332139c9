import type { Label } from '@livelane/shared/labels/label.schema';
import type { Project } from '@livelane/shared/projects/project.schema';
import { call, readBoard } from '../../../test-kit/team';
import type { Hands } from './hands';
import { inEachBrowser } from './world';

const STEPS = 8;

inEachBrowser((world) => {
  const ask = <Answer>(method: string, path: string, body?: object) =>
    call<Answer>(world.server.url, method, path, { token: world.ana.token, ...(body && { body }) });
  const add = (projectId: string, title: string) =>
    ask('POST', '/tasks', { title, projectId, state: 'READY', assignees: [world.ana.user.id] });
  const chosen = (hands: Hands, count: number) =>
    hands.find('[role="toolbar"] [role="status"]', `${count} selected`);
  const stored = async (projectId: string) =>
    (await readBoard(world.server.url, world.ana, projectId)).columns.flatMap(({ tasks }) => tasks);

  test('by mouse: a frame on empty ground chooses, Control adds and takes away, Ctrl+A takes what the filter shows', async () => {
    const { hers } = world;
    const projectId = await world.openBoard('Frame', hers);
    for (const title of ['one', 'two', 'three', 'other']) await add(projectId, title);
    await hers.sees('READY', ['one', 'two', 'three', 'other']);
    const [last, third] = [
      await hers.find('[data-task-id]', 'other'),
      await hers.find('[data-task-id]', 'three'),
    ];
    // What draws the frame is fetched in a quiet moment after the board.
    await hers.until('2 selected', async () => {
      const [x, y] = [last.x + 20, last.y + last.height + 60];
      await hers.window.move(x, y);
      await hers.window.down();
      for (let step = 1; step <= STEPS; step++)
        await hers.window.move(x + 12 * step, y - ((y - third.y - third.height / 2) * step) / STEPS);
      await hers.window.up();
      return hers.window.evaluate(
        () => document.querySelector('[role="toolbar"] [role="status"]')?.textContent === '2 selected',
        null,
      );
    });
    await hers.window.holding('Control', () => hers.click('[data-task-id]', 'one'));
    await chosen(hers, 3);
    await hers.window.holding('Control', () => hers.click('[data-task-id]', 'other'));
    await chosen(hers, 2);
    await hers.click('[role="toolbar"] button', 'Clear selection');
    await hers.gone('[role="toolbar"]');
    await hers.fill('Title', 'o');
    await hers.sees('READY', ['one', 'two', 'other']);
    await hers.focus('one');
    await hers.window.control('a');
    await chosen(hers, 3);
    await hers.press('Escape');
    await hers.gone('[role="toolbar"]');
  });

  test('by keys: chosen, moved, labelled, assigned, given a priority and a day, deleted; each seen by the other', async () => {
    const { hers, bobs, bob } = world;
    const projectId = await world.openBoard('Keys', bobs);
    const { workspaceId } = await ask<Project>('GET', `/projects/${projectId}`);
    const label = await ask<Label>('POST', `/workspaces/${workspaceId}/labels`, {
      name: 'paint',
      colour: 'blue',
    });
    for (const title of ['a', 'b', 'c']) await add(projectId, title);
    await hers.window.goto(`${world.line.url}/project/${projectId}`);
    await hers.isLive();
    await hers.focus('a');
    await hers.window.type('x');
    await chosen(hers, 1);
    await hers.window.holding('Shift', () => hers.window.press('ArrowDown'));
    await chosen(hers, 2);
    /** Opens a list by its key, and chooses what is `steps` below its first item. */
    const choose = async (key: string, steps: number, item: string) => {
      await hers.window.type(key);
      await hers.find('[role="menuitem"]', item);
      for (let step = 0; step < steps; step++) await hers.press('ArrowDown');
      await hers.agrees(
        `the focus on ${item}`,
        (wanted) => document.activeElement?.textContent?.trim().endsWith(wanted) ?? false,
        item,
      );
      await hers.press('Enter');
      await hers.gone('[role="menuitem"]');
    };
    await choose('m', 4, 'Review');
    await bobs.sees('REVIEW', ['a', 'b']);
    await choose('l', 0, 'paint');
    await bobs.find('[data-state="REVIEW"] [data-task-id] [data-colour]', 'paint');
    await choose('a', 1, 'BT Bob Test');
    await choose('p', 0, 'Critical');
    await hers.window.type('d');
    await hers.find('[role="dialog"] input', 'Due date');
    await hers.window.type('24/12/2027');
    await hers.press('Enter');
    await hers.gone('[role="dialog"]');
    await hers.until('all of it', async () =>
      (await stored(projectId)).every(({ title, state, labels, assignees, priority, dueDate }) =>
        title === 'c'
          ? state === 'READY' && labels.length === 0
          : state === 'REVIEW' &&
            labels[0] === label.id &&
            assignees.includes(bob.user.id) &&
            priority === 'CRITICAL' &&
            dueDate === '2027-12-24',
      ),
    );
    await bobs.find('[data-state="REVIEW"] [data-task-id] span', 'Critical');
    await hers.press('Delete');
    await hers.find('[role="dialog"] h2', 'Delete 2 tasks?');
    await hers.press('Tab', 'Enter');
    await bobs.sees('REVIEW', []);
    await bobs.sees('READY', ['c']);
    await hers.gone('[role="dialog"]');
    await hers.window.control('z');
    await bobs.sees('REVIEW', ['a', 'b']);
  });
});
