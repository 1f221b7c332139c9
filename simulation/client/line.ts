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

/** Packets that were in a hole come out so long after it ended. */
const REPEAT_MS = 50;

/** The line of one browser: `hole` swallows everything without a word, `down` fails at once. */
export class Line {
  state: 'up' | 'down' | 'hole' = 'up';
  /** A proxy on the way lets no live connection through. */
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
    // Now and then something takes much longer.
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

  /** When packets that wait in a hole come out: at once while there is none. */
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
