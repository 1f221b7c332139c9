import { changeAnswered, changeMade, changeRefused, unsavedListed } from '#board-sync/board.slice';
import type { OutboxEntry, SendResult } from '#board-sync/outbox';
import { OutboxQueue, type QueueMessage } from '#board-sync/outbox.queue';
import { openOutboxStore, type UnsavedChange } from '#board-sync/outbox.store';
import { setTimer } from '#lib/timers';
import type { Store } from '#store/store';

interface Ports {
  userId: string;
  store: Store;
  send(entry: OutboxEntry, isRepeated: boolean): Promise<SendResult>;
  onDone(projectId: string): void;
  onSetAside(change: UnsavedChange): void;
  onNotStored(): void;
}

/** The user's queue of changes in this browser: IndexedDB, a channel between tabs, one tab that sends (R18). */
export function createChangeQueue({ userId, store, send, onDone, onSetAside, onNotStored }: Ports) {
  const name = `livelane-outbox-${userId}`;
  const channel = new BroadcastChannel(name);
  const projectOf = (mutationId: string) =>
    store.getState().board.sync.pending.find((each) => each.mutationId === mutationId)?.projectId;
  const queue = new OutboxQueue({
    store: openOutboxStore(userId),
    post: (message) => channel.postMessage(message),
    becomeSender: (lead) => holdLock(name, lead),
    send,
    onFound: (pending) => store.dispatch(changeMade(pending)),
    onDone: (mutationId, v) => {
      const projectId = projectOf(mutationId);
      store.dispatch(changeAnswered({ mutationId, v }));
      if (projectId) onDone(projectId);
    },
    onSetAside: (change) => {
      const { mutationId, projectId } = change.mutation.entry;
      if (change.moved) {
        // R16: it stays where it was dropped until the move that came first is here, and never shows at its old place.
        store.dispatch(changeAnswered({ mutationId, v: change.moved.v }));
        onDone(projectId);
      } else store.dispatch(changeRefused({ mutationId }));
      onSetAside(change);
    },
    onUnsaved: (changes) => store.dispatch(unsavedListed(changes)),
    onNotStored,
    setTimer,
    random: Math.random,
    now: Date.now,
  });
  channel.onmessage = ({ data }: MessageEvent<QueueMessage>) => queue.receive(data);
  return {
    queue,
    stop: () => {
      queue.stop();
      channel.close();
    },
  };
}

/** Runs `lead` when this tab has the lock. Pages outside of secure contexts have no locks: each tab sends its own. */
function holdLock(name: string, lead: () => void): () => void {
  if (!navigator.locks) {
    lead();
    return () => undefined;
  }
  const waiting = new AbortController();
  let release = () => waiting.abort();
  const held = () =>
    new Promise<void>((resolve) => {
      release = resolve;
      lead();
    });
  navigator.locks.request(name, { signal: waiting.signal }, held).catch(() => undefined);
  return () => release();
}
