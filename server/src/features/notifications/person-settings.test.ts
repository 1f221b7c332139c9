import type { NotificationSettings } from '@livelane/shared/notifications/notification.schema';
import { digestTime, isInDueDigest } from './person-settings';

test.each([
  ['08:00', null, '08:00'],
  ['22:30', { from: '22:00', to: '07:00' }, '07:00'],
  ['06:59', { from: '22:00', to: '07:00' }, '07:00'],
  ['07:00', { from: '22:00', to: '07:00' }, '07:00'],
  ['21:59', { from: '22:00', to: '07:00' }, '21:59'],
  ['13:00', { from: '12:00', to: '14:00' }, '14:00'],
  ['13:00', { from: '13:00', to: '13:00' }, '13:00'],
])('R30 a digest at %s with quiet hours %j is due from %s on', (digestAt, quietHours, due) => {
  expect(digestTime({ digestAt, quietHours } as NotificationSettings)).toBe(due);
});

const BERLIN = { digestAt: '08:00', quietHours: null, timeZone: 'Europe/Berlin' };

test.each([
  // Berlin is two hours ahead of UTC in June.
  ['2030-06-03T05:59Z', '2030-06-03T05:59Z', null, false],
  ['2030-06-03T05:59Z', '2030-06-03T06:00Z', null, true],
  ['2030-06-03T06:00Z', '2030-06-03T06:00Z', null, false],
  ['2030-06-03T06:00Z', '2030-06-03T21:59Z', null, false],
  ['2030-06-03T06:00Z', '2030-06-04T05:59Z', null, false],
  ['2030-06-03T06:00Z', '2030-06-04T06:00Z', '2030-06-03', true],
  ['2030-06-03T05:00Z', '2030-06-03T06:05Z', '2030-06-03', false],
  ['2030-05-30T06:00Z', '2030-06-03T12:00Z', '2030-06-02', true],
])(
  'R30 of what came at %s, a digest at 08:00 in Berlin takes at %s, the latest being of %s: %s',
  (at, now, digestOn, is) => {
    const wishes = { ...BERLIN, digestOn } as unknown as Parameters<typeof isInDueDigest>[1];
    expect(isInDueDigest(new Date(at), wishes, new Date(now))).toBe(is);
  },
);
