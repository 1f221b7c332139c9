import type { BulkResult } from '@livelane/shared/tasks/bulk.schema';
import type { Pending } from './board.types';
import type { BoardMutation } from './mutations';
import type { OutboxEntry, SendResult } from './outbox.sender';
import type { OutboxStore, UnsavedChange } from './outbox.store';

/** What the tabs of one user tell each other. */
export type QueueMessage =
  | { type: 'adding' }
  | { type: 'added'; mutation: BoardMutation }
  | { type: 'done'; mutationId: string; v: number }
  | { type: 'setAside'; change: UnsavedChange }
  | { type: 'discarded'; mutationId: string }
  | { type: 'wake' }
  | { type: 'resend' };

export interface QueuePorts {
  store: OutboxStore;
  /** Tells the user's other tabs. */
  post(message: QueueMessage): void;
  /**
   * Runs `lead` once this tab is the one that sends, and stays it until the returned function is
   * called (Web Locks).
   */
  becomeSender(lead: () => void): () => void;
  send(entry: OutboxEntry, isRepeated: boolean): Promise<SendResult>;
  /** Of a change of many cards what was refused, as a change of its own; nothing where that cannot be found out. */
  restOf(mutation: BoardMutation, refused: readonly BulkResult[]): Promise<UnsavedChange | undefined>;
  /** A change from another tab, or from before a reload. */
  onFound(pending: Pending): void;
  onDone(mutationId: string, v: number): void;
  onSetAside(change: UnsavedChange): void;
  onUnsaved(changes: UnsavedChange[]): void;
  /** Storage is full or off, or has not answered for 30 s: what waits now is lost with its tab. Called once. */
  onNotStored(): void;
  setTimer(run: () => void, ms: number): () => void;
  random(): number;
  now(): number;
}
