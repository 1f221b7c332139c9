import '@fontsource-variable/inter';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguage } from '../i18n/language.store';
import { App } from './App';

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
