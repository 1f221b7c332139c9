import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const client = path.join(__dirname, '..');

/** What Vite passes on to the server during development. */
function passedOn(): string[] {
  const script = `
    import { resolveConfig } from 'vite';
    const { server } = await resolveConfig({ configFile: 'vite.config.ts' }, 'serve');
    console.log(JSON.stringify(Object.keys(server.proxy)));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: client });
  return JSON.parse(output.toString());
}

test('during development, too, what the client fetches reaches the server', () => {
  const src = path.join(client, 'src');
  const fetched = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => [
      ...readFileSync(path.join(src, file), 'utf8').matchAll(/\bfetch\(['"`](\/[a-z0-9]+)/g),
    ])
    .map(([, first = '']) => first);
  expect(fetched).toContain('/healthz');
  expect(passedOn()).toEqual(expect.arrayContaining(fetched));
});
