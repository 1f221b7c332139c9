/** @jest-environment jsdom */
import { at, done } from './activity.fixture';
import { dayOf } from './SinceLine';
import { sinceOf } from './since';

describe('since someone was last there', () => {
  const options = { afterV: 3, userId: 'me', hasMore: false };
  it('only what others did counts', () => {
    const items = [
      done(9, { taskId: 'a' }),
      done(8, { actorId: 'me', taskId: 'b' }),
      done(7, { actorId: 'ann', unassigned: ['c', 'd'] }),
      done(6, { taskId: 'a' }),
    ];
    expect(sinceOf(items, options)).toEqual({
      afterV: 3,
      count: 3,
      hasMore: false,
      from: at(6),
      actorIds: ['tom', 'ann'],
      taskIds: new Set(['a', 'c', 'd']),
    });
    expect(sinceOf([done(8, { actorId: 'me' })], options)).toBeNull();
  });

  it('is shown as people would', () => {
    const intl = {
      formatTime: () => 'time',
      formatDate: (_at: string, { weekday }: { weekday?: string }) => (weekday ? 'weekday' : 'date'),
    };
    const shown = (daysAgo: number) => {
      const now = new Date(2026, 5, 20, 12);
      const then = new Date(2026, 5, 20 - daysAgo, 11);
      return dayOf(intl as never, then.toISOString(), now.getTime());
    };
    expect([shown(0), shown(1), shown(5), shown(8)]).toEqual(['time', 'weekday', 'weekday', 'date']);
  });
});
