import type { NotificationSettings } from '@livelane/shared/notifications/notification.schema';
import { digestTime } from './person-settings';

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
