const DAY_MS = 24 * 60 * 60 * 1000;

interface ZoneAtNoon {
  timeZone: string;
  /** The date there, so many days from today: YYYY-MM-DD. */
  day(days: number): string;
}

/** Where it is between 12:00 and 13:00: whatever the hour of this machine, the day does not change during a test. */
export function zoneAtNoon(): ZoneAtNoon {
  const west = new Date().getUTCHours() - 12;
  const timeZone = `Etc/GMT${west < 0 ? '' : '+'}${west}`;
  const today = Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date()));
  return { timeZone, day: (days) => new Date(today + days * DAY_MS).toISOString().slice(0, 10) };
}
