/** Runs something a little later. */
interface Clock {
  after(ms: number, run: () => void): () => void;
}

interface Lifetime {
  isOver: boolean;
}

interface Holder {
  run: () => void;
  release: () => void;
  lose: () => void;
}

/** The Web Locks of one browser: one tab at a time holds a name, the others wait in turn or take it away. */
export class Locks {
  private readonly queues = new Map<string, Holder[]>();

  constructor(private readonly world: Clock) {}

  /** The `navigator.locks` of one tab; `closing` gets functions that release everything when the tab ends. */
  forTab(closing: Array<() => void>, lifetime: Lifetime) {
    return {
      request: (name: string, ...rest: unknown[]): Promise<unknown> => {
        if (lifetime.isOver) return new Promise(() => undefined);
        const work = rest.at(-1) as () => unknown;
        const { signal, steal } = (rest.length > 1 ? rest[0] : {}) as LockOptions;
        return new Promise((resolve, reject) => {
          const release = () => this.leave(name, holder);
          const holder: Holder = {
            release,
            lose: () => reject(new DOMException('Another tab has taken the lock.', 'AbortError')),
            run: () => {
              void (async () => work())().then(resolve, reject).finally(release);
            },
          };
          closing.push(release);
          signal?.addEventListener('abort', () => {
            if (this.leave(name, holder, true)) reject(signal.reason);
          });
          const queue = this.queues.get(name) ?? [];
          this.queues.set(name, queue);
          if (steal) {
            queue.splice(0, 1, holder)[0]?.lose();
            this.grant(holder);
          } else if (queue.push(holder) === 1) this.grant(holder);
        });
      },
    };
  }

  /** @returns whether it held the lock, or waited for it */
  private leave(name: string, holder: Holder, isOnlyWaiting = false): boolean {
    const queue = this.queues.get(name) ?? [];
    const at = queue.indexOf(holder);
    if (at < 0 || (isOnlyWaiting && at === 0)) return false;
    queue.splice(at, 1);
    const [next] = queue;
    if (at === 0 && next) this.grant(next);
    return true;
  }

  private grant(holder: Holder): void {
    this.world.after(0, () => {
      if ([...this.queues.values()].some(([first]) => first === holder)) holder.run();
    });
  }
}

/** The broadcast channels of one browser: all other tabs receive a tab's messages. */
export class Channels {
  private readonly open = new Set<{ name: string; hear: (data: unknown) => void; lifetime: Lifetime }>();

  constructor(
    private readonly world: Clock,
    private readonly delayMs: number,
  ) {}

  /** The `BroadcastChannel` of one tab. */
  forTab(lifetime: Lifetime) {
    const { open, world, delayMs } = this;
    return class extends EventTarget {
      onmessage: ((event: { data: unknown }) => void) | null = null;
      private readonly end;

      constructor(readonly name: string) {
        super();
        const hear = (data: unknown) => {
          const event = Object.assign(new Event('message'), { data });
          this.onmessage?.(event);
          this.dispatchEvent(event);
        };
        this.end = { name, hear, lifetime };
        open.add(this.end);
      }

      postMessage(data: unknown): void {
        if (lifetime.isOver) return;
        const copy = structuredClone(data);
        for (const other of open) {
          if (other === this.end || other.name !== this.name) continue;
          world.after(delayMs, () => {
            if (!other.lifetime.isOver && open.has(other)) other.hear(structuredClone(copy));
          });
        }
      }

      close(): void {
        open.delete(this.end);
      }
    };
  }
}
