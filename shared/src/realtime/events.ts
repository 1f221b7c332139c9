import type { NotificationNew, NotificationRead } from '../notifications/notification.schema';
import type {
  AccessChanged,
  AccessRevoked,
  Ack,
  BoardHead,
  BoardOps,
  BoardReset,
  BoardSeen,
  EntityStale,
  PersonalOps,
  PersonalSubscribeAnswer,
  PresenceRequest,
  PresenceState,
  RenewRequest,
  ServerDrain,
  ServerHello,
  SessionEnded,
  SubscribeAnswer,
  SubscribeManyAnswer,
  SubscribeManyRequest,
  SubscribeRequest,
  UnsubscribeRequest,
} from './messages.schema';

/** Messages of clients; each with an acknowledgement (SPEC.md#push). */
export interface ClientToServerEvents {
  'board:subscribe': (request: SubscribeRequest, answer: (answer: SubscribeAnswer) => void) => void;
  'boards:subscribe': (request: SubscribeManyRequest, answer: (answer: SubscribeManyAnswer) => void) => void;
  'board:unsubscribe': (request: UnsubscribeRequest, answer: (answer: Ack) => void) => void;
  'personal:subscribe': (
    request: Record<string, never>,
    answer: (answer: PersonalSubscribeAnswer) => void,
  ) => void;
  'personal:unsubscribe': (request: Record<string, never>, answer: (answer: Ack) => void) => void;
  'presence:set': (request: PresenceRequest, answer: (answer: Ack) => void) => void;
  'auth:renew': (request: RenewRequest, answer: (answer: Ack) => void) => void;
  'sync:ping': (request: Record<string, never>, answer: (answer: Ack) => void) => void;
}
export type ClientEvent = keyof ClientToServerEvents;

/** Pushes of the server. */
export interface ServerToClientEvents {
  /** The first message on every socket (R21). */
  'server:hello': (message: ServerHello) => void;
  'board:ops': (message: BoardOps) => void;
  'board:head': (message: BoardHead) => void;
  'board:reset': (message: BoardReset) => void;
  /** To the sockets of a person whose personal board is open. */
  'personal:ops': (message: PersonalOps) => void;
  /** To the sockets of the person who has seen it. */
  'board:seen': (message: BoardSeen) => void;
  'notification:new': (message: NotificationNew) => void;
  'notification:read': (message: NotificationRead) => void;
  'access:changed': (message: AccessChanged) => void;
  'access:revoked': (message: AccessRevoked) => void;
  'entity:stale': (message: EntityStale) => void;
  'presence:state': (message: PresenceState) => void;
  'session:ended': (message: SessionEnded) => void;
  'server:drain': (message: ServerDrain) => void;
}
