import { openChannel } from './openChannel';
import { listenTo } from './timers';

/** One tab among those of this browser that share a name. */
export interface Tabs<Message> {
  /** Sends to the others. */
  post(message: Message): void;
  /**
   * Runs `lead` once this tab has the name's lock, and `follow` when another one has taken it, until the returned
   * function is called. The tab that its user sees takes it: a hidden one may be suspended, and a suspended one
   * neither works nor lets go. Pages outside secure contexts, or whose site data is blocked, have no locks: each tab
   * leads.
   */
  becomeLeader(lead: () => void, follow: () => void): () => void;
  leave(): void;
}

export function joinTabs<Message>(name: string, onMessage: (message: Message) => void): Tabs<Message> {
  const channel = openChannel(name);
  if (channel) channel.onmessage = ({ data }: MessageEvent<Message>) => onMessage(data);
  return {
    post: (message) => channel?.postMessage(message),
    becomeLeader: (lead, follow) => holdLock(name, lead, follow),
    leave: () => channel?.close(),
  };
}

function holdLock(name: string, lead: () => void, follow: () => void): () => void {
  if (!navigator.locks) {
    lead();
    return () => undefined;
  }
  const isSeen = () => document.visibilityState === 'visible';
  let isMine = false;
  let giveUp = () => {};
  const request = (steal: boolean): void => {
    isMine = steal;
    const waiting = new AbortController();
    const { signal } = waiting;
    const held = new Promise<void>((resolve) => {
      giveUp = () => {
        waiting.abort();
        resolve();
      };
    });
    const leadNow = () => {
      // It was given up while the grant was on its way.
      if (signal.aborted) return;
      isMine = true;
      lead();
      return held;
    };
    // The standard allows no signal beside `steal`.
    navigator.locks.request(name, steal ? { steal } : { signal }, leadNow).catch(({ name }: Error) => {
      if (signal.aborted) return;
      if (name === 'SecurityError') void leadNow();
      if (name !== 'AbortError') return;
      follow();
      request(false);
    });
  };
  const take = () => {
    if (isMine || !isSeen()) return;
    giveUp();
    request(true);
  };
  request(isSeen());
  const stops = [listenTo(document, 'visibilitychange', take), listenTo(window, 'focus', take)];
  return () => {
    for (const stop of stops) stop();
    giveUp();
  };
}
