import { localTime } from '../src/features/notifications/person-settings';
import { holdDate } from './fakeDate';
import { zoneAtNoon } from './zoneAtNoon';

afterEach(() => jest.useRealTimers());

test.each(Array.from({ length: 24 }, (_, hour) => hour))(
  'at %i o’clock in UTC it is noon somewhere, and the day is that of this place',
  (hour) => {
    for (const minute of [0, 59]) {
      const now = Date.UTC(2026, 1, 28, hour, minute);
      holdDate(now);
      const { timeZone, day } = zoneAtNoon();
      const there = localTime(new Date(now), timeZone);
      expect(there.time).toBe(`12:${String(minute).padStart(2, '0')}`);
      expect(day(0)).toBe(there.day);
      expect(day(1)).toBe(localTime(new Date(now + 24 * 60 * 60 * 1000), timeZone).day);
    }
  },
);
