import type { NotificationNew, NotificationRead } from '@livelane/shared/notifications/notification.schema';
import type {
  AccessChanged,
  AccessRevoked,
  BoardSeen,
  EntityStale,
  SessionEnded,
} from '@livelane/shared/realtime/messages.schema';

/** Pushes of features to live clients besides the ops. */
export interface Publisher {
  accessChanged(userId: string, message: AccessChanged): void;
  /** Of a project: the user's sockets leave its board now, and the op that removes the right notifies them (R11). */
  accessRevoked(userId: string, message: AccessRevoked): void;
  /** Someone has seen a board up to a version: notifies their other devices. */
  boardSeen(userId: string, message: BoardSeen): void;
  entityStale(userIds: readonly string[], message: EntityStale): void;
  /** To the reader's sockets, wherever they are. */
  notificationNew(userId: string, message: NotificationNew): void;
  notificationRead(userId: string, message: NotificationRead): void;
  /** Whether a socket of this user may be open somewhere. False only if none is for certain. */
  isListening(userId: string): boolean;
  /** Whether someone looks at this task now, as far as this node knows. */
  hasTaskOpen(userId: string, projectId: string, taskId: string): boolean;
  /** Closes the sockets of one session. */
  sessionEnded(sessionId: string, reason: SessionEnded['reason']): void;
  /** Closes all sockets of a user. */
  userSessionsEnded(userId: string, reason: SessionEnded['reason']): void;
}
