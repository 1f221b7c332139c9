import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../../../test-kit/repositoryRoot';
import { restartable } from './restartable';

const TEST_TIMEOUT_MS = 60_000;
const run = promisify(execFile);

const product = restartable();

test(
  'npm run doctor beside a running server finds no problems; with mistakes in the settings: one line each and code 1',
  async () => {
    const server = await product.start();
    const doctor = (env: Record<string, string>) =>
      run(process.execPath, [path.join(repositoryRoot(), 'server/dist/doctor.js')], {
        env: { ...process.env, DATA_DIR: product.dataDir, PUBLIC_URL: server.url, ...env },
      });
    const { stdout } = await doctor({});
    expect(stdout).toContain('✓ websocket: gets through');
    expect(stdout).toContain('✓ database: embedded');
    expect(stdout).toMatch(/no problems found\n$/);
    await expect(doctor({ REDIS_URL: 'redis://127.0.0.1:1' })).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/\n1 problem to fix, 1 warning\n$/),
    });
    const oidc = { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' };
    await expect(doctor(oidc)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/\n✗ single sign-on: OIDC_ISSUER: .*\n(.*\n)*1 problem to fix\n$/),
    });
    await expect(doctor({ PORT: 'x', REDIS_URL: 'y' })).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^✗ settings: PORT: .*\n✗ settings: REDIS_URL: .*\n2 problems to fix\n$/),
    });
    const misspelt = run(process.execPath, [
      path.join(repositoryRoot(), 'server/dist/doctor.js'),
      '--mial',
      'a@b',
    ]);
    await expect(misspelt).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('usage: npm run doctor'),
    });
    await server.stop();
    await expect(doctor({})).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/✗ public address: nothing answers .*\n1 problem to fix\n$/),
    });
  },
  TEST_TIMEOUT_MS,
);

test('with a mistyped DATA_DIR, programs that look at data say so and make nothing there', async () => {
  const dataDir = path.join(product.dataDir, 'mistyped');
  const program = (name: string, ...args: string[]) =>
    run(process.execPath, [path.join(repositoryRoot(), 'server/dist', `${name}.js`), ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
    });
  const text = expect.stringContaining(`there is no database in ${dataDir}/database`);
  await expect(program('doctor')).rejects.toMatchObject({ code: 1, stdout: text });
  await expect(program('reset-password', 'ann@example.org')).rejects.toMatchObject({ code: 1, stderr: text });
  await expect(program('renew-epochs')).rejects.toMatchObject({ code: 1, stderr: text });
  await expect(program('import-embedded', '--to', 'mongodb://127.0.0.1:1/livelane')).rejects.toMatchObject({
    code: 1,
    stderr: text,
  });
  expect(existsSync(dataDir)).toBe(false);
});

test('a reader that has read enough ends the doctor without a stack trace', async () => {
  const program = path.join(repositoryRoot(), 'server/dist/doctor.js');
  const child = spawn(process.execPath, [program], { env: { ...process.env, PORT: 'x', REDIS_URL: 'y' } });
  child.stdout.destroy();
  let complaint = '';
  child.stderr.on('data', (text) => {
    complaint += text;
  });
  const [code] = await once(child, 'close');
  expect([code, complaint]).toEqual([1, '']);
});
