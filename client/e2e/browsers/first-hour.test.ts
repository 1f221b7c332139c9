import { call, signUp } from '../../../test-kit/team';
import { inEachBrowser } from './world';

/** Where the account was last. */
const FAR_AWAY = 'Pacific/Kiritimati';

/** What the first hour asks of someone: a language, a team, a project, and tasks. */
inEachBrowser((world) => {
  test('an account’s language, a first project with its invitation, one that is chosen already, and names for people', async () => {
    const { server, line } = world;
    const kim = await signUp(server.url, 'Kim');
    const settings = <Answer>(method: string, body?: object) =>
      call<Answer>(server.url, method, '/notifications/settings', {
        token: kim.token,
        ...(body && { body }),
      });
    await settings('PUT', { language: 'de', timeZone: FAR_AWAY });
    // A browser that speaks English.
    const hers = await world.newWindow();
    await hers.signIn(line.url, kim);
    await hers.find('html[lang="de"] h2', 'Legen Sie Ihren Arbeitsbereich an');
    await hers.until('the zone of this browser', async () => {
      const { timeZone } = await settings<{ timeZone: string }>('GET');
      return timeZone !== FAR_AWAY;
    });
    await settings('PUT', { language: 'en-GB' });
    await hers.window.reload();

    await hers.find('html[lang="en-GB"] h2', 'Create your workspace');
    await hers.fill('Name', 'Orchard');
    await hers.press('Enter');
    await hers.find('h2', 'Add the first project to “Orchard”');
    await hers.fill('Name', 'Harvest');
    await hers.press('Enter');
    await hers.find('h2', 'Invite people to “Harvest”');
    await hers.click('main button', 'Create link');
    await hers.agrees(
      'the invitation',
      (start) =>
        [...document.querySelectorAll<HTMLInputElement>('main input')].some(({ value }) =>
          value.startsWith(start),
        ),
      line.url,
    );
    await hers.click('main button', 'Done');
    await hers.find('h1', 'Harvest');

    const newTask = async (title: string) => {
      await hers.click('header a', 'Home');
      await hers.find('h1', 'personal board');
      await hers.click('main button', 'New task');
      await hers.find('[role="dialog"] textarea', 'Title');
      await hers.window.type(title);
    };
    /** What the fields of the dialog have, and whom the task is for. */
    const chosen = async () => {
      await hers.find('[role="dialog"] .MuiChip-root');
      return hers.window.evaluate(() => {
        const dialog = document.querySelector('[role="dialog"]');
        const fields = [...(dialog?.querySelectorAll<HTMLElement>('[role="combobox"]') ?? [])];
        return {
          title: dialog?.querySelector<HTMLTextAreaElement>('textarea')?.value,
          fields: fields.map(({ textContent }) => textContent?.trim()),
          people: [...(dialog?.querySelectorAll('.MuiChip-root') ?? [])].map(
            (person) => person.querySelector('.MuiChip-label')?.textContent,
          ),
        };
      }, null);
    };
    await newTask('Buy crates');
    expect(await chosen()).toEqual({
      title: 'Buy crates',
      fields: expect.arrayContaining(['Harvest']),
      people: ['Kim Test'],
    });
    await hers.press('Enter');
    await hers.gone('[role="dialog"]');
    await hers.sees('READY', ['Buy crates']);
    await hers.find('[data-task-id] [role="img"]', 'Assigned to Kim');

    // Who makes a workspace or a project is led into it.
    await hers.click('header a', 'Workspaces');
    await hers.click('main button', 'new workspace');
    await hers.fill('Name', 'Cellar');
    await hers.fill('Description', 'Below');
    await hers.click('[role="dialog"] button[type="submit"]');
    await hers.find('h1', 'Cellar');
    await hers.click('main button', 'new project');
    await hers.fill('Name', 'Cider');
    await hers.fill('Description', 'Its work');
    await hers.click('[role="dialog"] button[type="submit"]');
    await hers.find('h1', 'Cider');

    await newTask('Press apples');
    // Neither project is the only one, and none was used last: the user is known nevertheless.
    const asked = await chosen();
    expect(asked.people).toEqual(['Kim Test']);
    expect(asked.fields).not.toContain('Cider');
    const unchosen = asked.fields.at(-2) ?? '';
    await hers.choose('[role="dialog"] [role="combobox"]', unchosen, 'Cider');
    await hers.click('[role="dialog"] button[type="submit"]');
    await hers.gone('[role="dialog"]');
    await hers.find('[data-task-id]', 'Press apples');
    await hers.click('main button', 'New task');
    await hers.find('[role="dialog"] textarea', 'Title');
    expect((await chosen()).fields).toContain('Cider');
    await hers.window.close();
  });
});
