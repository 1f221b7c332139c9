const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Cache times and polling of the specification (sections 7 and 9). */
export const BOARD_POLL_MS = 60 * SECOND_MS;
/**
 * A read on which nothing arrives for this time is lost on a dead connection, and ends, so that its board is read again.
 * What the browser may have stored of a board can be another reader's.
 */
export const BOARD_READ = { silenceMs: 15 * SECOND_MS, cache: 'no-store' } as const;
export const TIME_ESTIMATES_STALE_MS = 24 * HOUR_MS;
export const PROJECT_USERS_STALE_MS = 15 * MINUTE_MS;
export const PROJECT_USERS_KEPT_MS = 30 * MINUTE_MS;
export const PROJECT_STALE_MS = 5 * MINUTE_MS;
export const FILTER_LISTS_STALE_MS = 30 * MINUTE_MS;
export const ROLES_STALE_MS = 5 * MINUTE_MS;
export const ROLES_KEPT_MS = 30 * MINUTE_MS;
export const WORKSPACE_USERS_STALE_MS = 15 * MINUTE_MS;
export const WORKSPACE_BY_PROJECT_STALE_MS = 5 * MINUTE_MS;
export const WORKSPACE_BY_PROJECT_KEPT_MS = 10 * MINUTE_MS;
export const LABELS_STALE_MS = 5 * MINUTE_MS;
export const VIEWS_STALE_MS = 5 * MINUTE_MS;
export const MIN_STALE_MS = SECOND_MS;
