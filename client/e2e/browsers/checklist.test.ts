import type { Task } from '@livelane/shared/tasks/task.schema';
import { call } from '../../../test-kit/team';
import type { Hands } from './hands';
import { inEachBrowser } from './world';

const ADD = 'Add an item';

inEachBrowser((world) => {
  const items = (of: Hands, texts: string[]) =>
    of.agrees(
      `${texts}`,
      (wanted) =>
        JSON.stringify(
          [...document.querySelectorAll('[role="dialog"] li input[type="checkbox"]')].map((box) =>
            box.getAttribute('aria-label'),
          ),
        ) === JSON.stringify(wanted),
      texts,
    );

  test('a checklist: many lines pasted, Enter for the next, ordered by keys and by mouse, an item made a task', async () => {
    const { hers, bobs } = world;
    const projectId = await world.openBoard('Checklist', hers, bobs);
    await call<Task>(world.server.url, 'POST', '/tasks', {
      token: world.ana.token,
      body: { title: 'Door', projectId, state: 'READY' },
    });
    for (const each of [hers, bobs]) {
      await each.click('[data-task-id]', 'Door');
      await each.find('[role="dialog"] textarea', 'Title');
    }
    // Copied from a text of several lines, as from any other program.
    await hers.click('[role="dialog"] textarea', 'Description');
    await hers.window.type('sand');
    await hers.press('Enter');
    await hers.window.type('[x] prime');
    await hers.press('Enter');
    await hers.window.type('paint');
    await hers.window.control('a');
    await hers.window.control('x');
    await hers.click('[role="dialog"] input', ADD);
    await hers.window.control('v');
    await items(bobs, ['sand', 'prime', 'paint']);
    await bobs.find('[role="dialog"] [role="status"]', '1 of 3 done');

    await hers.click('[role="dialog"] li button', 'sand');
    await hers.window.control('a');
    await hers.window.type('sand it');
    await hers.press('Enter');
    // The next item is being edited, then the one after it, then a new one is made.
    await hers.press('Enter', 'Enter');
    await hers.agrees(
      'the field for a new item',
      (name) => document.activeElement?.getAttribute('aria-label') === name,
      ADD,
    );
    await hers.window.type('varnish');
    await hers.press('Enter');
    await items(bobs, ['sand it', 'prime', 'paint', 'varnish']);

    await hers.window.evaluate(
      () => document.querySelector<HTMLElement>('[role="dialog"] input[aria-label="varnish"]')?.focus(),
      null,
    );
    for (let step = 0; step < 2; step++) await hers.window.holding('Alt', () => hers.window.press('ArrowUp'));
    for (const hands of [hers, bobs]) await items(hands, ['sand it', 'varnish', 'prime', 'paint']);
    const [from, to] = [
      await hers.settled('[role="dialog"] li span', 'Move “paint”'),
      await hers.settled('[role="dialog"] li', 'sand it'),
    ];
    await hers.window.move(from.x + from.width / 2, from.y + from.height / 2);
    await hers.window.down();
    for (let step = 1; step <= 15; step++)
      await hers.window.move(from.x + 10, from.y + 10 + ((to.y - from.y - 6) * step) / 15);
    await hers.agrees(
      'the item over the first place',
      () =>
        [...document.querySelectorAll('[id^="rfd-announcement"]')].some(
          ({ textContent }) => textContent === 'paint is now at position 1 in Checklist.',
        ),
      null,
    );
    await hers.window.up();
    await items(bobs, ['paint', 'sand it', 'varnish', 'prime']);

    await hers.click('[role="dialog"] button', 'Make “varnish” a task');
    await items(bobs, ['paint', 'sand it', 'prime']);
    await bobs.press('Escape');
    await bobs.sees('READY', ['Door', 'varnish']);
    await bobs.find('[data-task-id] span', 'Checklist: 1 of 3 done');
    await hers.press('Escape');
    await hers.gone('[role="dialog"]');
  });
});
