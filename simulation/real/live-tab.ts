import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import { boardHash } from '@livelane/shared/boards/board-hash';
import { taskStates } from '@livelane/shared/tasks/task.values';
import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client';
import type { Person } from '../../test-kit/team';
import type { TabCode } from '../client/browser';
import { Channels, Locks } from '../client/shared-tabs';
import { load } from '../loader';

type IndexedDb = typeof import('../client/indexeddb.entry');

const clock = { after: (ms: number, run: () => void) => cancelled(setTimeout(run, ms)) };
const cancelled = (timer: NodeJS.Timeout) => () => clearTimeout(timer);

/** So many are told of a tab that is too late. */
const LAST_ANSWERS = 20;

/** The shared state of one real browser's tabs. */
export class RealBrowser {
  readonly locks = new Locks(clock);
  readonly channels = new Channels(clock, 0);
  readonly indexedDb = load<IndexedDb>('indexeddb', {});
  readonly factory = new this.indexedDb.IDBFactory();
}

/** An answer of the server, as the tab got it. */
export interface SeenAnswer {
  method: string;
  path: string;
  key: string | undefined;
  status: number;
  body: unknown;
}

/** A tab that runs the client's own code in Node, over real sockets to the given address. */
export class LiveTab {
  readonly answers: SeenAnswer[] = [];
  /** Keys of the mutations whose request ended without an answer, once for each attempt. */
  readonly unanswered: Array<string | undefined> = [];
  private readonly underWay = new Set<object>();
  readonly code: TabCode;
  readonly live;
  readonly setAside: string[] = [];
  private readonly store;
  private readonly target = new EventTarget();
  private readonly closing: Array<() => void> = [];
  private readonly lifetime = { isOver: false };
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    readonly url: string,
    readonly person: Person,
    readonly projectId: string,
    readonly browser = new RealBrowser(),
  ) {
    const sockets: Array<{ disconnect(): unknown }> = [];
    this.closing.push(() => {
      for (const socket of sockets) socket.disconnect();
    });
    const timers = this.timersOfTab();
    this.code = load<TabCode>(
      'tab',
      {
        ...timers,
        window: Object.assign(this.target, timers),
        document: Object.assign(new EventTarget(), {
          visibilityState: 'visible',
          documentElement: { lang: 'en-GB' },
        }),
        navigator: { onLine: true, locks: browser.locks.forTab(this.closing, this.lifetime) },
        localStorage: { setItem: () => undefined, removeItem: () => undefined, getItem: () => '1' },
        sessionStorage: { setItem: () => undefined, removeItem: () => undefined, getItem: () => null },
        console: { ...console, info: () => undefined, warn: () => undefined, error: () => undefined },
        BroadcastChannel: browser.channels.forTab(this.lifetime),
        ...browser.indexedDb,
        indexedDB: browser.factory,
        fetch: (path: string, options?: RequestInit) => this.fetch(path, options),
        requestAnimationFrame: (run: () => void) => timers.setTimeout(run, 16),
      },
      {
        'socket.io-client': {
          io: (options: Partial<ManagerOptions & SocketOptions>) => {
            const socket = io(url, { ...options, forceNew: true });
            sockets.push(socket);
            return socket;
          },
        },
      },
    );
    const { store, live } = this.code.openTab(person, {
      onSetAside: (change) => this.setAside.push(`${change.reason}: ${change.message}`),
      onNotStored: () => undefined,
      onPartlyRefused: () => undefined,
      onRevoked: () => undefined,
      onStale: () => undefined,
      onConnected: () => undefined,
      onUnread: () => undefined,
      onSignedOut: () => undefined,
    });
    this.store = store;
    this.live = live;
    this.closing.push(() => live.stop());
    live.follow(projectId, () => undefined);
  }

  get sync() {
    return this.store.getState().board;
  }

  get connection() {
    return this.store.getState().realtime.connection;
  }

  get board() {
    const board = this.sync.boards[this.projectId];
    return board?.kind === 'project' ? board : undefined;
  }

  cards() {
    return taskStates.flatMap((state) => Object.values(this.board?.view[state].cards ?? {}));
  }

  hash(): string {
    return boardHash(taskStates.flatMap((state) => Object.values(this.board?.base[state] ?? {})));
  }

  /** Clock and ids for mutations. */
  readonly maker = { now: Date.now, newId: () => crypto.randomUUID() };

  create(title: string): string {
    const input = { title, projectId: this.projectId };
    const mutation = this.code.mutations.createTask(this.maker, this.board, this.person.user.id, input);
    this.live.changes.outbox.add(mutation);
    return mutation.entry.mutationId;
  }

  /** The network, or the computer, is awake again. */
  wake(): void {
    this.target.dispatchEvent(new Event('online'));
  }

  /** Resolves once it holds; looked at after every change of the store. @throws after `limitMs`, with the tab's state */
  until(what: string, holds: () => boolean, limitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        stop();
        reject(new Error(`not in ${limitMs} ms: ${what}; ${this.state()}`));
      }, limitMs);
      const look = () => {
        if (!holds()) return;
        stop();
        resolve();
      };
      const unsubscribe = this.store.subscribe(look);
      const stop = () => {
        clearTimeout(timer);
        unsubscribe();
      };
      look();
    });
  }

  private state(): string {
    const pending = this.sync.pending.map(({ mutationId, ackV }) => `${mutationId} ${ackV ?? 'unanswered'}`);
    return JSON.stringify({
      connection: this.connection,
      v: this.board?.v,
      pending,
      underWay: [...this.underWay],
      answers: this.answers
        .slice(-LAST_ANSWERS)
        .map(({ method, path, key, status }) => ({ method, path, key, status })),
      unanswered: this.unanswered.slice(-LAST_ANSWERS),
    });
  }

  close(): void {
    for (const close of this.closing.reverse()) close();
    this.lifetime.isOver = true;
    for (const timer of this.timers) clearTimeout(timer);
  }

  private async fetch(path: string, options: RequestInit = {}): Promise<Response> {
    const { method = 'GET' } = options;
    const key = new Headers(options.headers).get('Idempotency-Key') ?? undefined;
    const request = { method, path, key };
    this.underWay.add(request);
    try {
      const response = await fetch(this.url + path, options).catch((error: unknown) => {
        this.unanswered.push(key);
        throw error;
      });
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => undefined);
      this.answers.push({ ...request, status: response.status, body });
      return response;
    } finally {
      this.underWay.delete(request);
    }
  }

  /** Timers that end with the tab. */
  private timersOfTab() {
    const kept = (timer: NodeJS.Timeout) => {
      this.timers.add(timer);
      return timer;
    };
    return {
      setTimeout: (run: () => void, ms?: number) => kept(setTimeout(run, ms)),
      setInterval: (run: () => void, ms?: number) => kept(setInterval(run, ms)),
      clearTimeout: (timer?: NodeJS.Timeout) => clearTimeout(timer),
      clearInterval: (timer?: NodeJS.Timeout) => clearInterval(timer),
    };
  }
}

/** The fingerprint of a board as the server answers it. */
export const hashOf = (board: ProjectBoard): string =>
  boardHash(board.columns.flatMap((column) => column.tasks));
