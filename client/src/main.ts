import { startEarly } from './app/boot/early';
import { markTheme } from './app/boot/markTheme';
import { restoreLooks } from './lib/boardLooks';
import { loadPageAnewOnAnswer } from './lib/lateScript';

markTheme();
restoreLooks();
// The first script is a few lines that request everything else at once.
const { isAsked, isReady } = startEarly(window.location.pathname);
isAsked
  .then(() => import('#app/boot/renderApp'))
  .then(({ renderApp }) => renderApp(isReady), loadPageAnewOnAnswer);
