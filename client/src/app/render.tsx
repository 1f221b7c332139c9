import '@fontsource-variable/inter';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguage } from '../i18n/language.store';
import { App } from './App';

/** The installed app is prepared after the first screen, in milliseconds. */
const INSTALL_AFTER_MS = 4_000;

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

// Not awaited at the top: a language's script that needs this one would wait for it for ever.
startLanguage().finally(() => {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Without it the product works as well, only not without a server.
  setTimeout(() => navigator.serviceWorker.register('/sw.js').catch(() => undefined), INSTALL_AFTER_MS);
}
