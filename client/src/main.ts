import { startEarly } from './app/early';

// The first script is a few lines that ask for everything else at once.
void startEarly(window.location.pathname);
void import('./app/render');
