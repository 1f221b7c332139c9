/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { randomUUID } from 'node:crypto';
import { act, screen, waitFor, within } from '@testing-library/react';
import { type Call, ids, refusal } from '#test/network';
import { closeApp, openApp, place } from '#test/open';
import { bob, bodyOf, cleo, member, scopes, server, UPDATES } from './members.fixture';

afterEach(closeApp);

const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('li');
  if (!row) throw new Error(`no row of ${name}`);
  return within(row);
};
describe.each(['workspace', 'project'] as const)('users of a %s (specification section 2)', (scope) => {
  const { page, members, roles } = scopes[scope];

  it('shows each member with role, both dates and a delete button', async () => {
    await openApp(server(scope), page);
    const row = await rowOf('Bob Okafor');
    expect(row.getByRole('combobox', { name: 'Role of Bob Okafor' })).toHaveTextContent('Member');
    expect(row.getByText(/2 Jan 2026/)).toBeVisible();
    expect(row.getByText(/3 Feb 2026/)).toBeVisible();
    expect(row.getByRole('button', { name: 'Remove Bob Okafor' })).toBeEnabled();
  });

  it('offers the roles that the server lists, translated, and changes one at once', async () => {
    const network = server(scope, 'owner', 'member', {
      [`PUT ${members}`]: { body: member(bob, 'maintainer') },
    });
    const { user } = await openApp(network, page);
    await user.click((await rowOf('Bob Okafor')).getByRole('combobox'));
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(roles.length));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(
      roles.map((role) => role[0]?.toUpperCase() + role.slice(1)),
    );
    await user.click(screen.getByRole('option', { name: 'Maintainer' }));
    expect(await screen.findByText('Role changed')).toBeVisible();
    expect(bodyOf(network, 'PUT')).toEqual({ userId: ids.bob, roleId: 'maintainer' });
    await waitFor(() => expect(network.made(`GET ${members}`)).toHaveLength(2));
  });

  it('shows a hundred of many people, more when asked, and finds someone by name', async () => {
    const crowd = Array.from({ length: 250 }, (_, number) =>
      member(
        { id: randomUUID(), firstName: number === 249 ? 'Zoë' : 'Sam', surname: `No. ${number}` },
        'member',
      ),
    );
    const ada = member({ id: ids.ada, firstName: 'Ada', surname: 'Byron' }, 'owner');
    const network = server(scope, 'owner', 'member', { [`GET ${members}`]: { body: [ada, ...crowd] } });
    const { user } = await openApp(network, page);
    await screen.findByText('Sam No. 98');
    expect(screen.queryByText('Sam No. 99')).toBeNull();
    expect(screen.getByText('100 of 251 people')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Sam No. 198')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Role of Sam No. 99' })).toHaveFocus();

    await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'zoe');
    expect(await screen.findByText('1 of 251 people')).toBeVisible();
    expect((await rowOf('Zoë No. 249')).getByRole('button')).toBeEnabled();
    await user.type(screen.getByRole('searchbox'), '?');
    expect(await screen.findByText('Nobody found')).toBeVisible();
  });

  it('keeps the search while it hides people, also when few are left', async () => {
    const crowd = Array.from({ length: 19 }, (_, number) =>
      member({ id: randomUUID(), firstName: 'Sam', surname: `No. ${number}` }, 'member'),
    );
    const ada = member({ id: ids.ada, firstName: 'Ada', surname: 'Byron' }, 'owner');
    let listed = [ada, member(bob, 'member'), ...crowd];
    const network = server(scope, 'owner', 'member', {
      [`GET ${members}`]: () => ({ body: listed }),
      [`DELETE ${members}/${ids.bob}`]: () => {
        listed = [ada, ...crowd];
        return { status: 204 };
      },
    });
    const { user } = await openApp(network, page);
    await user.type(await screen.findByRole('searchbox', { name: 'Search by name' }), 'okafor');
    await screen.findByText('1 of 21 people');
    await user.click((await rowOf('Bob Okafor')).getByRole('button', { name: 'Remove Bob Okafor' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Nobody found')).toBeVisible();
    await user.clear(screen.getByRole('searchbox', { name: 'Search by name' }));
    expect(await screen.findByText('Sam No. 18')).toBeVisible();
  });

  it('tells in a toast why a role was not changed', async () => {
    const network = server(scope, 'owner', 'member', { [`PUT ${members}`]: refusal(409, 'The last owner') });
    const { user } = await openApp(network, page);
    await user.click((await rowOf('Bob Okafor')).getByRole('combobox'));
    await user.click(await screen.findByRole('option', { name: 'Owner' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('ErrorThe last owner');
  });

  it('tells of the first of two changes that it was refused', async () => {
    let refuse = () => {};
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    const ada = { id: ids.ada, firstName: 'Ada', surname: 'Byron' };
    const network = server(scope, 'owner', 'member', {
      [`GET ${members}`]: { body: [member(ada, 'owner'), member(bob, 'member'), member(cleo, 'member')] },
      [`PUT ${members}`]: async ({ body }: Call) => {
        if ((body as { userId: string }).userId === ids.cleo) return { body: member(cleo, 'maintainer') };
        await refused;
        return refusal(409, 'The last owner');
      },
    });
    const { user } = await openApp(network, page);
    for (const name of ['Bob Okafor', 'Cleo Nkemelu']) {
      await user.click((await rowOf(name)).getByRole('combobox'));
      await user.click(await screen.findByRole('option', { name: 'Maintainer' }));
    }
    expect(await screen.findByText('Role changed')).toBeVisible();
    act(refuse);
    expect(await screen.findByText('The last owner')).toBeVisible();
  });

  it('names the member until the question is gone', async () => {
    const { user } = await openApp(server(scope), page);
    await user.click((await rowOf('Bob Okafor')).getByRole('button', { name: 'Remove Bob Okafor' }));
    expect(screen.getByText('Remove Bob Okafor?')).toBeVisible();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByText('Remove ?')).not.toBeInTheDocument();
  });

  it('removes a member after a confirmation', async () => {
    const path = `${members}/${ids.bob}`;
    const network = server(scope, 'owner', 'member', { [`DELETE ${path}`]: { status: 204 } });
    const { user } = await openApp(network, page);
    await user.click((await rowOf('Bob Okafor')).getByRole('button', { name: 'Remove Bob Okafor' }));
    expect(network.made('DELETE')).toEqual([]);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('User deleted')).toBeVisible();
    expect(network.made('DELETE')).toEqual([`DELETE ${path}`]);
  });

  it('gives the focus of a removed row to the next one', async () => {
    let listed = [bob, cleo];
    const { user } = await openApp(
      server(scope, 'owner', 'member', {
        [`GET ${members}`]: () => ({ body: listed.map((person) => member(person, 'member')) }),
        [`DELETE ${members}/${ids.bob}`]: () => {
          listed = [cleo];
          return { status: 204 };
        },
      }),
      page,
    );
    await user.click((await rowOf('Bob Okafor')).getByRole('button', { name: 'Remove Bob Okafor' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove Cleo Nkemelu' })).toHaveFocus());
    expect(screen.queryByText('Bob Okafor')).not.toBeInTheDocument();
  });

  it('tells why a member was not removed', async () => {
    const network = server(scope, 'owner', 'owner', {
      [`DELETE ${members}/${ids.bob}`]: refusal(409, 'The last owner'),
    });
    const { user } = await openApp(network, page);
    await user.click((await rowOf('Bob Okafor')).getByRole('button', { name: 'Remove Bob Okafor' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Error deleting usererror delete user: The last owner',
    );
  });

  it('says that a member was removed when the question was opened again meanwhile', async () => {
    let remove = () => {};
    const removed = new Promise<void>((resolve) => {
      remove = resolve;
    });
    const network = server(scope, 'owner', 'member', {
      [`DELETE ${members}/${ids.bob}`]: async () => {
        await removed;
        return { status: 204 };
      },
    });
    const { user } = await openApp(network, page);
    const open = async () => {
      await user.click((await rowOf('Bob Okafor')).getByRole('button', { name: 'Remove Bob Okafor' }));
      return within(screen.getByRole('dialog'));
    };
    const dialog = await open();
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await open();
    act(remove);
    expect(await screen.findByText('User deleted')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('words the own removal as leaving, and goes to what the user still has', async () => {
    const network = server(scope, 'member', 'owner', { [`DELETE ${members}/${ids.ada}`]: { status: 204 } });
    const { user } = await openApp(network, page);
    const name = scope === 'project' ? 'Engine' : 'Society';
    await user.click((await rowOf('Ada Byron')).getByRole('button', { name: `Leave “${name}”` }));
    const dialog = within(screen.getByRole('dialog', { name: `Leave “${name}”?` }));
    expect(dialog.getByText(/^You lose access at once/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText(`You have left “${name}”`)).toBeVisible();
    expect(screen.queryByText('User deleted')).toBeNull();
    await waitFor(() =>
      expect(place()).toBe(scope === 'project' ? `/workspaces/${ids.workspace}` : '/workspaces'),
    );
  });

  it.each([
    // own role, Bob's role, may change Bob, may add
    ['owner', 'owner', true, true],
    ['maintainer', 'member', true, true],
    ['maintainer', 'maintainer', false, true],
    ['maintainer', 'owner', false, true],
    ['member', 'member', false, false],
  ])('follows the rights of a %s over a %s', async (role, bobs, mayChange, mayAdd) => {
    await openApp(server(scope, role, bobs), page);
    const row = await rowOf('Bob Okafor');
    expect(row.getByRole('combobox').getAttribute('aria-disabled') !== 'true').toBe(mayChange);
    expect(row.getByRole<HTMLButtonElement>('button', { name: 'Remove Bob Okafor' }).disabled).toBe(
      !mayChange,
    );
    expect(screen.queryByRole('button', { name: 'Add user' }) !== null).toBe(mayAdd);
    const reason = mayChange ? '' : 'Your role does not allow you to change this member';
    expect(row.getByRole('combobox')).toHaveAccessibleDescription(reason);
    expect(row.getByRole('button')).toHaveAccessibleDescription(reason);
  });

  it('lets everyone leave, and the last owner neither leave nor step down, with the reason', async () => {
    const lastOwner = 'The last owner can neither leave nor be given a lower role';
    await openApp(server(scope), page);
    const row = await rowOf('Ada Byron');
    for (const control of [row.getByRole('combobox'), row.getByRole('button')]) {
      expect(control).toHaveAccessibleDescription(lastOwner);
    }
    expect(row.getByRole('button')).toBeDisabled();
    expect(row.getByRole('combobox')).toHaveAttribute('aria-disabled', 'true');

    closeApp();
    await openApp(server(scope, 'owner', 'owner'), page);
    expect((await rowOf('Ada Byron')).getByRole('button')).toBeEnabled();

    closeApp();
    await openApp(server(scope, 'member'), page);
    const own = await rowOf('Ada Byron');
    expect(own.getByRole('button', { name: /^Leave/ })).toBeEnabled();
    expect(own.getByRole('combobox')).toHaveAttribute('aria-disabled', 'true');
  });

  it('lets a maintainer give no role above their own', async () => {
    const { user } = await openApp(server(scope, 'maintainer'), page);
    await user.click((await rowOf('Bob Okafor')).getByRole('combobox'));
    expect(await screen.findByRole('option', { name: 'Owner' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('option', { name: 'Maintainer' })).not.toHaveAttribute('aria-disabled', 'true');
  });
});

it('ranks a member of a project by what the workspace gives them too', async () => {
  const network = server('project', 'maintainer', 'member', {
    [`GET ${scopes.workspace.members}`]: { body: [member(bob, 'maintainer')] },
  });
  await openApp(network, scopes.project.page);
  const row = await rowOf('Bob Okafor');
  await waitFor(() => expect(row.getByRole('button')).toBeDisabled());
  expect(row.getByRole('combobox')).toHaveTextContent('Member');
});

it('tells what becomes of someone who is made a viewer, before it happens', async () => {
  const path = scopes.project.members;
  const network = server('project', 'owner', 'member', { [`PUT ${path}`]: { body: member(bob, 'viewer') } });
  const { user } = await openApp(network, scopes.project.page);
  await user.click((await rowOf('Bob Okafor')).getByRole('combobox'));
  await user.click(await screen.findByRole('option', { name: 'Viewer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Make Bob Okafor a viewer of “Engine”?' }));
  expect(dialog.getByText(/are unassigned from all its tasks/)).toBeVisible();
  expect(network.made(`PUT ${path}`)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Make viewer' }));
  expect(await screen.findByText('Role changed')).toBeVisible();
  expect(bodyOf(network, 'PUT')).toEqual({ userId: ids.bob, roleId: 'viewer' });
});

describe('a changed role that very many projects are told of', () => {
  it('shows how far they have come until all of them are', async () => {
    const { members, page } = scopes.workspace;
    const network = server('workspace', 'owner', 'member', {
      [`PUT ${members}`]: () => {
        network.answer({ [`GET ${UPDATES}`]: { body: [{ userId: ids.bob, done: 120, total: 500 }] } });
        return { body: member(bob, 'maintainer') };
      },
    });
    const { user } = await openApp(network, page);
    await user.click((await rowOf('Bob Okafor')).getByRole('combobox'));
    expect(screen.queryByText(/^Updating/)).toBeNull();
    await user.click(await screen.findByRole('option', { name: 'Maintainer' }));
    expect(await screen.findByText('Updating 500 projects: 120 done')).toBeVisible();
    network.answer({ [`GET ${UPDATES}`]: { body: [] } });
    await waitFor(() => expect(screen.queryByText(/^Updating/)).toBeNull(), { timeout: 10_000 });
  });

  it('is not asked for by those who may change nobody', async () => {
    const network = server('workspace', 'member');
    await openApp(network, scopes.workspace.page);
    await rowOf('Bob Okafor');
    expect(network.made(`GET ${UPDATES}`)).toEqual([]);
  });
});
