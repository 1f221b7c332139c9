import { existsSync } from 'node:fs';
import path from 'node:path';
import { badValue, ErrorCode, MongoServerFault } from '../errors';
import { reasonOf } from '../system-error';
import { type Command, immediate } from './command';
import { ok } from './reply';

/**
 * A command of our own, for backup.ts: copies the data file as it is now. Only for clients of the Unix socket, who may
 * read the folder anyway.
 */
export const backupDataFile: Command = {
  ...immediate(['backupDataFile'], ({ args, connection }) => {
    args.only();
    if (!connection.local) {
      throw new MongoServerFault(
        ErrorCode.Unauthorized,
        'backupDataFile is for clients of the Unix socket only',
      );
    }
    const file = args.requiredString('backupDataFile');
    if (!path.isAbsolute(file)) throw badValue('backupDataFile needs an absolute path');
    if (existsSync(file)) throw badValue(`${file} exists already`);
    return ok();
  }),
  async finish({ engine, args }) {
    try {
      await engine.store.backup(args.requiredString('backupDataFile'));
    } catch (error) {
      throw new MongoServerFault(ErrorCode.InternalError, reasonOf(error));
    }
  },
};
