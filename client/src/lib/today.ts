import { createObservable } from './observable';
import { listenTo, setTimer } from './timers';

/** The user's local day as YYYY-MM-DD: the UTC day differs for hours each night. */
export const today = createObservable(dayOf(new Date()));

/** The browser's time zone, an IANA name. Formatters keep the one in which they were made; a user who travels does not. */
export const timeZone = createObservable(zoneNow());

/** Timers stand still while the computer sleeps, which need not hide the page: no wait is longer. */
const LOOK_AGAIN_MS = 60_000;

/** Keeps both right over midnight, a sleep and a change of the clock or its time zone. @returns ends it */
export function watchToday(): () => void {
  let cancel = () => {};
  const look = () => {
    cancel();
    const now = new Date();
    const toMidnight = new Date(now).setHours(24, 0, 0, 0) - now.getTime();
    cancel = setTimer(look, Math.min(toMidnight, LOOK_AGAIN_MS));
    today.set(dayOf(now));
    timeZone.set(zoneNow());
  };
  look();
  const ignore = listenTo(document, 'visibilitychange', look);
  return () => {
    cancel();
    ignore();
  };
}

function zoneNow(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function dayOf(date: Date): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
