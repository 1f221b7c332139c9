import type { Connection } from 'mongoose';
import { renewInstallation } from '../database/installation';
import { boardHeadModel } from '../oplog/op.model';
import { renewEpochs } from '../oplog/renew-epochs';

/**
 * For a database that has been restored, or is a copy: clients read its boards again (R6), and its nodes have nothing to
 * do with those of the original.
 * @returns the number of its boards
 */
export async function beginAnew(connection: Connection): Promise<number> {
  if (!connection.db) throw new Error('the database is not connected');
  await renewInstallation(connection.db);
  return renewEpochs(boardHeadModel(connection));
}
