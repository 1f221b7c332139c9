import { mongo } from 'mongoose';

/** MongoDB's code for a value that a unique index has already. */
export const DUPLICATE_KEY = 11000;

/** Was a write refused because a unique index has its value already? */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;

/** The documents of an unordered insert that were refused as there already, by their places; null if it failed otherwise. */
export function duplicatesOf(error: unknown): number[] | null {
  const refused = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
  const isForThat = refused.length > 0 && refused.every(({ code }) => code === DUPLICATE_KEY);
  return isForThat ? refused.map(({ index }) => index) : null;
}
