const ALL_BUT_THE_DATE: FakeableAPI[] = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
];

/** Holds the date at a moment, in milliseconds since 1970, while timers run on; `jest.useRealTimers` ends it. */
export function holdDate(now: number): void {
  jest.useFakeTimers({ now, doNotFake: ALL_BUT_THE_DATE });
}
