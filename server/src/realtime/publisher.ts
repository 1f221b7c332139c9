import type { SessionEnded } from '@livelane/shared/realtime/messages.schema';
import type { NodeMessage } from '../nodes/node.messages';

/** A push to people, as the nodes pass it on to each other. */
export type PersonPush = Extract<NodeMessage, { message: unknown }>;

/** A push that is nothing but an event to its recipients. */
export type PlainPush = Exclude<PersonPush, { kind: 'projectDeleted' }>;

/** Pushes of features to live clients besides the ops. */
export interface Publisher {
  /**
   * To all sockets of its recipients, wherever they are. Of a project that is deleted, its op notifies those on its board.
   */
  push(push: PersonPush): void;
  /** Whether a socket of this user may be open somewhere. False only if none is for certain. */
  isListening(userId: string): boolean;
  /** Whether someone looks at this task now, as far as this node knows. */
  hasTaskOpen(userId: string, projectId: string, taskId: string): boolean;
  /** Closes the sockets of one session. */
  sessionEnded(sessionId: string, reason: SessionEnded['reason']): void;
  /** Closes all sockets of a user. */
  userSessionsEnded(userId: string, reason: SessionEnded['reason']): void;
}
