import type { BulkResult } from '@livelane/shared/tasks/bulk.schema';
import { type Retry, RetryLanes } from '#lib/retryLanes';
import { changeAnswered, changeMade, changeRefused } from './board.slice';
import type { DialogSave } from './dialog.save';
import { moveOn } from './moveOn';
import type { BoardMutation } from './mutations';
import { type OutboxStore, OutboxWriter, type UnsavedChange } from './outbox.store';
import type { Committed, OutboxEntry, QueueMessage, QueuePorts, Refused } from './outbox.types';
import { buildOn } from './ownEdits';
import { unsavedListed } from './realtime.slice';
import { UnsavedList } from './unsavedList';

/** A change that waited for longer asks before it is sent (R18). */
const OLD_MS = 24 * 60 * 60 * 1000;

/** A tab that has not announced its change by then may have closed. */
const LOOK_AFTER_MS = 1_000;

/** A database that the browser is deleting cannot be opened. */
const STORE_AGAIN_MS = 1_000;

/** Full storage may have room again. */
const ROOM_AGAIN_MS = 10_000;

/** Not the server's refusal: the queue asks its user first. */
const TOO_OLD: Refused = { outcome: 'refused', status: 0, code: undefined, error: new Error('') };

/**
 * The queue of one signed-in user, shared by their tabs: kept in IndexedDB, sent by one of them, in
 * order per project (R18). Each tab also holds it in memory, so that it works without storage.
 */
export class OutboxQueue {
  /** One change at a time per project; lost requests are sent again, refused ones leave the queue. */
  private lanes: RetryLanes;
  private readonly stored: OutboxWriter;
  /** All waiting changes of all tabs, in order. */
  private waiting = new Map<string, BoardMutation>();
  private readonly unsaved: UnsavedList;
  /** Ended changes: a message or a read of storage can be older than the end. */
  private readonly ended = new Set<string>();
  private readonly handedOver = new Set<string>();
  /** Waiting changes whose dialogs wait for the answer. */
  private readonly saves = new Map<string, DialogSave>();
  /** This tab has the lock; it sends once it has read storage. */
  private isChosen = false;
  private isSender = false;
  private isLooking = false;
  private isAboutToRead = false;
  private isAboutToStore = false;
  private lastRead: Promise<void> = Promise.resolve();
  private stopped = false;
  private giveUpSending: (() => void) | null = null;

  constructor(private readonly ports: QueuePorts) {
    this.stored = new OutboxWriter(ports.store, ports, () => this.notStored());
    this.unsaved = new UnsavedList((changes) => ports.dispatch(unsavedListed(changes)));
    this.lanes = new RetryLanes(ports);
    ports.store.whenCut(() => ports.setTimer(() => this.storeAgain(), STORE_AGAIN_MS));
  }

  /** Paints changes that waited before a reload, and sends them once this is the sending tab. */
  async start(): Promise<void> {
    await this.read();
    if (this.stopped) return;
    this.giveUpSending = this.ports.becomeSender(
      () => void this.lead(),
      () => this.follow(),
    );
  }

  /** The change is painted and in the queue at once; it is sent once it is stored. */
  add(mutation: BoardMutation): void {
    this.ports.dispatch(changeMade(mutation.pending));
    this.waiting.set(mutation.entry.mutationId, mutation);
    if (!this.isSender) this.ports.post({ type: 'adding' });
    this.hand(mutation, (store) => store.add(mutation));
  }

  /**
   * For a dialog: the change is sent at once, ahead of all later ones of its project. Offline, behind earlier ones or
   * where another tab sends, it is added like any other.
   */
  submit(mutation: BoardMutation, save: DialogSave): void {
    const { mutationId, projectId } = mutation.entry;
    if (this.ports.isOffline() || !this.isSender || this.isWaiting(projectId)) {
      this.add(mutation);
      save.leave();
      return;
    }
    this.ports.dispatch(changeMade(mutation.pending));
    this.waiting.set(mutationId, mutation);
    this.saves.set(mutationId, save);
    save.sent(() => this.hand(mutation, (store) => store.add(mutation)));
    this.handOver(mutation);
  }

  /** Whether changes of this project are still waiting. Later ones must come after them. */
  isWaiting(projectId: string): boolean {
    return [...this.waiting.values()].some((each) => each.entry.projectId === projectId);
  }

  /** Whether changes are lost if this tab closes: it alone sends them, and they are not stored. */
  isAtRisk(): boolean {
    return this.isSender && this.stored.isDown() && this.waiting.size > 0;
  }

  /** The network is back. Notifies the sending tab, too: in the background its timers are slow. */
  wake(): void {
    this.lanes.wake();
    if (!this.isSender) this.ports.post({ type: 'wake' });
  }

  /** The server answers again: does not wait for an answer that a dead connection may have lost (R7). */
  resend(): void {
    this.lanes.startOver();
    if (!this.isSender) this.ports.post({ type: 'resend' });
  }

  /**
   * Sends a change of the list again, as if it were made now; a stale move regardless of the card's state, which its
   * user has been told. Its key stays, so it never counts twice (R7).
   * @param chosen the change with the text that its user has chosen, to send instead
   */
  retry(mutationId: string, chosen?: BoardMutation): void {
    const change = this.unsaved.get(mutationId);
    if (!change) return;
    this.dropSettled(change);
    this.putBack(chosen ?? change.mutation, change.reason);
  }

  private putBack({ entry, ...rest }: BoardMutation, reason: UnsavedChange['reason']): void {
    const { expectedState: _seen, waitedBody: _alsoSeen, ...bare } = entry;
    const again = reason === 'stale' ? bare : entry;
    const mutation: BoardMutation = { ...rest, entry: { ...again, hasWaited: true, at: this.ports.now() } };
    this.found(mutation, true);
    this.hand(mutation, (store) => store.putBack(mutation));
  }

  discard(mutationId: string): void {
    this.dropSettled(this.unsaved.get(mutationId));
    this.drop(mutationId);
  }

  /** Lists a change that is not saved, until its user decides. It need not have been sent. */
  setAside(change: UnsavedChange): void {
    const next = this.notSaved(change);
    const write = async (store: OutboxStore) => {
      for (const later of next) await store.replace(later);
      await store.setAside(change);
    };
    // Before it is listed: a move that leaves nothing to decide is discarded there.
    void this.writeAndPost(write, { type: 'setAside', change });
    this.list(change);
  }

  private dropSettled(decided: UnsavedChange | undefined): void {
    for (const mutationId of this.unsaved.settledBy(decided)) this.drop(mutationId);
  }

  private drop(mutationId: string): void {
    this.forget(mutationId);
    void this.writeAndPost((store) => store.remove(mutationId), { type: 'discarded', mutationId });
  }

  private forget(mutationId: string): void {
    this.unsaved.drop(mutationId);
    if (this.waiting.has(mutationId)) this.ports.dispatch(changeRefused({ mutationId }));
    this.end(mutationId);
    this.ports.onDropped(mutationId);
  }

  /** A message from another tab. */
  receive(message: QueueMessage): void {
    if (this.stopped) return;
    if (message.type === 'added') {
      // Only a retried change can come back after its end.
      this.found(message.mutation, this.unsaved.get(message.mutation.entry.mutationId) !== undefined);
      void this.handOverStored();
    } else if (message.type === 'adding') this.lookLater();
    else if (message.type === 'done') this.answered(message.mutationId, message);
    else if (message.type === 'setAside') {
      this.notSaved(message.change);
      this.list(message.change);
    } else if (message.type === 'discarded') this.forget(message.mutationId);
    else if (message.type === 'notStored') this.storeLater();
    else if (message.type === 'resend') this.lanes.startOver();
    else this.lanes.wake();
  }

  stop(): void {
    this.stopped = true;
    this.lanes.stop();
    for (const save of this.saves.values()) save.stop();
    this.giveUpSending?.();
    this.stored.stop();
  }

  /** Storage is read again: the former sending tab may have closed with entries that are unknown here. */
  private async lead(): Promise<void> {
    this.isChosen = true;
    await this.read();
    if (this.stopped || !this.isChosen) return;
    this.isSender = true;
    if (this.stored.lacksSome()) this.storeLater();
    this.handOverAll();
  }

  /** Another tab sends: also what is under way here, with the same keys (R7). */
  private follow(): void {
    this.isChosen = false;
    this.isSender = false;
    this.lanes.stop();
    this.lanes = new RetryLanes(this.ports);
    this.handedOver.clear();
    for (const save of this.saves.values()) save.leave();
    // That tab may not know them. From storage it has them in order, and without those that have ended meanwhile.
    if (!this.stored.isDown()) return;
    for (const mutation of this.waiting.values()) this.ports.post({ type: 'added', mutation });
    this.ports.post({ type: 'notStored' });
  }

  /** R21: this page is outdated: another tab sends, or this one once it has reloaded. */
  private retire(): void {
    this.follow();
    this.giveUpSending?.();
    this.giveUpSending = null;
  }

  /** In the order of storage: a tab that announces a change may have reloaded before announcing an earlier one. */
  private async handOverStored(): Promise<void> {
    if (!this.isSender || this.isAboutToRead) return;
    this.isAboutToRead = true;
    // A running read may have begun too early.
    await this.lastRead;
    this.isAboutToRead = false;
    this.lastRead = this.read();
    await this.lastRead;
    if (!this.stopped) this.handOverAll();
  }

  private handOverAll(): void {
    for (const mutation of this.waiting.values()) this.handOver(mutation);
  }

  private read(): Promise<void> {
    return this.stored.read((waiting, unsaved) => {
      const heardOf = this.waiting;
      this.waiting = new Map();
      for (const mutation of waiting) {
        const { mutationId } = mutation.entry;
        if (this.ended.has(mutationId)) continue;
        this.waiting.set(mutationId, mutation);
        if (!heardOf.has(mutationId)) this.ports.dispatch(changeMade(mutation.pending));
      }
      for (const [mutationId, mutation] of heardOf) this.waiting.set(mutationId, mutation);
      this.unsaved.add(...unsaved.filter(({ mutation }) => !this.waiting.has(mutation.entry.mutationId)));
      // The answer may arrive after this tab has begun to send.
      this.handOverAll();
    });
  }

  private readonly writeAll = (store: OutboxStore) =>
    store.storeAgain([...this.waiting.values()], this.unsaved.all());

  /** By the sending tab alone: another one may not know yet what has ended. */
  private storeAgain(): void {
    const isNeeded = this.waiting.size > 0 || this.unsaved.all().length > 0;
    if (this.isSender && !this.stopped && isNeeded) void this.stored.writeAll(this.writeAll);
  }

  /** Something may be in memory alone. */
  private notStored(): void {
    if (this.isSender) this.storeLater();
    else this.ports.post({ type: 'notStored' });
  }

  private storeLater(): void {
    if (this.isAboutToStore) return;
    this.isAboutToStore = true;
    this.ports.setTimer(() => {
      this.isAboutToStore = false;
      this.storeAgain();
    }, ROOM_AGAIN_MS);
  }

  /** A tab may close between storing a change and announcing it: the sending tab finds it in storage. */
  private lookLater(): void {
    if (!this.isSender || this.isLooking) return;
    this.isLooking = true;
    this.ports.setTimer(() => {
      this.isLooking = false;
      if (!this.stopped) void this.read();
    }, LOOK_AFTER_MS);
  }

  /** Stored first, then announced and sent. */
  private hand(mutation: BoardMutation, write: (store: OutboxStore) => Promise<void>): void {
    for (const save of this.saves.values()) save.keep();
    const isUnsent = () => this.waiting.has(mutation.entry.mutationId);
    // With those for which storage had no room: this one may build on them.
    const stored =
      this.isSender && this.stored.lacksSome()
        ? this.stored.writeAll(this.writeAll, isUnsent)
        : this.stored.write(write, isUnsent);
    void stored.then(() => {
      if (this.stopped) return;
      this.ports.post({ type: 'added', mutation });
      this.handOver(mutation);
    });
  }

  private found(mutation: BoardMutation, isRetried: boolean): void {
    const { mutationId } = mutation.entry;
    if (this.waiting.has(mutationId)) return;
    if (isRetried) {
      this.ended.delete(mutationId);
      this.unsaved.drop(mutationId);
    } else if (this.ended.has(mutationId)) return;
    this.waiting.set(mutationId, mutation);
    this.ports.dispatch(changeMade(mutation.pending));
  }

  private handOver({ entry }: BoardMutation): void {
    const { mutationId, projectId } = entry;
    if (!this.isSender || this.handedOver.has(mutationId) || !this.waiting.has(mutationId)) return;
    this.handedOver.add(mutationId);
    this.lanes.add(projectId, (isRepeated, isOver) => this.send(entry, isRepeated, isOver));
  }

  /** Sends a change and takes its answer. @returns null unless it is to be sent again */
  private async send(entry: OutboxEntry, isRepeated: boolean, isOver: () => boolean): Promise<Retry | null> {
    const { mutationId } = entry;
    // The present entry: it may build on one that was sent before it.
    const now = this.waiting.get(mutationId)?.entry ?? entry;
    const result = this.isOld(now) ? TOO_OLD : await this.ports.send(now, isRepeated);
    if (result.outcome === 'retry') {
      if (result.isOutdated) this.retire();
      this.saves.get(mutationId)?.leave();
      return result;
    }
    const rest = result.outcome === 'done' ? await this.restOf(mutationId, result.refused) : undefined;
    const mutation = this.waiting.get(mutationId);
    const isContinued =
      result.outcome === 'refused' &&
      // Neither a move nor a deletion waits for the script that tells.
      entry.method === 'PUT' &&
      mutation &&
      this.waiting.size > 1 &&
      (await this.ports.isContinued(mutation, [...this.waiting.values()]));
    if (isOver()) return null;
    if (result.outcome === 'done') this.done(mutationId, result, rest);
    else if (isContinued) this.drop(mutationId);
    else this.refused(mutationId, result);
    return null;
  }

  /** The refused part of a bulk change. */
  private async restOf(mutationId: string, refused: BulkResult[] = []): Promise<UnsavedChange | undefined> {
    const mutation = this.waiting.get(mutationId);
    return mutation && refused.length > 0 ? this.ports.restOf(mutation, refused) : undefined;
  }

  private isOld({ at, taskId }: OutboxEntry): boolean {
    return this.ports.now() - at > OLD_MS || this.unsaved.asksToCreate(taskId);
  }

  private done(mutationId: string, { v, base }: Committed, rest: UnsavedChange | undefined): void {
    const [waiting, listed] = this.answered(mutationId, { v, base });
    const next = rest ? this.notSaved(rest) : [];
    const write = async (store: OutboxStore) => {
      // Before the change that it builds on is removed: after a reload it must be the same request (R7).
      for (const later of [...waiting, ...next]) await store.replace(later);
      for (const later of listed) await store.setAside(later);
      if (rest) await store.setAside(rest);
      else await store.remove(mutationId);
    };
    const listing: QueueMessage[] = rest ? [{ type: 'setAside', change: rest }] : [];
    void this.writeAndPost(write, { type: 'done', mutationId, v, base }, ...listing);
    if (rest) this.list(rest);
  }

  /** It is in the log. @returns the changes that build on it now: waiting and listed ones */
  private answered(mutationId: string, { v, base }: Committed): [BoardMutation[], UnsavedChange[]] {
    const sent = this.waiting.get(mutationId);
    const builtOn: ReturnType<typeof this.answered> =
      sent && base ? [buildOn(this.waiting, sent, base), this.unsaved.buildOn(sent, base)] : [[], []];
    this.end(mutationId);
    this.ports.dispatch(changeAnswered({ mutationId, v }));
    if (sent) this.ports.onCommitted(sent.entry.projectId, mutationId, v);
    return builtOn;
  }

  private refused(mutationId: string, refusal: Refused): void {
    const mutation = this.waiting.get(mutationId);
    if (!mutation) return;
    const reason = refusal === TOO_OLD ? 'old' : refusal.code === 'stale_move' ? 'stale' : 'refused';
    const { error, code, conflict, moved } = refusal;
    if (this.saves.get(mutationId)?.refuse(error)) this.drop(mutationId);
    else this.setAside({ mutation, reason, message: error.message, code, conflict, moved });
  }

  private end(mutationId: string): void {
    this.ended.add(mutationId);
    this.saves.get(mutationId)?.end();
    this.saves.delete(mutationId);
    this.waiting.delete(mutationId);
    this.handedOver.delete(mutationId);
  }

  /** It is not in the log. @returns the waiting moves that start elsewhere now */
  private notSaved(change: UnsavedChange): BoardMutation[] {
    this.end(change.mutation.entry.mutationId);
    return moveOn(this.waiting, change);
  }

  private list(change: UnsavedChange): void {
    this.unsaved.add(change);
    this.ports.onSetAside(change);
  }

  /** Announced once it is written: a tab that opened in between has read the old list, and gets the message. */
  private async writeAndPost(
    write: (store: OutboxStore) => Promise<void>,
    ...messages: readonly QueueMessage[]
  ): Promise<void> {
    await this.stored.write(write);
    if (!this.stopped) for (const message of messages) this.ports.post(message);
  }
}
