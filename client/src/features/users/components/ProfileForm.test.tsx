/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { act, screen, waitFor } from '@testing-library/react';
import { getSession } from '#lib/session';
import { ada, type Call, ids, StubNetwork, session } from '#test/network';
import { closeApp, openApp } from '#test/open';
import { getToast } from '#ui/toast/toast.store';
import { setCurrentUser } from '../account.session';

afterEach(closeApp);

it('keeps what is typed while the profile changes on another device, and follows it again once it is saved', async () => {
  const { network, user } = await openApp(
    new StubNetwork({
      [`PUT /users/${ids.ada}`]: ({ body }: Call) => ({ body: { ...ada, ...(body as object) } }),
    }),
    '/user',
  );
  const field = (name: string) => screen.getByRole('textbox', { name });
  await user.type(await screen.findByRole('textbox', { name: 'First name' }), ' Augusta');
  act(() => setCurrentUser({ ...ada, surname: 'King' }));
  expect(field('First name')).toHaveValue('Ada Augusta');
  expect(field('Surname')).toHaveValue('King');
  const [save] = screen.getAllByRole('button', { name: 'Save' });
  if (save) await user.click(save);
  await waitFor(() => expect(getToast()?.variant).toBe('success'));
  const saved = { firstName: 'Ada Augusta', surname: 'King', email: ada.email };
  const base = { firstName: 'Ada', surname: 'King', email: ada.email };
  expect(network.calls.find(({ method }) => method === 'PUT')?.body).toEqual({ ...saved, base });
  expect(getSession()).toMatchObject({ token: session.token, user: saved });
  act(() => setCurrentUser({ ...ada, ...saved, firstName: 'Countess' }));
  expect(field('First name')).toHaveValue('Countess');
});

it('a name that is saved leaves an address that waits to be confirmed alone; the button withdraws it', async () => {
  const bodies: unknown[] = [];
  const { user } = await openApp(
    new StubNetwork({
      [`PUT /users/${ids.ada}`]: ({ body }: Call) => {
        bodies.push(body);
        return { body: { ...ada, pendingEmail: 'new@example.org' } };
      },
    }),
    '/user',
  );
  const { firstName, surname, email } = ada;
  await user.type(await screen.findByRole('textbox', { name: 'First name' }), ' Augusta');
  const [save] = screen.getAllByRole('button', { name: 'Save' });
  if (save) await user.click(save);
  await user.click(await screen.findByRole('button', { name: 'Keep the current address' }));
  await waitFor(() =>
    expect(bodies).toEqual([
      { firstName: 'Ada Augusta', surname, email, base: { firstName, surname, email } },
      { firstName, surname, email, base: { firstName, surname, pendingEmail: 'new@example.org' } },
    ]),
  );
});

it('a new address is asked for once: its field shows the present one until the other is confirmed', async () => {
  const bodies: Array<Partial<typeof ada>> = [];
  const { user } = await openApp(
    new StubNetwork({
      [`PUT /users/${ids.ada}`]: ({ body }: Call) => {
        const { firstName = ada.firstName, email = ada.email } = body as Partial<typeof ada>;
        bodies.push({ firstName, email });
        return { body: { ...ada, firstName, pendingEmail: email === ada.email ? null : email } };
      },
    }),
    '/user',
  );
  const field = await screen.findByRole('textbox', { name: 'Email' });
  const save = async () => {
    const [button] = screen.getAllByRole('button', { name: 'Save' });
    if (button) await user.click(button);
  };
  await user.clear(field);
  await user.type(field, 'new@example.org');
  await save();
  await user.click(await screen.findByRole('button', { name: 'Keep the current address' }));
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(field).toHaveValue(ada.email);
  await user.type(screen.getByRole('textbox', { name: 'First name' }), ' Augusta');
  await save();
  await waitFor(() => expect(bodies).toHaveLength(3));
  expect(bodies.map(({ email }) => email)).toEqual(['new@example.org', ada.email, ada.email]);
});

it('says of a new address that it waits to be confirmed, not that the user was updated', async () => {
  const { user } = await openApp(
    new StubNetwork({
      [`PUT /users/${ids.ada}`]: { body: { ...ada, pendingEmail: 'new@example.org' } },
    }),
    '/user',
  );
  const field = await screen.findByRole('textbox', { name: 'Email' });
  await user.clear(field);
  await user.type(field, 'new@example.org{Enter}');
  await waitFor(() => expect(getToast()?.description).toMatch(/^We have sent an email to new@example\.org/));
  expect(getToast()?.title).toBeUndefined();
});

it('tells the sessions of one day apart by their time, the one of this browser first', async () => {
  const session = (id: string, isCurrent: boolean, createdAt: Date) => ({
    id,
    device: 'Firefox on Linux',
    address: null,
    createdAt: createdAt.toISOString(),
    lastSeenAt: '2026-03-02T10:00:00.000Z',
    isCurrent,
  });
  await openApp(
    new StubNetwork({
      [`GET /users/${ids.ada}/sessions`]: {
        body: [
          session(ids.bob, false, new Date(2026, 2, 1, 9, 15)),
          session(ids.sibling, true, new Date(2026, 2, 1, 8, 5)),
        ],
      },
    }),
    '/user',
  );
  const times = await screen.findAllByText(/logged in 1 Mar 2026/);
  expect(times.map(({ textContent }) => textContent?.match(/logged in .*/)?.[0])).toEqual([
    'logged in 1 Mar 2026, 08:05',
    'logged in 1 Mar 2026, 09:15',
  ]);
});
