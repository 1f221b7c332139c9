import { createObservable } from './observable';

/** How many things wait for the reader: the tab's title says so. */
export const titleCount = createObservable(0);
