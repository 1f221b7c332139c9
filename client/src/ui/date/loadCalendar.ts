import type { ComponentType } from 'react';
import type { Language } from '../../i18n/languages';
import type { DatePopoverProps } from './DatePopover';
import { type DayLocale, dayLocales } from './dayjs.locales';

/** The calendar with the names and habits of a language. */
export interface Calendar {
  Popover: ComponentType<DatePopoverProps>;
  locale: DayLocale;
}

/** Fetches what a calendar needs. @throws when there is no connection */
export async function loadCalendar(language: Language): Promise<Calendar> {
  const locale = dayLocales[language];
  const [{ DatePopover }] = await Promise.all([import('./DatePopover'), locale.load()]);
  return { Popover: DatePopover, locale };
}
