import { TestEnvironment } from 'jest-environment-node';

type Environment = InstanceType<typeof TestEnvironment>;

/** The one of a project in this Jest worker, and its globals as they were before any file. */
interface Realm {
  environment: Environment;
  globals: PropertyDescriptorMap;
  env: NodeJS.ProcessEnv;
  exit: typeof process.exit;
}

/** By the project's id: this module stays loaded from one test file to the next. */
const realms = new Map<string, Realm>();

function realmIn(environment: Environment): Realm {
  const { global } = environment;
  const { env, exit } = global.process;
  return { environment, globals: Object.getOwnPropertyDescriptors(global), env: { ...env }, exit };
}

/**
 * Jest's environment for Node, with one realm for all files of a project that a Jest worker runs, so that they can
 * share packages (packages.runtime.mjs). A file's changes of the realm's globals are removed before the next one
 * starts.
 */
export default class LastingEnvironment {
  readonly #realm: Realm;
  readonly global: Environment['global'];
  readonly moduleMocker: Environment['moduleMocker'];
  readonly fakeTimers: Environment['fakeTimers'];
  readonly fakeTimersModern: Environment['fakeTimersModern'];

  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    const { id } = args[0].projectConfig;
    this.#realm = realms.get(id) ?? realmIn(new TestEnvironment(...args));
    realms.set(id, this.#realm);
    const { environment } = this.#realm;
    this.global = environment.global;
    this.moduleMocker = environment.moduleMocker;
    this.fakeTimers = environment.fakeTimers;
    this.fakeTimersModern = environment.fakeTimersModern;
  }

  exportConditions(): string[] {
    return this.#realm.environment.exportConditions();
  }

  getVmContext() {
    return this.#realm.environment.getVmContext();
  }

  async setup(): Promise<void> {}

  /** Nothing is torn down: the next file is at home here. */
  async teardown(): Promise<void> {
    const { globals, env, exit } = this.#realm;
    const { global } = this;
    this.fakeTimersModern?.useRealTimers();
    // What Jest's own packages keep there for their next file is not configurable.
    for (const key of Reflect.ownKeys(global))
      if (!Object.hasOwn(globals, key) && Object.getOwnPropertyDescriptor(global, key)?.configurable)
        Reflect.deleteProperty(global, key);
    Object.defineProperties(global, globals);
    for (const name of Object.keys(global.process.env)) delete global.process.env[name];
    Object.assign(global.process.env, env);
    // Jest puts a guard around it for each file.
    global.process.exit = exit;
  }
}
