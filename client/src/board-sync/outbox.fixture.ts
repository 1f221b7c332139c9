import 'fake-indexeddb/auto';
import type { ErrorCode } from '@livelane/shared/http/error.codes';
import type { UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import { IDBFactory } from 'fake-indexeddb';
import { newId, PROJECT, task, USER } from './board.fixture';
import { changeAnswered, changeMade, changeRefused } from './board.slice';
import type { Pending } from './board.types';
import { restOf } from './bulk.mutations';
import { patchTask } from './edit.mutations';
import { type BoardMutation, createTask } from './mutations';
import { OutboxQueue } from './outbox.queue';
import { type OutboxStore, openOutboxStore, type UnsavedChange } from './outbox.store';
import type { OutboxEntry, QueueMessage, SendResult } from './outbox.types';
import { unsavedListed } from './realtime.slice';
import { isContinued } from './textChoices';

export const DONE: SendResult = {
  outcome: 'done',
  v: 7,
  base: { baseRev: 7, baseProjectId: PROJECT },
};
export const RETRY: SendResult = { outcome: 'retry' };
export const refusal = (status: number, code: ErrorCode): SendResult => ({
  outcome: 'refused',
  status,
  code,
  error: new Error('No.'),
});

/** A clock that tests advance. */
export const clock = { at: 0, now: () => clock.at, newId };
export const created = (title = 'Task') => createTask(clock, undefined, USER, { title, projectId: PROJECT });
export const edited = (title: string) => patchTask(clock, undefined, task({ title: 'Before' }), { title });

const shared = task({ title: 'Before' });
/** An edit of one task. @param seen the description that its user saw */
export const described = (input: UpdateTaskInput, seen?: string) =>
  patchTask(clock, undefined, shared, input, seen);

export interface Tab {
  queue: OutboxQueue;
  sent: OutboxEntry[];
  painted: Pending[];
  done: string[];
  /** No longer painted. */
  refused: string[];
  /** The projects of `done`. */
  committed: string[];
  setAside: UnsavedChange[];
  unsaved: UnsavedChange[];
  warnings: number;
  /** The network's answer. */
  answer: (entry: OutboxEntry) => Promise<SendResult>;
  close(): Promise<void>;
}

/** One browser: tabs share a database, a channel and a lock. */
export class Browser {
  /** Timers of all tabs, as long as they run. */
  private readonly timers = new Set<{ run: () => void; at: number }>();
  private elapsed = 0;
  private readonly tabs = new Set<Tab>();
  /** Tabs of which nothing runs, with the messages that wait for them. */
  private readonly suspended = new Map<Tab, Array<() => void>>();
  private readonly queueForLock: Array<{ tab: Tab; lead: () => void; follow: () => void }> = [];

  async open(answer: Tab['answer'], userId = USER, store?: OutboxStore): Promise<Tab> {
    const post = (message: QueueMessage) => {
      for (const other of this.tabs) {
        const receive = () => void setImmediate(() => other.queue.receive(structuredClone(message)));
        const held = this.suspended.get(other);
        if (other !== tab) held ? held.push(receive) : receive();
      }
    };
    const queue = new OutboxQueue({
      store: store ?? openOutboxStore(userId),
      post,
      becomeSender: (lead, follow) => {
        const wish = { tab, lead, follow };
        this.queueForLock.push(wish);
        if (this.queueForLock[0] === wish) lead();
        return () => {
          const held = this.queueForLock[0] === wish;
          this.queueForLock.splice(this.queueForLock.indexOf(wish), 1);
          if (held) this.queueForLock[0]?.lead();
        };
      },
      send: (entry) => {
        tab.sent.push(entry);
        return tab.answer(entry);
      },
      isOffline: () => false,
      restOf: async (mutation, refused) => restOf(clock, mutation, refused),
      isContinued: async (refused, waiting) => isContinued(refused, waiting),
      dispatch: (action) => {
        if (changeMade.match(action)) tab.painted.push(action.payload);
        if (changeRefused.match(action)) tab.refused.push(action.payload.mutationId);
        if (changeAnswered.match(action)) tab.done.push(action.payload.mutationId);
        if (unsavedListed.match(action)) tab.unsaved = action.payload;
      },
      onCommitted: (projectId) => tab.committed.push(projectId),
      onSetAside: (change) => tab.setAside.push(change),
      onDropped: () => undefined,
      onNotStored: () => {
        tab.warnings++;
      },
      setTimer: (run, ms) => {
        const timer = { run, at: this.elapsed + ms };
        this.timers.add(timer);
        return () => this.timers.delete(timer);
      },
      random: () => 1,
      now: () => clock.at,
    });
    const tab: Tab = {
      queue,
      sent: [],
      painted: [],
      done: [],
      refused: [],
      committed: [],
      setAside: [],
      unsaved: [],
      warnings: 0,
      answer,
      close: async () => {
        this.tabs.delete(tab);
        queue.stop();
        await settle();
      },
    };
    this.tabs.add(tab);
    await queue.start();
    await settle();
    return tab;
  }

  /** The tab takes the lock, as one that comes to the front does. @returns wakes the former holder, if it is suspended */
  async show(tab: Tab, isSuspended = false): Promise<() => void> {
    const holder = this.queueForLock.shift();
    const wish = this.queueForLock.find((each) => each.tab === tab);
    if (!holder || !wish) throw new Error('The tab does not wait');
    this.queueForLock.splice(this.queueForLock.indexOf(wish), 1);
    this.queueForLock.unshift(wish);
    this.queueForLock.push(holder);
    if (isSuspended) this.suspended.set(holder.tab, []);
    else holder.follow();
    wish.lead();
    await settle();
    return () => {
      const held = this.suspended.get(holder.tab) ?? [];
      this.suspended.delete(holder.tab);
      holder.follow();
      for (const receive of held) receive();
    };
  }

  /** Lets this much time pass for the running timers. */
  async pass(ms: number): Promise<void> {
    await settle();
    this.elapsed += ms;
    for (const timer of [...this.timers])
      if (timer.at <= this.elapsed && this.timers.delete(timer)) timer.run();
    await settle();
  }
}

/** Lets ready answers, messages and database calls complete. */
export async function settle(): Promise<void> {
  for (let n = 0; n < 30; n++) await new Promise((resolve) => setImmediate(resolve));
}

export const ids = (list: ReadonlyArray<{ mutationId: string }>) => list.map(({ mutationId }) => mutationId);
export const idOf = ({ entry }: BoardMutation) => entry.mutationId;
export const offline = async () => RETRY;
export const online = async () => DONE;

/** A browser whose storage is empty. */
export function newBrowser(): Browser {
  globalThis.indexedDB = new IDBFactory();
  clock.at = Date.parse('2026-03-01T10:00:00Z');
  return new Browser();
}
