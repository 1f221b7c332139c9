import { randomUUID } from 'node:crypto';
import { call } from '../../../test-kit/team';
import { inEachBrowser } from './world';

const PHONE = { width: 390, height: 844 };
const PASSWORD = 'correct horse battery';

inEachBrowser((world) => {
  test('invited by a link, registered, on the board; mentioned, told, read on the phone and gone on the desktop', async () => {
    const { hers, line, server, ana } = world;
    const projectId = await world.newProject('Repairs');
    const body = { title: 'Fix the pedal', projectId, state: 'READY' };
    const { id } = await call<{ id: string }>(server.url, 'POST', '/tasks', { token: ana.token, body });

    await hers.window.goto(`${line.url}/project/${projectId}/users`);
    await hers.click('main button', 'Add user');
    await hers.find('[role="dialog"] input');
    await hers.click('[role="dialog"] button', 'Invite by link');
    await hers.click('[role="dialog"] button', 'Create link');
    await hers.find('[role="dialog"] [role="img"]', 'QR code of the link');
    const link = await hers.until('the link', () =>
      hers.window.evaluate(
        () =>
          [...document.querySelectorAll('input')].find(({ value }) => value.includes('/invitation#'))?.value,
        null,
      ),
    );

    const desktop = await world.newWindow();
    await desktop.window.goto(link);
    await desktop.find('main p', 'Ana Test invites you to “Repairs”');
    const email = `nina.${randomUUID()}@example.org`;
    for (const [label, text] of [
      ['First name', 'Nina'],
      ['Surname', 'New'],
      ['Email', email],
      ['Password', PASSWORD],
      ['Confirm password', PASSWORD],
    ] as const)
      await desktop.fill(label, text);
    await desktop.click('button', 'Create account');
    await desktop.agrees(
      'the password as all that is missing',
      (kept) =>
        document.querySelector<HTMLInputElement>('input[name="email"]')?.value === kept &&
        document.activeElement?.getAttribute('name') === 'password',
      email,
    );
    await desktop.window.type(PASSWORD);
    await desktop.press('Enter');
    await desktop.path(`/project/${projectId}`);
    await desktop.sees('READY', ['Fix the pedal']);
    const phone = await world.newWindow();
    await phone.window.resize(PHONE.width, PHONE.height);
    await phone.signIn(line.url, { email, password: PASSWORD });

    await hers.window.goto(`${line.url}/project/${projectId}?task=${id}`);
    await hers.fill('Write a comment', 'Look here, @ni');
    await hers.find('[role="option"] *', 'Nina New');
    await hers.press('Enter');
    await hers.window.control('Enter');

    for (const each of [desktop, phone]) await each.find('[data-unread="1"]');
    await desktop.agrees('the count in the title', () => document.title.startsWith('(1)'), null);
    await phone.click('a', 'Notifications');
    await phone.find('main li p', 'Ana Test mentioned you');
    await phone.agrees(
      'the mark of what is unread at its edge',
      () => {
        const card = document.querySelector('main ul[class] > li');
        return card !== null && getComputedStyle(card).borderInlineStart.startsWith('4px solid');
      },
      null,
    );
    await phone.click('main a', 'Fix the pedal');
    await phone.path(`/project/${projectId}`);
    await phone.find('[role="dialog"] [data-comment] p', 'Look here,');
    for (const each of [desktop, phone]) await each.find('[data-unread="0"]');
    await desktop.agrees('no count in the title', () => !document.title.startsWith('('), null);
    await phone.window.close();
    await desktop.window.close();
  });
});
