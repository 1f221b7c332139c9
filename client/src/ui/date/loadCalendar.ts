import type { ComponentType } from 'react';
import type { Language } from '#i18n/languages';
import { withLateTexts } from '#i18n/late.texts';
import type { DatePopoverProps } from './DatePopover';
import type { DayLocale } from './dayjsLocales';

/** The calendar with the names and conventions of a language. */
export interface Calendar {
  Popover: ComponentType<DatePopoverProps>;
  locale: DayLocale;
}

/** Fetches the parts of a calendar. @throws without a connection */
export async function loadCalendar(language: Language): Promise<Calendar> {
  const [{ DatePopover }, { dayLocales }] = await Promise.all([
    withLateTexts(() => import('./DatePopover'))(),
    import('./dayjsLocales'),
  ]);
  const locale = dayLocales[language];
  await locale.load();
  return { Popover: DatePopover, locale };
}
