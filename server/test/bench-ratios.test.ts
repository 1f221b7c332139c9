import type { Row } from '../../test-kit/load/measure';
import { toRatios } from '../bench/compare';

const row = (name: string, ms: number, perSecond: number): Row => {
  const only = (value: number) => ({ median: value, min: value, max: value });
  return { part: 'rest', name, runs: 1, values: { p50: only(ms), perSecond: only(perSecond) } };
};

it('compares builds turn by turn, and calls noise what points both ways', () => {
  const turns = [
    { before: [row('move', 10, 100)], now: [row('move', 20, 110), row('copy', 1, 1)] },
    { before: [row('move', 1, 1_000)], now: [row('move', 2.2, 900), row('copy', 1, 1)] },
    { before: [row('move', 2, 500)], now: [row('move', 3, 500), row('copy', 1, 1)] },
  ];
  const [, move, copy] = toRatios(turns, 'main').split('\n');
  expect(move).toBe(
    'rest: move: p50 ms 2.00 → 3.00 (×2.00, 1.50–2.20); per second 500 → 500 (×1.00, 0.90–1.10, noise)',
  );
  expect(copy).toBe('rest: copy: new');
});
