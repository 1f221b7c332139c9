import type { View } from '@livelane/shared/views/view.schema';
import { call } from '../../../test-kit/team';
import { inEachBrowser } from './world';

inEachBrowser((world) => {
  const ask = <Answer>(method: string, path: string, body?: object) =>
    call<Answer>(world.server.url, method, path, { token: world.ana.token, ...(body && { body }) });
  const add = (projectId: string, title: string, more: object = {}) =>
    ask('POST', '/tasks', { title, projectId, state: 'READY', ...more });

  test('a column: its name, its policy and that it is hidden are changed by one person and seen by another', async () => {
    const { hers, bobs } = world;
    const projectId = await world.openBoard('Columns', hers, bobs);
    await add(projectId, 'there', { state: 'REVIEW' });
    await hers.sees('REVIEW', ['there']);
    await hers.click('[data-state="REVIEW"] button', 'Column Review');
    await hers.click('[role="menuitem"]', 'Column settings…');
    await hers.fill('Name on this board', 'second look');
    await hers.fill('Policy', 'two people have read it.');
    await hers.click('[role="dialog"] button', 'Save');
    await hers.gone('[role="dialog"]');
    await bobs.find('[data-state="REVIEW"] h2', 'second look');
    await bobs.click('[data-state="REVIEW"] button', 'Column second look');
    await bobs.find('[role="dialog"] p', 'two people have read it.');
    // A member reads it, and changes nothing.
    await bobs.gone('[role="menuitem"]');
    await bobs.press('Escape');
    await bobs.gone('[role="dialog"]');

    await hers.click('[data-state="REVIEW"] button', 'Column second look');
    await hers.click('[role="menuitem"]', 'Hide');
    await bobs.gone('[data-state="REVIEW"]');
    await hers.gone('[role="menuitem"]');
    await hers.click('main button', 'View');
    await hers.click('[role="menuitem"]', 'Show “second look”');
    await bobs.sees('REVIEW', ['there']);
  });

  test('a view: sorted by one person for themselves, saved for the project, opened from its address', async () => {
    const { hers, bobs, line } = world;
    const projectId = await world.openBoard('Sorted', hers, bobs);
    await add(projectId, 'later', { dueDate: '2027-03-02', priority: 'HIGH' });
    await add(projectId, 'usual', { priority: 'LOW' });
    await add(projectId, 'sooner', { dueDate: '2027-03-01', priority: 'HIGH' });
    await hers.sees('READY', ['later', 'usual', 'sooner']);
    await hers.click('main button', 'View');
    await hers.click('[role="menuitem"]', 'Sort: Board order');
    await hers.click('[role="menuitemradio"]', 'Due date');
    await hers.sees('READY', ['sooner', 'later', 'usual']);
    await bobs.sees('READY', ['later', 'usual', 'sooner']);
    // The order decides where a card is.
    await hers.drag('usual', 'READY', 'top');
    await hers.find('.MuiSnackbar-root *', 'Not moved: this view is sorted (Due date)');
    await hers.sees('READY', ['sooner', 'later', 'usual']);

    await hers.window.goto(`${line.url}/project/${projectId}?priority=HIGH&lanes=priority`);
    await hers.find('[data-lane="HIGH"] [data-task-id]', 'later');
    await hers.click('main button', 'View');
    await hers.click('[role="menuitem"]', 'Saved views');
    await hers.click('[role="menuitem"]', 'Save this view…');
    await hers.fill('Name', 'fires');
    await hers.click('[role="dialog"] label', 'For everyone in the project');
    await hers.press('Enter');
    await hers.gone('[role="dialog"]');
    const [view] = await ask<View[]>('GET', `/views?projectId=${projectId}`);
    // From Ana’s address, in Bob’s window.
    await bobs.window.goto(`${line.url}/project/${projectId}?view=${view?.id}`);
    await bobs.find('[data-lane="HIGH"] [data-task-id]', 'sooner');
    await bobs.find('main *', 'View: fires');
    await bobs.gone('[data-task-id]', 'usual');
    await bobs.click('main button', 'Clear filter: View');
    await bobs.sees('READY', ['later', 'usual', 'sooner']);
    await bobs.click('main button', 'View');
    await bobs.click('[role="menuitem"]', 'Saved views');
    await bobs.click('[role="menuitemradio"]', 'fires');
    await bobs.find('[data-lane="HIGH"] [data-task-id]', 'sooner');
  });
});
