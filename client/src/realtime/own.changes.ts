import type { BulkResult } from '@livelane/shared/tasks/bulk.schema';
import { changeAnswered, changeRefused } from '#board-sync/board.slice';
import { changeSender } from '#board-sync/change.sender';
import type { BoardMutation } from '#board-sync/mutations';
import { OutboxQueue } from '#board-sync/outbox.queue';
import { openOutboxStore, type UnsavedChange } from '#board-sync/outbox.store';
import type { QueueMessage } from '#board-sync/outbox.types';
import { UndoHistory } from '#board-sync/undo';
import { clock } from '#lib/clock';
import { joinTabs, type Tabs } from '#lib/joinTabs';
import { listenTo, setTimer } from '#lib/timers';
import type { Store } from '#store/store';
import type { ConnectionMonitor } from './connection.monitor';

export interface ChangeListeners {
  /** A change was refused and is removed (R15), or waits for its user to decide. */
  onSetAside(change: UnsavedChange): void;
  /** The server has refused a part of a bulk change: those cards are back in their old state. */
  onPartlyRefused(mutation: BoardMutation, refused: readonly BulkResult[]): void;
  /** Storage is full or off, or does not answer: waiting changes are lost with their tab (SPEC.md#faults). */
  onNotStored(): void;
}

interface Ports {
  userId: string;
  store: Store;
  connection: ConnectionMonitor;
  listeners: ChangeListeners;
  /** A change is in the log of its project. */
  onCommitted(projectId: string): void;
  /** A project's log has reached version `v`. */
  onReached(projectId: string, v: number): void;
}

/** The changes of one tab's user: painted at once, sent, and answered, refused or undone. */
export class OwnChanges {
  /** Waiting changes, and those that were not saved (R18). */
  readonly outbox: OutboxQueue;
  readonly undoable: UndoHistory;
  private readonly tabs: Tabs<QueueMessage>;
  private stopAsking = (): void => undefined;

  constructor(private readonly ports: Ports) {
    const { userId, store, connection, listeners } = ports;
    this.undoable = new UndoHistory(userId, () => sessionStorage);
    this.tabs = joinTabs(`livelane-outbox-${userId}`, (message) => this.outbox.receive(message));
    this.outbox = new OutboxQueue({
      store: openOutboxStore(userId),
      post: this.tabs.post,
      becomeSender: this.tabs.becomeLeader,
      send: changeSender((request) => connection.watched(request)),
      isOffline: () => connection.isOffline(),
      restOf: (mutation, refused) =>
        import('#board-sync/bulk.mutations').then(
          ({ restOf, undecided }) => {
            const left = undecided(mutation, refused);
            if (left.length > 0) listeners.onPartlyRefused(mutation, left);
            return restOf(clock, mutation, left);
          },
          // The script that made the change has loaded it; after a reload it may be unavailable. Then all of the
          // change is listed: sent again, it is answered alike (R7).
          () => {
            listeners.onPartlyRefused(mutation, refused);
            const { code, message = '' } = refused[0] ?? {};
            const partOf = mutation.entry.mutationId;
            return { mutation, reason: 'refused', message, code: code as UnsavedChange['code'], partOf };
          },
        ),
      isContinued: (refused, waiting) =>
        import('#board-sync/textChoices').then(
          ({ isContinued }) => isContinued(refused, waiting),
          // The script may be unavailable: its user is asked twice.
          () => false,
        ),
      dispatch: store.dispatch,
      onCommitted: (projectId, mutationId, v) => this.committed(projectId, mutationId, v),
      onDropped: (mutationId) => this.undoable.forget(mutationId),
      onSetAside: (change) => this.setAside(change),
      onNotStored: listeners.onNotStored,
      setTimer,
      random: Math.random,
      now: Date.now,
    });
  }

  start(): void {
    void this.outbox.start();
    // The warning about storage may be long gone, or was never read.
    this.stopAsking = listenTo(window, 'beforeunload', (event) => {
      if (this.outbox.isAtRisk()) event.preventDefault();
    });
  }

  stop(): void {
    this.stopAsking();
    this.outbox.stop();
    this.tabs.leave();
  }

  /** A change of this browser is in the log, as version `v`. */
  private answered(projectId: string, mutationId: string, v: number): void {
    this.ports.store.dispatch(changeAnswered({ mutationId, v }));
    this.committed(projectId, mutationId, v);
  }

  private committed(projectId: string, mutationId: string, v: number): void {
    this.undoable.committed(mutationId, v);
    this.ports.onCommitted(projectId);
  }

  /** A change was not saved. */
  private setAside(change: UnsavedChange): void {
    // The answer to the bulk change has reported it.
    if (change.partOf) return;
    const { moved } = change;
    const { entry, pending } = change.mutation;
    if (moved) {
      // R16: it stays where it was dropped until the earlier move arrives, and never shows at its old place.
      // If that move was in another project, the card is gone here.
      const v = (moved.projectId ?? entry.projectId) === entry.projectId ? moved.v : 0;
      this.answered(entry.projectId, entry.mutationId, v);
      this.ports.onReached(entry.projectId, v);
    } else this.ports.store.dispatch(changeRefused({ mutationId: entry.mutationId }));
    this.undoable.forget(entry.mutationId);
    // Both made the same move: there is nothing to decide.
    if (moved && pending.change.kind === 'move' && pending.change.state === moved.state)
      this.outbox.discard(entry.mutationId);
    else this.ports.listeners.onSetAside(change);
  }
}
