import { createObservable } from './observable';

/** Whether the server has rejected this page's version (R21). */
export const outdated = createObservable(false);
