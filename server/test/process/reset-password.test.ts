import { execFile } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedMongo } from '@livelane/embedded-mongo';
import { mongo } from 'mongoose';
import { repositoryRoot } from '../../../test-kit/repositoryRoot';
import { call, signIn, signUp } from '../../../test-kit/team';
import { restartable } from './restartable';

const TEST_TIMEOUT_MS = 60_000;
const NEW_PASSWORD = 'another long one';
const run = promisify(execFile);

const product = restartable();

/** What an administrator does; this one needs no account. */
async function deactivate(email: string): Promise<void> {
  const database = await startEmbeddedMongo({ folder: path.join(product.dataDir, 'database') });
  const client = await mongo.MongoClient.connect(database.uri, { runtimeAdapters: { os } });
  const { modifiedCount } = await client
    .db('livelane')
    .collection('users')
    .updateOne({ email }, { $set: { deactivatedAt: new Date() } });
  expect(modifiedCount).toBe(1);
  await client.close();
  await database.close();
}

test(
  'npm run reset-password prints a link, beside a running server and without one; an unknown or closed account: code 1',
  async () => {
    const PUBLIC_URL = 'https://board.example';
    const program = path.join(repositoryRoot(), 'server/dist/reset-password.js');
    const secretFor = async (email: string) => {
      const { stdout } = await run(process.execPath, [program, email], {
        env: { ...process.env, DATA_DIR: product.dataDir, PUBLIC_URL },
      });
      return /https:\/\/board\.example\/reset#([\w-]{43})\n/.exec(stdout)?.[1];
    };
    const server = await product.start();
    const ann = await signUp(server.url, 'Ann');
    const beside = await secretFor(ann.email.toUpperCase());
    await expect(secretFor('nobody@example.org')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('there is no account with the address nobody@example.org'),
    });
    const bea = await signUp(server.url, 'Bea');
    await deactivate(bea.email);
    await expect(secretFor(bea.email)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`the account with the address ${bea.email} is deactivated`),
    });
    await server.stop();
    const without = await secretFor(ann.email);
    const again = await product.start();
    const reset = (secret: string | undefined) =>
      call(again.url, 'POST', '/auth/reset', { body: { secret, password: NEW_PASSWORD } });
    await reset(beside);
    await signIn(again.url, ann.email, NEW_PASSWORD);
    // Using one link ends the others.
    expect(without).toBeDefined();
    await expect(reset(without)).rejects.toThrow('404');
  },
  TEST_TIMEOUT_MS,
);
