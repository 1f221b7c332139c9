import type { Publisher } from '../../realtime/publisher';
import { NotificationService } from './notification.service';
import type { NotificationStore } from './notification.store';
import type { UnreadCount } from './unread.count';

/** More than a function takes as arguments. */
const MANY = 200_000;

test('tells which ones of a task were read, however many', async () => {
  const ids = Array.from({ length: MANY }, (_, n) => String(n));
  const push = jest.fn<void, Parameters<Publisher['push']>>();
  const service = new NotificationService({
    store: { markRead: async () => ({ count: MANY, ids }) } as Partial<NotificationStore>,
    unread: { of: async () => 0 } as Partial<UnreadCount>,
    publisher: { push },
    now: () => new Date(),
  } as unknown as ConstructorParameters<typeof NotificationService>[0]);
  await service.read('ana', { taskId: 'task' });
  expect(push.mock.calls).toEqual([
    [{ kind: 'notificationRead', userId: 'ana', message: { ids, unread: 0 } }],
  ]);
});
