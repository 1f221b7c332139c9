import '@fontsource-variable/inter';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { startSession } from './app/session.start';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

startSession();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
