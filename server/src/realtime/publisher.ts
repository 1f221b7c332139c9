import type {
  AccessChanged,
  AccessRevoked,
  EntityStale,
  SessionEnded,
} from '@livelane/shared/realtime/messages.schema';

/** What the features tell live clients beside the ops themselves. */
export interface Publisher {
  accessChanged(userId: string, message: AccessChanged): void;
  /** The user's sockets leave the rooms of a project first (R11). */
  accessRevoked(userId: string, message: AccessRevoked): void;
  entityStale(userIds: readonly string[], message: EntityStale): void;
  /** Closes the sockets of one session. */
  sessionEnded(sessionId: string, reason: SessionEnded['reason']): void;
  /** Closes all sockets of a user. */
  userSessionsEnded(userId: string, reason: SessionEnded['reason']): void;
}
