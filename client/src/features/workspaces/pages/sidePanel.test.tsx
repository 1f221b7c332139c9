/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { screen, within } from '@testing-library/react';
import { ids } from '#test/network';
import { closeApp, openApp } from '#test/open';
import { network, workspacePath } from './workspaces.fixture';

afterEach(closeApp);

describe('side panel (specification section 2)', () => {
  const panel = () =>
    screen.findAllByRole('navigation', { name: 'Side panel' }).then(([first]) => first as HTMLElement);

  it('links to settings and users and lists the projects of the workspace', async () => {
    await openApp(network(), workspacePath);
    const nav = await panel();
    await within(nav).findByRole('link', { name: 'Notes' });
    const links = within(nav)
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
    expect(links).toEqual([
      ['Workspace', workspacePath],
      ['Settings', `/workspace/${ids.workspace}/settings`],
      ['Users', `/workspace/${ids.workspace}/users`],
      ['Labels', `/workspace/${ids.workspace}/labels`],
      ['Difference Engine', `/project/${ids.project}`],
      ['Notes', `/project/${ids.sibling}`],
    ]);
  });

  it('puts settings and users of a project beneath its name; collapsed, projects are letters', async () => {
    const { user } = await openApp(network(), `/project/${ids.project}/settings`);
    const nav = await panel();
    await within(nav).findByRole('link', { name: 'Notes' });
    const labels = () =>
      within(nav)
        .getAllByRole('link')
        .map((link) => link.getAttribute('aria-label'));
    expect(labels()).toEqual(['Workspace', 'Difference Engine', 'Settings', 'Users', 'Notes']);
    expect(within(nav).getByRole('link', { name: 'Users' })).toHaveAttribute(
      'href',
      `/project/${ids.project}/users`,
    );
    await user.click(within(nav).getByRole('button', { name: 'Close side panel' }));
    expect(within(nav).getByRole('link', { name: 'Difference Engine' })).toHaveTextContent(/^D$/);
    expect(within(nav).getByRole('link', { name: 'Notes' })).toHaveTextContent(/^N$/);
  });

  it('is open at first; collapsed on one screen, it is so on the others', async () => {
    const { user } = await openApp(network(), workspacePath);
    const toggle = within(await panel()).getByRole('button');
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await user.click(toggle);
    await user.click(within(await panel()).getByRole('link', { name: 'Settings' }));
    await screen.findByRole('heading', { name: 'Workspace settings' });
    expect(within(await panel()).getByRole('button', { name: 'Open side panel' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
  });
});
