import type { ErrorCode } from '@livelane/shared/http/error.codes';
import type { EditConflict, MoveConflict } from '@livelane/shared/http/error.schema';
import type { BulkResult } from '@livelane/shared/tasks/bulk.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { UnknownAction } from '@reduxjs/toolkit';
import type { BoardMutation } from './mutations';
import type { OutboxStore, UnsavedChange } from './outbox.store';

/** A write to be sent to the server. Its id is the idempotency key: sent often, done once (R7). */
export interface OutboxEntry {
  mutationId: string;
  projectId: string;
  taskId: string;
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  /**
   * Of a change of the state: the one in which its user saw the card. Sent only with a move, after a long wait
   * (SPEC.md#conflicts).
   */
  expectedState?: TaskState;
  /** Of moves of many cards: the body with those states, sent after a long wait. */
  waitedBody?: unknown;
  /** It was listed as not saved, which counts as a long wait. */
  hasWaited?: true;
  /** When it was made, milliseconds since 1970. */
  at: number;
}

/** The version that a change has become, as the base of the next edit of its text. */
export interface EditBase {
  baseRev: number;
  baseProjectId: string;
}

/** A change is in the log. */
export interface Committed {
  /** The version that contains it, of the project that its task was in; 0 if that one's log says nothing of it. */
  v: number;
  /** In the project that the task is in. */
  base?: EditBase | undefined;
}

export interface Refused {
  outcome: 'refused';
  status: number;
  code: ErrorCode | undefined;
  /** For an edit of a description that someone else has changed. */
  conflict?: EditConflict | undefined;
  /** For a move that came after someone else's. */
  moved?: MoveConflict | undefined;
  error: Error;
}

export type SendResult =
  | ({ outcome: 'done'; refused?: BulkResult[] } & Committed)
  | Refused
  | {
      outcome: 'retry';
      afterMs?: number | undefined;
      /** The server has refused this page's version (R21). */
      isOutdated?: boolean;
    };

/** Never throws. @param isRepeated it has been sent before, without an answer */
export type SendChange = (entry: OutboxEntry, isRepeated: boolean) => Promise<SendResult>;

/** Messages between the tabs of one user. */
export type QueueMessage =
  | { type: 'adding' }
  | { type: 'added'; mutation: BoardMutation }
  | ({ type: 'done'; mutationId: string } & Committed)
  | { type: 'setAside'; change: UnsavedChange }
  | { type: 'discarded'; mutationId: string }
  | { type: 'notStored' }
  | { type: 'wake' }
  | { type: 'resend' };

export interface QueuePorts {
  store: OutboxStore;
  /** Sends to the user's other tabs. */
  post(message: QueueMessage): void;
  /**
   * Runs `lead` once this tab is the one that sends, and `follow` when another has taken over, until the returned
   * function is called (Web Locks).
   */
  becomeSender(lead: () => void, follow: () => void): () => void;
  send: SendChange;
  isOffline(): boolean;
  /** The refused part of a bulk change, as a change of its own; undefined if it leaves nothing to decide. */
  restOf(mutation: BoardMutation, refused: readonly BulkResult[]): Promise<UnsavedChange | undefined>;
  /** Whether one of the waiting changes continues the text of a refused one, which says nothing else. */
  isContinued(refused: BoardMutation, waiting: readonly BoardMutation[]): Promise<boolean>;
  /** To the store: changes are painted, answered, and listed if they were not saved. */
  dispatch(action: UnknownAction): unknown;
  /** A change is in the log of its project. */
  onCommitted(projectId: string, mutationId: string, v: number): void;
  /** A change is given up, in whichever tab: it is not in the log. */
  onDropped(mutationId: string): void;
  onSetAside(change: UnsavedChange): void;
  /**
   * Storage is full or off, or has not answered for 30 s: waiting changes are lost with their tab. Called once, and
   * again if it fails after all has been stored.
   */
  onNotStored(): void;
  setTimer(run: () => void, ms: number): () => void;
  random(): number;
  now(): number;
}
