/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { UserSession } from '@livelane/shared/auth/account.schema';
import { uuid } from '@livelane/shared/values/uuid.fixture';
import { act, screen, waitFor } from '@testing-library/react';
import { type Answer, ids, refusal, StubNetwork } from '#test/network';
import { closeApp, openApp } from '#test/open';

const PATH = `/users/${ids.ada}/sessions`;
const signedIn = (n: number, device: string): UserSession => ({
  id: uuid(n),
  device,
  address: '127.0.0.1',
  createdAt: '2026-03-01T09:15:00.000Z',
  lastSeenAt: '2026-03-02T10:00:00.000Z',
  isCurrent: n === 1,
});
const here = signedIn(1, 'Firefox on Linux');
const all = [here, signedIn(2, 'Chrome on Windows'), signedIn(3, 'Safari on macOS')];

afterEach(closeApp);

const open = (answers: ConstructorParameters<typeof StubNetwork>[0]) =>
  openApp(new StubNetwork({ [`GET ${PATH}`]: { body: all }, ...answers }), '/user');

it.each([
  ['Log out there: Chrome on Windows', `${PATH}/${uuid(2)}`],
  ['Log out everywhere else', PATH],
])('keeps the focus on “%s” while sessions are ended, and after a refusal', async (name, path) => {
  let refuse = () => {};
  const { network, user } = await open({
    [`DELETE ${path}`]: () =>
      new Promise<Answer>((resolve) => {
        refuse = () => resolve(refusal(409, 'Not now'));
      }),
  });
  const button = await screen.findByRole('button', { name });
  act(() => button.focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
  // A disabled button would lose the focus.
  expect(button).toBeEnabled();
  await user.keyboard('{Enter}');
  refuse();
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now');
  expect(button).toHaveFocus();
  expect(network.made('DELETE')).toHaveLength(1);
});

it('focuses the page around when the button for all others goes with them', async () => {
  const { network, user } = await open({ [`DELETE ${PATH}`]: { status: 204 } });
  const button = await screen.findByRole('button', { name: 'Log out everywhere else' });
  network.answer({ [`GET ${PATH}`]: { body: [here] } });
  act(() => button.focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button).not.toBeInTheDocument());
  expect(screen.getByRole('main')).toHaveFocus();
});
