import type { Random } from '../../test-kit/random';

/** The current world's interface for the simulated globals. */
export interface ClockAndChance {
  now(): number;
  after(ms: number, run: () => void): () => void;
  random: Random;
}

/** The same clock, which knows how many of its timers are still to come. */
export function counted(clock: Pick<ClockAndChance, 'after'>) {
  let count = 0;
  return {
    pending: () => count,
    after(ms: number, run: () => void): () => void {
      let isOver = false;
      const end = () => {
        if (!isOver) count--;
        isOver = true;
      };
      count++;
      const cancel = clock.after(ms, () => {
        end();
        run();
      });
      return () => {
        end();
        cancel();
      };
    },
  };
}

/** `Date` with the world's time. */
export function dateOf(world: () => ClockAndChance): DateConstructor {
  class WorldDate extends Date {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(world().now());
      else super(...(given as [string]));
    }
    static override now(): number {
      return world().now();
    }
  }
  // Mongoose recognises types by their names.
  Object.defineProperty(WorldDate, 'name', { value: 'Date' });
  return WorldDate as unknown as DateConstructor;
}

/** `Math` with the world's randomness. */
export function mathOf(world: () => ClockAndChance): typeof Math {
  return Object.create(Math, { random: { value: () => world().random.next() } }) as typeof Math;
}

/** A timer, as Node knows it. */
interface Timer {
  cancel(): void;
  unref(): void;
}

/** Timers of the world. */
export function timersOf(world: () => ClockAndChance) {
  const clear = (timer: Timer | null | undefined): void => timer?.cancel();
  return {
    setTimeout: (run: () => void, ms = 0): Timer => ({
      cancel: world().after(ms, run),
      unref: () => undefined,
    }),
    setInterval(run: () => void, ms = 0): Timer {
      const timer: Timer = { cancel: () => undefined, unref: () => undefined };
      const again = () => {
        timer.cancel = world().after(ms, () => {
          again();
          run();
        });
      };
      again();
      return timer;
    },
    clearTimeout: clear,
    clearInterval: clear,
  };
}
