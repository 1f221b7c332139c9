import { createObservable } from './observable';
import { listenTo, setTimer } from './timers';

/** The user's local day as YYYY-MM-DD: the UTC day differs for hours each night. */
export const today = createObservable(dayOf(new Date()));

/** Keeps it right over midnight, and over a sleep, which delays timers. @returns ends it */
export function watchToday(): () => void {
  let cancel = () => {};
  const look = () => {
    cancel();
    const now = new Date();
    cancel = setTimer(look, new Date(now).setHours(24, 0, 0, 0) - now.getTime());
    today.set(dayOf(now));
  };
  look();
  const ignore = listenTo(document, 'visibilitychange', look);
  return () => {
    cancel();
    ignore();
  };
}

function dayOf(date: Date): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
