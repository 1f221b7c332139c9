import { startEarly } from './app/early';

// The first script is a few lines that ask for everything else at once.
const { isAsked, isReady } = startEarly(window.location.pathname);
void isAsked.then(async () => {
  const { renderApp } = await import('./app/render');
  await renderApp(isReady);
});
