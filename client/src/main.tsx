import '@fontsource-variable/inter';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { startSession } from './app/session.start';
import { startLanguage } from './i18n/language.store';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

startSession();
// Not awaited at the top: a language's script that needs this one would wait for it for ever.
startLanguage().finally(() => {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
