/** One tab among those of this browser that share a name. */
export interface Tabs<Message> {
  /** Sends to the others. */
  post(message: Message): void;
  /**
   * Runs `lead` once this tab has the name's lock, and keeps the lock until the returned function is called.
   * Pages outside secure contexts have no locks: each tab leads.
   */
  becomeLeader(lead: () => void): () => void;
  leave(): void;
}

export function joinTabs<Message>(name: string, onMessage: (message: Message) => void): Tabs<Message> {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Message>) => onMessage(data);
  return {
    post: (message) => channel.postMessage(message),
    becomeLeader: (lead) => holdLock(name, lead),
    leave: () => channel.close(),
  };
}

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
