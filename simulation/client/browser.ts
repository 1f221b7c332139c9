import type { Session } from '@livelane/shared/auth/auth.schema';
import { load } from '../loader';
import type { Requests } from '../run/requests';
import type { Cluster } from '../server/cluster';
import { counted, dateOf, mathOf, timersOf } from '../world/globals';
import type { World } from '../world/world';
import { fetchOver } from './http';
import { Line, type Weather } from './line';
import { Channels, Locks } from './shared-tabs';
import { ClientSocket } from './socket.client';

export type TabCode = typeof import('./tab.entry');

/** A frame of the screen. */
const FRAME_MS = 16;
/** Times within one browser. */
const DISK_MS = 1;
const WITHIN_BROWSER_MS = 1;

type IndexedDb = typeof import('./indexeddb.entry');
const indexedDbOf = (world: World): IndexedDb =>
  load('indexeddb', {
    globalThis: {
      setImmediate: (run: () => void) => void world.after(world.random.between(0, DISK_MS), run),
    },
  });

/** One user's browser: a network line, tabs, and their shared state. It stays when its tabs close. */
export class Browser {
  readonly line: Line;
  readonly locks: Locks;
  readonly channels: Channels;
  private readonly indexedDb: IndexedDb;
  private readonly factory: IDBFactory;

  constructor(
    readonly world: World,
    private readonly cluster: Cluster,
    readonly userId: string,
    readonly session: Session,
    weather: Weather,
    readonly requests: Requests,
  ) {
    this.line = new Line(world, weather);
    this.locks = new Locks(world);
    this.channels = new Channels(world, WITHIN_BROWSER_MS);
    this.indexedDb = indexedDbOf(world);
    this.factory = new this.indexedDb.IDBFactory() as unknown as IDBFactory;
  }

  /** Opens a tab: the client's code with globals of its own. */
  open() {
    const { world, line, locks, channels, cluster } = this;
    const openedAt = world.now();
    const lifetime = { isOver: false };
    const clock = counted(world);
    const tabWorld = {
      random: world.random.fork(),
      now: world.now,
      after: (ms: number, run: () => void) =>
        clock.after(ms, () => {
          if (!lifetime.isOver) run();
        }),
    };
    const timers = timersOf(() => tabWorld);
    const sockets: ClientSocket[] = [];
    const windowTarget = new CountedTarget();
    const documentTarget = Object.assign(new CountedTarget(), {
      visibilityState: 'visible',
      documentElement: { lang: 'en-GB' },
    });
    // A hidden tab paints no frames: they wait until it is seen again.
    const unpainted: Array<() => void> = [];
    const frame = (run: () => void) => {
      if (documentTarget.visibilityState === 'visible') run();
      else unpainted.push(run);
    };
    const fetch = fetchOver(world, line, cluster, this.session, this.requests);
    const closing: Array<() => void> = [];
    const code = load<TabCode>(
      'tab',
      {
        ...timers,
        window: Object.assign(windowTarget, timers),
        document: documentTarget,
        navigator: {
          get onLine() {
            return line.state !== 'down';
          },
          locks: locks.forTab(closing, lifetime),
        },
        localStorage: { setItem: () => undefined, removeItem: () => undefined, getItem: () => '1' },
        sessionStorage: new Storage(),
        // Refusals are expected: the history records them.
        console: { ...console, info: () => undefined, warn: () => undefined, error: () => undefined },
        BroadcastChannel: channels.forTab(lifetime),
        ...this.indexedDb,
        indexedDB: this.factory,
        fetch: (url: string, options: object) =>
          new Promise((resolve, reject) => {
            const ifOpen =
              <Value>(settle: (value: Value) => void) =>
              (value: Value) => {
                if (!lifetime.isOver) settle(value);
              };
            if (!lifetime.isOver) fetch(url, options).then(ifOpen(resolve), ifOpen(reject));
          }),
        requestAnimationFrame: (run: () => void) => void tabWorld.after(FRAME_MS, () => frame(run)),
        AbortSignal: signalsOf(tabWorld),
        Date: dateOf(() => tabWorld),
        Math: mathOf(() => tabWorld),
        performance: { now: () => world.now() - openedAt },
        crypto: { randomUUID: tabWorld.random.uuid },
      },
      {
        'socket.io-client': {
          io: (options: ConstructorParameters<typeof ClientSocket>[3]) => {
            const socket = new ClientSocket(world, line, cluster, options);
            sockets.push(socket);
            return socket;
          },
        },
      },
    );
    return {
      code,
      /** Notifies the page that the network, or its user, is back. */
      wake: () => windowTarget.dispatchEvent(new Event('online')),
      show(isVisible: boolean) {
        documentTarget.visibilityState = isVisible ? 'visible' : 'hidden';
        documentTarget.dispatchEvent(new Event('visibilitychange'));
        if (isVisible) for (const run of unpainted.splice(0)) tabWorld.after(FRAME_MS, run);
      },
      /** Timers, and listeners of the window and the document. */
      underWay: () => clock.pending() + windowTarget.listeners + documentTarget.listeners,
      /** Closes the tab as a click on its cross does: nothing of it runs any more. */
      kill() {
        lifetime.isOver = true;
        for (const socket of sockets) socket.kill();
        for (const close of closing) close();
      },
    };
  }
}

/** The `sessionStorage` of one tab, without its property access. */
class Storage {
  private readonly items = new Map<string, string>();

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }

  removeItem(key: string): void {
    this.items.delete(key);
  }
}

class CountedTarget extends EventTarget {
  listeners = 0;

  override addEventListener(...given: Parameters<EventTarget['addEventListener']>): void {
    this.listeners++;
    super.addEventListener(...given);
  }

  override removeEventListener(...given: Parameters<EventTarget['removeEventListener']>): void {
    this.listeners--;
    super.removeEventListener(...given);
  }
}

/** One for all: a new one costs more than most requests. */
const TIMED_OUT = new DOMException('timed out', 'TimeoutError');

function signalsOf(world: { after(ms: number, run: () => void): () => void }) {
  return {
    timeout(ms: number): AbortSignal {
      const controller = new AbortController();
      world.after(ms, () => controller.abort(TIMED_OUT));
      return controller.signal;
    },
  };
}

/** Ends long after every simulation, milliseconds since 1970. */
const FOREVER_MS = Date.UTC(2100, 0);

/** A session whose token has the form of a JWT and ends with the user's id. */
export function sessionOf(person: Pick<Session['user'], 'id' | 'firstName' | 'surname' | 'email'>): Session {
  const user = { ...person, isAdmin: false, hasPassword: true, pendingEmail: null };
  const payload = Buffer.from(JSON.stringify({ iat: 0, exp: FOREVER_MS / 1000 })).toString('base64');
  return { token: `simulated.${payload}.${user.id}`, user };
}
