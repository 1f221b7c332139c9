/** Where an engine takes its time from. */
export interface EngineClock {
  /** The server's time, as updates and pipelines see it. */
  now(): Date;
  /** Milliseconds from any moment on, which never go back: how long work takes. */
  ticks(): number;
}

export const systemClock: EngineClock = { now: () => new Date(), ticks: () => performance.now() };
