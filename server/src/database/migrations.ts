import type { mongo } from 'mongoose';

/**
 * One step from a version of the database to the next. It may be cut off at any point and run again,
 * beside nodes of the version before: it must be repeatable, and only add.
 */
export interface Migration {
  /** For the log. */
  what: string;
  run(database: mongo.Db): Promise<void>;
}

/** All steps in order, from version 1 on. A step that has been released is never changed. */
export const migrations: readonly Migration[] = [];
