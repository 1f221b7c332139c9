/** @jest-environment jsdom */
import type { importLate } from './lateScript';

/** Files on the server, and whether there is a connection. */
let has: Set<string>;
let asked: string[];
let importsLate: typeof importLate;

beforeEach(async () => {
  has = new Set(['/assets/dialog.js', '/assets/list.js']);
  asked = [];
  window.fetch = jest.fn(async (path) => {
    asked.push(String(path));
    if (!has.has(String(path))) throw new TypeError('no connection');
    return { ok: true, arrayBuffer: async () => new ArrayBuffer(0) } as Response;
  });
  document.body.innerHTML = '<div id="root"><p>Shown</p></div>';
  jest.resetModules();
  ({ importLate: importsLate } = await import('./lateScript'));
});

const NAMES = ['assets/dialog.js', 'assets/list.js'];

test('R19 a late script is imported only when all that it needs is here, because a failed import would fail for ever', async () => {
  const load = jest.fn(async () => 'the dialog');
  has.delete('/assets/list.js');
  await expect(importsLate(load, NAMES)).rejects.toThrow('no connection');
  expect(load).not.toHaveBeenCalled();

  has.add('/assets/list.js');
  asked = [];
  expect(await importsLate(load, NAMES)).toBe('the dialog');
  expect(asked).toEqual(['/assets/list.js']);
});

test('what is here is not fetched again', async () => {
  await importsLate(async () => 'the dialog', NAMES);
  asked = [];
  await importsLate(async () => 'the list', ['assets/list.js']);
  expect(asked).toEqual([]);
});

test('scripts of the first screen are asked for and imported at once', async () => {
  document.body.innerHTML = '<div id="root"></div>';
  expect(await importsLate(async () => 'the screen', ['assets/first.js'])).toBe('the screen');
  expect(document.head.querySelector('link[rel="modulepreload"]')?.getAttribute('href')).toBe(
    '/assets/first.js',
  );
  expect(asked).toEqual([]);
});

test.each([
  [404, 'ScriptMissing'],
  [503, 'Error'],
])('an answer %i in place of a script is of the kind %s', async (status, kind) => {
  window.fetch = jest.fn(async () => ({ ok: false, status }) as Response);
  const failure = await importsLate(jest.fn(), NAMES).catch((error: unknown) => error);
  expect(failure).toHaveProperty('constructor.name', kind);
});
