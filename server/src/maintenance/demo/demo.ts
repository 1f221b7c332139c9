import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import pino from 'pino';
import { createApp } from '../../app';
import { makeDataDir, readConfig } from '../../config';
import { openDatabase } from '../../database/connect';
import { openOutput } from '../../output';
import { inOwnFolder } from '../own-folder';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, people } from './demo.people';
import { seedDemo } from './demo.seed';

/**
 * Creates the demo's data unless it exists; changes from an earlier start are kept. It is built aside and moved in at
 * the end, so that an interrupted start leaves nothing incomplete.
 *
 * @param dataDir the data folder that the server is started on afterwards
 * @returns a message for the user: the accounts that are ready
 */
export async function prepareDemo(dataDir: string): Promise<string> {
  const target = path.join(path.resolve(dataDir), 'database');
  if (!existsSync(target)) {
    makeDataDir(path.resolve(dataDir));
    await inOwnFolder(path.resolve(dataDir), 'preparing-', async (aside) => {
      await fill(aside);
      await rename(path.join(aside, 'database'), target);
    });
  }
  const accounts = DEMO_ACCOUNTS.map((who) => `  ${people[who].email}   password ${DEMO_PASSWORD}`);
  return ['A made-up team is ready. Sign in as one of', ...accounts].join('\n');
}

async function fill(dataDir: string): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' });
  const database = await openDatabase(config);
  const app = createApp({
    config,
    connection: database.connection,
    logger: pino({ level: config.logLevel }, openOutput()),
  });
  try {
    // Creates the indexes too; nobody knows the address.
    await app.listen();
    await seedDemo(app.services, new Date());
  } finally {
    await app.close();
    await database.close();
  }
}
