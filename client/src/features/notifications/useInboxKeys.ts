import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '#lib/isTyping';
import { shortcutKey } from '#lib/keyPress';
import { areSingleKeysOn } from '#lib/singleKeys';

interface Actions {
  /** They take the key of the group whose link has the focus. */
  onRead: (key: string) => void;
  onMute: (key: string) => void;
  onHelp: () => void;
}

/**
 * Keys of the inbox: J and K go from notification to notification, as the arrow keys do from one to the next; E marks
 * as read, M mutes, and ? lists the keys.
 */
export function useInboxKeys({ onRead, onMute, onHelp }: Actions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey } = event;
    const key = shortcutKey(event);
    if (event.defaultPrevented || ctrlKey || metaKey || altKey || isTyping(event.target)) return;
    const links = [...document.querySelectorAll<HTMLElement>('[data-notification]')];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const focused = links[at]?.dataset.notification;
    const step = stepOf(key, focused !== undefined);
    if (step !== 0) links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus();
    else if (!areSingleKeysOn()) return;
    else if (key === '?') onHelp();
    else if (focused !== undefined && key === 'e') onRead(focused);
    else if (focused !== undefined && key === 'm') onMute(focused);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** Without a notification that has the focus, the arrow keys scroll the page. */
function stepOf(key: string, isOnNotification: boolean): -1 | 0 | 1 {
  const letters = areSingleKeysOn();
  if ((letters && key === 'j') || (isOnNotification && key === 'ArrowDown')) return 1;
  if ((letters && key === 'k') || (isOnNotification && key === 'ArrowUp')) return -1;
  return 0;
}
