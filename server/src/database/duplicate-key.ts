import { mongo } from 'mongoose';

/** MongoDB's code for a value that a unique index has already. */
export const DUPLICATE_KEY = 11000;

/** Was a write refused because a unique index has its value already? */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
