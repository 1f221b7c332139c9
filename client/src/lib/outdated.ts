import { createObservable } from './observable';

/** Has the server said that this page is of a version that it no longer speaks with (R21)? */
export const outdated = createObservable(false);
