import '@fontsource-variable/inter';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguage } from '#i18n/language.store';
import { getSession } from '#lib/session';
import { App } from '../App';
import { preloadScreen } from '../routes';
import { pause } from './early';

/** The service worker is registered this long after the first screen. */
const INSTALL_AFTER_MS = 4_000;
/**
 * The first screen is rendered once, complete, if its data arrives within this time: rendering its header earlier would
 * delay the rest. Meanwhile index.html shows a placeholder.
 */
const READY_WITHIN_MS = 600;

/** Renders the product, with its first screen complete if `isReady` (its session and data) resolves soon. */
export async function renderApp(isReady: Promise<unknown>): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  const script = getSession().status === 'signedOut' ? undefined : preloadScreen(window.location);
  const first = Promise.race([Promise.all([isReady, script]), pause(READY_WITHIN_MS)]);
  const page = createRoot(root);
  const show = (isScreenReady: boolean) =>
    page.render(
      <StrictMode>
        <App isScreenReady={isScreenReady} />
      </StrictMode>,
    );
  await startLanguage();
  // Prepares theme, base styles and number formats while the rest loads.
  show(false);
  // A script that cannot be fetched is reported when it is rendered.
  await first.catch(() => undefined);
  show(true);
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    // Without it the product works, except without a server.
    const install = async () => {
      const { waiting, installing } = await navigator.serviceWorker.register('/sw.js');
      // A new one takes the former one's place once all windows run its version: this script has another name in each.
      (waiting ?? installing)?.postMessage(import.meta.url);
    };
    setTimeout(() => install().catch(() => undefined), INSTALL_AFTER_MS);
  }
}
