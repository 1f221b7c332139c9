import { createObservable } from './observable';

/** The number of unread notifications, shown in the tab's title. */
export const titleCount = createObservable(0);
