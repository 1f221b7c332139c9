/** Largest document, in bytes. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
/** Largest number of writes in one command. */
export const MAX_WRITES = 100_000;
/** Idle sessions are forgotten after this time, in minutes. */
export const SESSION_MINUTES = 30;
