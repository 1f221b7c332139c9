import type { Label } from '@livelane/shared/labels/label.schema';
import type { Project } from '@livelane/shared/projects/project.schema';
import { call } from '../../../test-kit/team';
import { inEachBrowser } from './world';

/** A chip is higher than a bar. In pixels. */
const BAR_HEIGHT = 12;

inEachBrowser((world) => {
  const ask = <Answer>(method: string, path: string, body?: object) =>
    call<Answer>(world.server.url, method, path, { token: world.ana.token, ...(body && { body }) });
  const workspaceOf = async (projectId: string) =>
    (await ask<Project>('GET', `/projects/${projectId}`)).workspaceId;
  const makeLabel = (workspaceId: string, name: string, colour: string) =>
    ask<Label>('POST', `/workspaces/${workspaceId}/labels`, { name, colour });
  const add = (projectId: string, title: string, labels: Label[]) =>
    ask('POST', '/tasks', { title, projectId, state: 'READY', labels: labels.map(({ id }) => id) });

  test('the labels page: one is renamed, merged and deleted, on everyone’s cards at once', async () => {
    const { hers, bobs, line } = world;
    const projectId = await world.openBoard('Label page', bobs);
    const workspaceId = await workspaceOf(projectId);
    const [bug, fault] = [
      await makeLabel(workspaceId, 'bug', 'red'),
      await makeLabel(workspaceId, 'fault', 'blue'),
    ];
    await add(projectId, 'Door', [bug]);
    await add(projectId, 'Gate', [fault]);
    await bobs.find('[data-task-id] [data-colour="red"]', 'bug');
    await hers.window.goto(`${line.url}/workspace/${workspaceId}/labels`);
    await hers.click('main button', 'Edit label “bug”');
    await hers.fill('Name', 'defect');
    await hers.click('[role="dialog"] label', 'Teal');
    await hers.click('[role="dialog"] button', 'Save');
    await hers.gone('[role="dialog"]');
    await bobs.find('[data-task-id] [data-colour="teal"]', 'defect');

    await hers.click('main button', 'Merge label “defect” into another');
    await hers.choose('[role="dialog"] [role="combobox"]', '', 'fault');
    await hers.click('[role="dialog"] button', 'Merge');
    await hers.gone('[role="dialog"]');
    await bobs.gone('[data-task-id] [data-colour]', 'defect');
    await bobs.agrees(
      'the kept label on both cards',
      () => document.querySelectorAll('[data-task-id] [data-colour="blue"]').length === 2,
      null,
    );

    await hers.click('main button', 'Delete label “fault”');
    await hers.click('[role="dialog"] button', 'Delete');
    await hers.find('main *', 'No labels yet');
    await bobs.gone('[data-task-id] [data-colour]');
    await bobs.sees('READY', ['Door', 'Gate']);
  });

  test('labels are bars, and cards low, for whoever chooses so; also after a reload', async () => {
    const { hers, bobs } = world;
    const projectId = await world.openBoard('Looks', hers, bobs);
    await add(projectId, 'Door', [await makeLabel(await workspaceOf(projectId), 'paint', 'purple')]);
    for (const each of [hers, bobs]) await each.find('[data-task-id] [data-colour]', 'paint');
    const heights = async () => {
      const [label, card] = [
        await hers.find('[data-task-id] [data-colour]', 'paint'),
        await hers.find('[data-task-id]', 'Door'),
      ];
      return { label: label.height, card: card.height };
    };
    const before = await heights();
    expect(before.label).toBeGreaterThan(BAR_HEIGHT);
    await hers.click('main button', 'View');
    await hers.click('[role="menuitemradio"]', 'Bars');
    await hers.until('a bar', async () => (await heights()).label < BAR_HEIGHT);
    const { card } = await heights();
    await hers.click('[role="menuitemradio"]', 'Compact');
    await hers.until('a lower card', async () => (await heights()).card < card);
    await hers.press('Escape');
    await hers.gone('[role="menu"]');
    const chosen = await heights();
    await hers.window.reload();
    await hers.isLive();
    // Its name stays for whoever hears the page.
    expect(await heights()).toEqual(chosen);
    // Nobody else's board is another one.
    expect((await bobs.find('[data-task-id] [data-colour]', 'paint')).height).toBe(before.label);
    await hers.click('main button', 'View');
    for (const usual of ['Names', 'Comfortable']) await hers.click('[role="menuitemradio"]', usual);
    await hers.press('Escape');
    expect(await heights()).toEqual(before);
  });
});
