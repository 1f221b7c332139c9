import 'fake-indexeddb/auto';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '#app/App';
import { getSession, setSession } from '#lib/session';
import { dismissToast, getToast } from '#ui/toast/toast.store';
import { type StubNetwork, session } from './network';

/**
 * Opens the whole product at an address, as Ada or as a visitor: real router, store, query cache and session.
 * The network is the caller's `StubNetwork`.
 */
export async function openApp(
  network: StubNetwork,
  path: string,
  { signedIn = true }: { signedIn?: boolean } = {},
) {
  window.history.replaceState(null, '', path);
  setSession(signedIn ? session : null);
  const user = userEvent.setup();
  const { unmount } = render(<App />);
  // The page's script is a module of its own; it comes after a few turns of the loop.
  await screen.findByRole('main', {}, { timeout: SCRIPT_MS });
  opened.push(unmount);
  return { user, network };
}

/** Time for the first import of a page on a busy machine. */
const SCRIPT_MS = 20_000;
const opened: Array<() => void> = [];

/** Leaves nothing of one test to the next: pages, session, toast. */
export function closeApp(): void {
  for (const unmount of opened.splice(0)) unmount();
  act(() => {
    const toast = getToast();
    if (toast) dismissToast(toast.id);
    if (getSession().status !== 'signedOut') setSession(null);
  });
}

/** Where the browser is now. */
export function place(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}
