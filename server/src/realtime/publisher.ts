import type { NotificationNew, NotificationRead } from '@livelane/shared/notifications/notification.schema';
import type {
  AccessChanged,
  AccessRevoked,
  BoardSeen,
  EntityStale,
  SessionEnded,
} from '@livelane/shared/realtime/messages.schema';

/** What features push to live clients besides the ops. */
export interface Publisher {
  accessChanged(userId: string, message: AccessChanged): void;
  /** Of a project: the user's sockets leave its board now, and the op that takes the right tells them (R11). */
  accessRevoked(userId: string, message: AccessRevoked): void;
  /** Someone has seen a board up to a version: their other devices hear of it. */
  boardSeen(userId: string, message: BoardSeen): void;
  entityStale(userIds: readonly string[], message: EntityStale): void;
  /** To the reader's sockets, wherever they are. */
  notificationNew(userId: string, message: NotificationNew): void;
  notificationRead(userId: string, message: NotificationRead): void;
  /** May a socket of this user be open somewhere? False only where that is certain. */
  isListening(userId: string): boolean;
  /** Does someone look at this task now? As far as this node knows. */
  hasTaskOpen(userId: string, projectId: string, taskId: string): boolean;
  /** Closes the sockets of one session. */
  sessionEnded(sessionId: string, reason: SessionEnded['reason']): void;
  /** Closes all sockets of a user. */
  userSessionsEnded(userId: string, reason: SessionEnded['reason']): void;
}
