import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../test-kit/repositoryRoot';

type Body = (...values: unknown[]) => unknown;

/** Where the bundles are: those with a mutation are in a folder of their own. */
const BUNDLES = process.env.SIMULATION_BUNDLES ?? path.join(repositoryRoot(), 'simulation', 'dist');

const compiled = new Map<string, Body>();

/**
 * Runs a bundle of `bundle.mjs` in an environment of its own: each given value takes the place of what the code
 * asks for the global of that name. `modules` takes the place of packages that it requires.
 */
export function load<Exports>(
  bundle: 'tab' | 'node' | 'indexeddb',
  globals: Record<string, unknown>,
  modules: Record<string, unknown> = {},
): Exports {
  const names = Object.keys(globals);
  const key = `${bundle} ${names.join()}`;
  let body = compiled.get(key);
  if (!body) {
    const file = path.join(BUNDLES, `${bundle}.js`);
    // Named for stack traces and profiles.
    const text = `${readFileSync(file, 'utf8')}\n//# sourceURL=${file}`;
    body = new Function('module', 'require', ...names, text) as Body;
    compiled.set(key, body);
  }
  const module = { exports: {} as Exports };
  const find = (name: string): unknown => (name in modules ? modules[name] : require(name));
  body(module, find, ...Object.values(globals));
  return module.exports;
}
