/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { act, screen, waitFor } from '@testing-library/react';
import { getSession, setSession } from '#lib/session';
import { ada, ids, StubNetwork, token } from '#test/network';
import { closeApp, openApp } from '#test/open';
import { getToast } from '#ui/toast/toast.store';

afterEach(closeApp);

type User = Awaited<ReturnType<typeof openApp>>['user'];

const bob = { token: token('of bob'), user: { ...ada, id: ids.bob, firstName: 'Bob' } };

/** Bob signs in while the server is still at work. */
const bobSignsIn = <Answer,>(answer: Answer) => {
  act(() => setSession(bob));
  return answer;
};

const type = async (user: User, label: string, text: string) =>
  user.type(await screen.findByLabelText(label), text);

it.each([
  [
    'a new name',
    `PUT /users/${ids.ada}`,
    { body: { ...ada, firstName: 'Augusta' } },
    (user: User) => type(user, 'First name', ' Augusta{Enter}'),
  ],
  [
    'a new password',
    `PUT /users/${ids.ada}/password`,
    { status: 204 },
    async (user: User) => {
      await type(user, 'Old password', 'old-one');
      await type(user, 'New password', 'new-one');
      await type(user, 'Confirm new password', 'new-one{Enter}');
    },
  ],
  [
    'a deletion',
    `DELETE /users/${ids.ada}`,
    { status: 204 },
    async (user: User) => {
      await user.click(await screen.findByRole('button', { name: 'Delete account…' }));
      await screen.findByText(/assigned/);
      await type(user, 'Password', 'old-one{Enter}');
    },
  ],
])('the late answer to %s leaves alone who has signed in meanwhile', async (_, call, answer, ask) => {
  const network = new StubNetwork({
    [`GET /users/${ids.ada}/deletion`]: { body: { lastOwnerOf: [], assignedTasks: 2 } },
    [call]: () => bobSignsIn(answer),
  });
  const { user } = await openApp(network, '/user');
  await ask(user);
  await waitFor(() => expect(network.made(call)).toHaveLength(1));
  // What follows from the answer happens in this turn of the loop.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(getSession()).toEqual({ status: 'signedIn', ...bob });
  expect(getToast()).toBeNull();
});

it('a password that is refused after the sessions have ended says so on the login page', async () => {
  const call = `PUT /users/${ids.ada}/password`;
  const network = new StubNetwork({
    [call]: () => {
      act(() => setSession(null));
      return { status: 503, body: { message: 'Unavailable', code: 'unavailable', requestId: '' } };
    },
  });
  const { user } = await openApp(network, '/user');
  await type(user, 'Old password', 'old-one');
  await type(user, 'New password', 'new-one');
  await type(user, 'Confirm new password', 'new-one{Enter}');
  await screen.findByRole('button', { name: 'sign in' });
  await waitFor(() => expect(getToast()).toMatchObject({ variant: 'destructive' }));
});
