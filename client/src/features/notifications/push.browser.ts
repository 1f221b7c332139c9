import { addPush, readPushKey, removePush } from './push.api';

/** The user who has enabled push in this browser, and the id of the subscription. */
const KEY = 'livelane-push';

/** Whether this browser can show our notifications while no page is open, and does so for this user. */
export function pushState(userId: string): 'unsupported' | 'blocked' | 'on' | 'off' {
  const known = kept();
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && known))
    return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  // A permission that is withdrawn ends the subscription as well.
  return known[0] === userId && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Asks for permission, then registers the browser with the server. @returns false when the user refuses */
export async function startPush(userId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await subscribe(userId);
  return true;
}

/** A subscription ends with its session, and with the server's keys: subscribes again if push is enabled. */
export async function keepPush(userId: string): Promise<void> {
  if (pushState(userId) === 'on') await subscribe(userId);
}

export async function stopPush(): Promise<void> {
  const [, id] = kept() ?? [];
  localStorage.removeItem(KEY);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  // It may have ended by itself.
  if (id) await removePush(id).catch(() => undefined);
}

/** Null where storage is off: then there are no service workers either. */
function kept(): string[] | null {
  try {
    return localStorage.getItem(KEY)?.split(' ') ?? [];
  } catch {
    return null;
  }
}

async function subscribe(userId: string): Promise<void> {
  const { publicKey } = await readPushKey();
  const { pushManager } = await navigator.serviceWorker.ready;
  const former = await pushManager.getSubscription();
  if (former && keyOf(former) !== publicKey) await former.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { id } = await addPush(subscription.toJSON());
  localStorage.setItem(KEY, `${userId} ${id}`);
}

/** The server's key of a subscription, in base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
