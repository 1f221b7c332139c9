import type { ProjectAction } from '@livelane/shared/permissions/permissions';
import type { ClientEvent } from '@livelane/shared/realtime/events';

/** The row of the rights table behind each event (I15); `session`: about the socket itself. */
export const eventAccess: Record<ClientEvent, ProjectAction | 'session'> = {
  'board:subscribe': 'board.subscribe',
  'boards:subscribe': 'board.subscribe',
  'board:unsubscribe': 'session',
  'personal:subscribe': 'session',
  'personal:unsubscribe': 'session',
  'presence:set': 'presence.set',
  'auth:renew': 'session',
  'sync:ping': 'session',
};
