import { startEarly } from './app/boot/early';
import { paintGround } from './app/boot/ground';
import { restoreLooks } from './lib/boardLooks';
import { loadPageAnewOnAnswer } from './lib/lateScript';

paintGround();
restoreLooks();
// The first script is a few lines that ask for everything else at once.
const { isAsked, isReady } = startEarly(window.location.pathname);
isAsked
  .then(() => import('./app/boot/render'))
  .then(({ renderApp }) => renderApp(isReady), loadPageAnewOnAnswer);
