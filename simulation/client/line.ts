import type { World } from '../world/world';

/** How bad a network is. Shares are between 0 and 1, times in milliseconds. */
export interface Weather {
  latencyMs: readonly [from: number, to: number];
  /** Requests that never arrive, answers that never come back, requests that arrive twice. */
  lostRequests: number;
  lostAnswers: number;
  doubledRequests: number;
  /** Pushes that get lost, come twice, or come out of order. */
  lostPushes: number;
  doubledPushes: number;
  shuffledPushes: number;
}

export const CALM: Weather = {
  latencyMs: [5, 40],
  lostRequests: 0,
  lostAnswers: 0,
  doubledRequests: 0,
  lostPushes: 0,
  doubledPushes: 0,
  shuffledPushes: 0,
};

/** How long after a hole its packets arrive. */
const REPEAT_MS = 50;

/** The line of one browser: `hole` silently drops everything, `down` fails at once. */
export class Line {
  state: 'up' | 'down' | 'hole' = 'up';
  /** A proxy blocks live connections. */
  blocksSockets = false;
  weather: Weather;
  private readonly watchers = new Set<() => void>();
  readonly random;

  constructor(
    private readonly world: World,
    weather: Weather,
  ) {
    this.weather = weather;
    this.random = world.random.fork();
  }

  latency(): number {
    const [from, to] = this.weather.latencyMs;
    // Some packets take much longer.
    return this.random.between(from, to) * (this.random.chance(0.03) ? 20 : 1);
  }

  set(state: Line['state']): void {
    this.state = state;
    for (const watcher of [...this.watchers]) watcher();
  }

  blockSockets(isBlocked: boolean): void {
    this.blocksSockets = isBlocked;
    for (const watcher of [...this.watchers]) watcher();
  }

  /** Called whenever the line changes, until the returned function is called. */
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Resolves when packets may pass: at once without a hole. */
  async passage(): Promise<void> {
    while (this.state === 'hole') {
      await new Promise<void>((resolve) => {
        const stop = this.watch(() => {
          stop();
          resolve();
        });
      });
      await this.world.wait(REPEAT_MS);
    }
  }
}
