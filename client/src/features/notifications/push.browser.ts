import { api } from '#lib/api';

const KEY = 'livelane-push';

/** Whether this browser can show notifications of ours while no page is open. */
export function pushState(): 'unsupported' | 'blocked' | 'on' | 'off' {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return localStorage.getItem(KEY) ? 'on' : 'off';
}

/** Asks the browser, then tells the server where to push to. @returns false when its user says no */
export async function startPush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { publicKey } = await api.get<{ publicKey: string }>('/notifications/push');
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  const { id } = await api.post<{ id: string }>('/notifications/push', { endpoint, keys });
  localStorage.setItem(KEY, id);
  return true;
}

export async function stopPush(): Promise<void> {
  const id = localStorage.getItem(KEY);
  localStorage.removeItem(KEY);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  // It may have ended by itself.
  if (id) await api.delete<void>(`/notifications/push/${id}`).catch(() => undefined);
}
