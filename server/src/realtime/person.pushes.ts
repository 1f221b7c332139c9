import { userRoom } from '@livelane/shared/realtime/rooms';
import type { PlainPush } from './publisher';
import type { LiveServer } from './realtime.types';

/** Sends a push to the sockets of its recipients on this node: the one place that names the events. */
export function sendPush(io: LiveServer, push: PlainPush): void {
  const userIds = push.kind === 'entityStale' ? push.userIds : [push.userId];
  // To no room would be to everyone.
  if (userIds.length === 0) return;
  const recipients = io.to(userIds.map(userRoom));
  switch (push.kind) {
    case 'accessChanged':
      recipients.emit('access:changed', push.message);
      break;
    case 'accessRevoked':
      recipients.emit('access:revoked', push.message);
      break;
    case 'boardSeen':
      recipients.emit('board:seen', push.message);
      break;
    case 'entityStale':
      recipients.emit('entity:stale', push.message);
      break;
    case 'notificationNew':
      recipients.emit('notification:new', push.message);
      break;
    case 'notificationRead':
      recipients.emit('notification:read', push.message);
      break;
    default:
      push satisfies never;
  }
}
