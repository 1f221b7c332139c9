import type { ActivityItem } from '@livelane/shared/history/history.schema';

/** A time of the first hour of 2026. */
export const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
/** An entry of that minute, by Tom. */
export const done = (minute: number, fields: Partial<ActivityItem> = {}): ActivityItem => ({
  v: minute,
  at: at(minute),
  actorId: 'tom',
  type: 'task.moved',
  changes: [],
  ...fields,
});
