// Jest's `runtime` for projects whose files share a realm (lasting.environment.ts): a package is loaded once per Jest
// worker and not once per test file, which takes longer than most of our tests. Our own modules are new in each file.
//
// Jest has this seam without documenting it: the option `runtime`, and `requireModule` of jest-runtime, through which
// every module comes that is not mocked. packages.runtime.test.ts fails where a new version does otherwise.
import { isBuiltin } from 'node:module';
import Runtime from 'jest-runtime';

/** A package's name, and none of ours: `mongoose`, `zod/v4`. */
const isPackage = (name) => /^@?[a-z]/i.test(name) && !name.startsWith('@livelane/') && !isBuiltin(name);

/** What loads the packages of a realm, by the realm's global. */
const loaders = new WeakMap();

export default class PackagesRuntime extends Runtime {
  #loader;

  constructor(config, environment, ...rest) {
    const loader = loaders.get(environment.global) ?? new Runtime(config, environment, ...rest);
    loaders.set(environment.global, loader);
    super(config, environment, ...rest);
    this.#loader = loader;
  }

  requireModule(from, name, ...options) {
    if (name !== undefined && isPackage(name)) return this.#loader.requireModule(from, name, ...options);
    return super.requireModule(from, name, ...options);
  }
}
