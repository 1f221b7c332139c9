import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../../test-kit/repositoryRoot';
import { ConfigError, readConfig } from '../src/config';
import { settingNames } from '../src/setting-variables';

const read = (file: string) => readFileSync(path.join(repositoryRoot(), file), 'utf8');

/** The lines of docker-compose.yml that give a node settings: names and values as they are written. */
function composeLines(): [name: string, value: string][] {
  const [, block = ''] =
    /&node\n[\s\S]*?environment:\n([\s\S]*?)\n {2}depends_on:/.exec(read('docker-compose.yml')) ?? [];
  return [...block.matchAll(/^ {4}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
}

/** The settings that docker-compose.yml gives a node, with what .env must name filled in. */
function composeEnvironment(): Record<string, string> {
  return Object.fromEntries(
    composeLines().map(([name, value]) => [
      name,
      value
        .replace(/\$\{JWT_SECRET:[^}]*\}/, 'x'.repeat(64))
        .replace(/\$\{\w+:-([^}]*)\}/, '$1')
        .replace(/^"(.*)"$/, '$1'),
    ]),
  );
}

test('the settings of docker-compose.yml are known to the server and taken by it', () => {
  const environment = composeEnvironment();
  expect(Object.keys(environment)).toContain('MONGODB_URI');
  const config = readConfig({ ...environment, DATA_DIR: '/nonexistent' });
  expect(config).toMatchObject({ trustProxy: 1, metrics: { host: '0.0.0.0', port: 9464 } });
  expect(config.redisUrl?.host).toBe('redis:6379');
  // A name that the server does not read would be a setting without effect.
  expect(Object.keys(environment).filter((name) => !settingNames.includes(name))).toEqual([]);
  expect(() => readConfig({ ...environment, TRUST_PROXY: 'yes' })).toThrow(ConfigError);
});

test('.env changes nothing that the proxy and the nodes rely on, and the documents name what it cannot change', () => {
  // What stands in `environment` wins over the file, which wins over the image.
  const inFile = { PORT: '8080', HOST: '127.0.0.1', MONGODB_URI: 'mongodb://elsewhere', SMTP_URL: '' };
  expect(readConfig({ ...inFile, ...composeEnvironment() })).toMatchObject({ port: 3000, host: '0.0.0.0' });
  const own = composeLines().flatMap(([name, value]) => (value.includes('${') ? [] : [name]));
  const [, sentence = ''] = /`docker-compose\.yml` sets itself:([^.]*)\./.exec(read('docs/operate.md')) ?? [];
  expect([...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual(own.sort());
});

test('the proxy leads to the nodes of docker-compose.yml', () => {
  const [, upstreams = ''] = /\{\$UPSTREAMS:([^}]*)\}/.exec(read('deploy/Caddyfile')) ?? [];
  const services = [...read('docker-compose.yml').matchAll(/^ {2}(node\d):$/gm)].map(
    ([, name]) => `${name}:3000`,
  );
  expect(services).toHaveLength(2);
  expect(upstreams.split(' ')).toEqual(services);
  expect(composeEnvironment()).toMatchObject({ PORT: '3000', HOST: '0.0.0.0' });
  expect(read('Dockerfile')).toContain('PORT=3000');
});

test('.env sets what the proxy reads from its environment', () => {
  const [, block = ''] = /\n {2}proxy:\n([\s\S]*?)\n {2}\w+:\n/.exec(read('docker-compose.yml')) ?? [];
  const settings = [...read('deploy/Caddyfile').matchAll(/\{\$(\w+):([^}]*)\}/g)];
  expect(settings.map(([, name]) => name)).toEqual(['SITE_ADDRESS', 'UPSTREAMS']);
  for (const [, name, usual] of settings) expect(block).toContain(`\n      ${name}: \${${name}:-${usual}}\n`);
});

test('what the Dockerfile copies from the repository is there, every workspace is among it, and it does not run as root', () => {
  const text = read('Dockerfile');
  const copied = [...text.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(
    ([, names]) => names?.split(' ') ?? [],
  );
  expect(copied.filter((name) => !existsSync(path.join(repositoryRoot(), name)))).toEqual([]);
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  expect(workspaces.filter((name) => !copied.includes(`${name}/package.json`))).toEqual([]);
  const final = text.slice(text.lastIndexOf('\nFROM '));
  expect(final).toMatch(/^USER node$/m);
  expect(final).toMatch(/^HEALTHCHECK /m);
});
