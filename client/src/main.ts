import { startEarly } from './app/early';
import { paintGround } from './app/ground';
import { loadPageAnewOnAnswer } from './lib/late.script';

paintGround();
// The first script is a few lines that ask for everything else at once.
const { isAsked, isReady } = startEarly(window.location.pathname);
isAsked.then(() => import('./app/render')).then(({ renderApp }) => renderApp(isReady), loadPageAnewOnAnswer);
