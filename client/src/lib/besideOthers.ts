import { Semaphore } from '@livelane/shared/semaphore';

/** A browser opens six connections to a server without HTTP/2, and the user's changes need some of them. */
const LISTS_AT_ONCE = 3;

/** Limits the lists that a screen over many projects reads, one per project. */
export const besideOthers = new Semaphore(LISTS_AT_ONCE);
