/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { UserSession } from '@livelane/shared/auth/account.schema';
import { uuid } from '@livelane/shared/values/uuid.fixture';
import { act, screen, waitFor } from '@testing-library/react';
import { keepsFocus } from '#test/keepsFocus';
import { ids, StubNetwork } from '#test/network';
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

const open = () => openApp(new StubNetwork({ [`GET ${PATH}`]: { body: all } }), '/user');

it.each([
  ['Log out there: Chrome on Windows', `${PATH}/${uuid(2)}`],
  ['Log out everywhere else', PATH],
])('keeps the focus on “%s” while sessions are ended, and after a refusal', async (name, path) => {
  const { network } = await open();
  await keepsFocus(network, `DELETE ${path}`, await screen.findByRole('button', { name }));
});

it('focuses the page around when the button for all others goes with them', async () => {
  const { network, user } = await open();
  const button = await screen.findByRole('button', { name: 'Log out everywhere else' });
  network.answer({ [`DELETE ${PATH}`]: { status: 204 }, [`GET ${PATH}`]: { body: [here] } });
  act(() => button.focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button).not.toBeInTheDocument());
  expect(screen.getByRole('main')).toHaveFocus();
});
