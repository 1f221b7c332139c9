import type { ErrorCode } from '@livelane/shared/http/error.codes';
import type { EditConflict, MoveConflict } from '@livelane/shared/http/error.schema';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { BoardMutation } from './mutations';

/** A change that was not saved, kept until its user decides (R18, "changes not saved"). */
export interface UnsavedChange {
  mutation: BoardMutation;
  /** `old`: it waited for over 24 hours and asks first; `stale`: the card has been moved meanwhile. */
  reason: 'refused' | 'old' | 'stale';
  /** The server's message; empty for `old`. */
  message: string;
  /** The server's error code, for other languages than the message's. */
  code?: ErrorCode | undefined;
  /** Both texts of a description that someone else has changed meanwhile, for the user to choose from. */
  conflict?: EditConflict | undefined;
  /** For a move that came after someone else's. */
  moved?: MoveConflict | undefined;
  /** The bulk change of which this is the refused part: the rest of it is done. */
  partOf?: string;
}

/** Storage in which changes outlive their tab, per user. Every call rejects if storage is full or off. */
export interface OutboxStore {
  /** In the order in which they were made. */
  waiting(): Promise<BoardMutation[]>;
  unsaved(): Promise<UnsavedChange[]>;
  add(mutation: BoardMutation): Promise<void>;
  /** The change keeps its place in the queue. */
  replace(mutation: BoardMutation): Promise<void>;
  /** The change has been sent, or given up. */
  remove(mutationId: string): Promise<void>;
  /** From the queue to the list, in one step (I12). */
  setAside(change: UnsavedChange): Promise<void>;
  /** From the list to the end of the queue, in one step (I12). */
  putBack(mutation: BoardMutation): Promise<void>;
  /** Changes that storage may lack, in one step: those that wait are the last ones, in this order. */
  storeAgain(waiting: readonly BoardMutation[], unsaved: readonly UnsavedChange[]): Promise<void>;
  /** The connection has ended, as when site data is deleted: the lists may be empty. */
  whenCut(run: () => void): void;
  close(): void;
}

interface Row {
  userId: string;
  mutationId: string;
}

interface OutboxSchema extends DBSchema {
  waiting: {
    key: number;
    value: Row & { mutation: BoardMutation };
    indexes: { userId: string; mutationId: string };
  };
  unsaved: { key: string; value: Row & UnsavedChange; indexes: { userId: string } };
}

/** Longest wait for storage. */
const TIMEOUT_MS = 3_000;

/** On a busy machine storage is slow but answers in the end; after this time it counts as failed. */
const SILENT_MS = 30_000;

interface WriterPorts {
  /** Storage is full or off, or does not answer. Called once, and again if it fails after all has been stored. */
  onNotStored(): void;
  setTimer(run: () => void, ms: number): () => void;
}

/** Reads and writes the store in order. Calls that fail, or take longer than 3 s, hold nothing up. */
export class OutboxWriter {
  private last: Promise<void> = Promise.resolve();
  private hasFailed = false;
  /** Storage does not answer: nothing waits for it until it does. */
  private isHung = false;
  /** Ends each call that waits for storage, in order. */
  private readonly waits = new Set<() => void>();
  private stopped = false;

  constructor(
    private readonly store: OutboxStore,
    private readonly ports: WriterPorts,
    /** A call has failed: later there may be room. */
    private readonly onFailed: () => void,
  ) {}

  /** Calls `take` with the stored changes after all writes of this tab. */
  read(take: (waiting: BoardMutation[], unsaved: UnsavedChange[]) => void): Promise<void> {
    const reading = async () => {
      await this.last;
      const [waiting, unsaved] = await Promise.all([this.store.waiting(), this.store.unsaved()]);
      if (!this.stopped) take(waiting, unsaved);
    };
    return this.inTime(reading().catch(() => this.failed()));
  }

  /** @param isLost called when storage has been silent for long: whether the change would be lost with its tab */
  write(run: (store: OutboxStore) => Promise<void>, isLost?: () => boolean): Promise<void> {
    this.last = this.last.then(() => run(this.store)).catch(() => this.failed());
    if (isLost) {
      const cancel = this.ports.setTimer(() => isLost() && this.failed(), SILENT_MS);
      void this.last.then(cancel);
    }
    return this.inTime(this.last);
  }

  /** @param run stores whatever may be in memory alone */
  writeAll(run: (store: OutboxStore) => Promise<void>, isLost?: () => boolean): Promise<void> {
    const write = async (store: OutboxStore) => {
      await run(store);
      this.hasFailed = false;
    };
    return this.write(write, isLost);
  }

  /** Storage may lack changes: a call has failed, and they have not been stored again since. */
  lacksSome(): boolean {
    return this.hasFailed;
  }

  /** Changes may be in memory alone. */
  isDown(): boolean {
    return this.hasFailed || this.isHung;
  }

  stop(): void {
    this.stopped = true;
    void this.last.then(() => this.store.close());
  }

  /** Hung storage must not hold up sending. It may still finish; until then, changes wait in memory. */
  private inTime(stored: Promise<void>): Promise<void> {
    if (this.isHung) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        this.waits.delete(end);
        resolve();
      };
      const cancel = this.ports.setTimer(() => {
        this.isHung = true;
        // All of them: the next call does not wait, and must not overtake an earlier one (R18).
        for (const each of this.waits) each();
      }, TIMEOUT_MS);
      this.waits.add(end);
      void stored.then(() => {
        this.isHung = false;
        end();
      });
    });
  }

  private failed(): void {
    if (this.stopped) return;
    this.onFailed();
    if (this.hasFailed) return;
    this.hasFailed = true;
    this.ports.onNotStored();
  }
}

const DATABASE = 'livelane-outbox';
const VERSION = 1;

/** The queue in IndexedDB. */
export function openOutboxStore(userId: string): OutboxStore {
  let opened: Promise<IDBPDatabase<OutboxSchema>> | null = null;
  let onCut: () => void = () => undefined;
  const openAgain = () => {
    opened = null;
  };
  const cut = () => {
    openAgain();
    onCut();
  };
  const database = () => {
    opened ??= openDB<OutboxSchema>(DATABASE, VERSION, {
      upgrade(db) {
        const waiting = db.createObjectStore('waiting', { autoIncrement: true });
        waiting.createIndex('userId', 'userId');
        waiting.createIndex('mutationId', 'mutationId', { unique: true });
        db.createObjectStore('unsaved', { keyPath: 'mutationId' }).createIndex('userId', 'userId');
      },
      // Someone deletes the storage, or a page of a later version changes it: neither waits until this one is closed.
      blocking(_version, _wanted, { target }) {
        (target as IDBDatabase).close();
        cut();
      },
      terminated: cut,
    }).catch((error: unknown) => {
      openAgain();
      throw error;
    });
    return opened;
  };

  const bothLists = async () => (await database()).transaction(['waiting', 'unsaved'], 'readwrite');

  /** Removes the change from both lists, and adds it according to `put`. */
  const place = async (
    transaction: Awaited<ReturnType<typeof bothLists>>,
    mutationId: string,
    put: { waiting?: BoardMutation; unsaved?: UnsavedChange } = {},
  ) => {
    const [waiting, unsaved] = [transaction.objectStore('waiting'), transaction.objectStore('unsaved')];
    const key = await waiting.index('mutationId').getKey(mutationId);
    const writes: Promise<unknown>[] = [unsaved.delete(mutationId)];
    if (key !== undefined) writes.push(waiting.delete(key));
    if (put.waiting) writes.push(waiting.add({ userId, mutationId, mutation: put.waiting }));
    if (put.unsaved)
      writes.push(unsaved.put({ userId, mutationId: put.unsaved.mutation.entry.mutationId, ...put.unsaved }));
    await Promise.all(writes);
  };

  const move = async (mutationId: string, put?: Parameters<typeof place>[2]) => {
    const transaction = await bothLists();
    await Promise.all([place(transaction, mutationId, put), transaction.done]);
  };

  return {
    waiting: async () => {
      const rows = await (await database()).getAllFromIndex('waiting', 'userId', userId);
      return rows.map((row) => row.mutation);
    },
    unsaved: async () => {
      const rows = await (await database()).getAllFromIndex('unsaved', 'userId', userId);
      return rows
        .map(({ userId: _user, mutationId: _id, ...change }): UnsavedChange => change)
        .sort((a, b) => a.mutation.entry.at - b.mutation.entry.at);
    },
    add: async (mutation) => {
      const { mutationId } = mutation.entry;
      const transaction = (await database()).transaction('waiting', 'readwrite');
      const added = transaction.store.add({ userId, mutationId, mutation });
      // One request, committed at once: closing the tab at this moment does not lose the change.
      transaction.commit();
      try {
        await Promise.all([added, transaction.done]);
      } catch (error) {
        // It was stored by a write that seemed to fail.
        if ((error as { name?: string }).name !== 'ConstraintError') throw error;
        await move(mutationId, { waiting: mutation });
      }
    },
    replace: async (mutation) => {
      const { mutationId } = mutation.entry;
      const transaction = (await database()).transaction('waiting', 'readwrite');
      const key = await transaction.store.index('mutationId').getKey(mutationId);
      if (key !== undefined) await transaction.store.put({ userId, mutationId, mutation }, key);
      await transaction.done;
    },
    remove: (mutationId) => move(mutationId),
    setAside: (change) => move(change.partOf ?? change.mutation.entry.mutationId, { unsaved: change }),
    putBack: (mutation) => move(mutation.entry.mutationId, { waiting: mutation }),
    storeAgain: async (waiting, unsaved) => {
      const transaction = await bothLists();
      await Promise.all([
        ...waiting.map((mutation) => place(transaction, mutation.entry.mutationId, { waiting: mutation })),
        ...unsaved.map((change) => place(transaction, change.mutation.entry.mutationId, { unsaved: change })),
        transaction.done,
      ]);
    },
    whenCut: (run) => {
      onCut = run;
    },
    close: () => void opened?.then((db) => db.close()).catch(() => undefined),
  };
}
