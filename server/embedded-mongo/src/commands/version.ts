/**
 * The version whose behaviour this server follows, and its wire version: the newest for which every feature that a
 * driver turns on by itself is there (from 8.0 on drivers send `bulkWrite` and sorts in updates).
 */
export const VERSION = '7.0.14';
export const MAX_WIRE_VERSION = 21;
