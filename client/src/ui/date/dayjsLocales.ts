import type { Language } from '#i18n/languages';

export interface DayLocale {
  /** The locale's name in dayjs. */
  name: string;
  /** Format of the calendar's heading. */
  heading: string;
  load: () => Promise<unknown>;
}

const MONTH_YEAR = 'MMMM YYYY';
const YEAR_MONTH = 'YYYY年M月';

/** The calendar's data of each language: names of days and months, and the week's first day. */
export const dayLocales: Record<Language, DayLocale> = {
  'en-GB': { name: 'en-gb', heading: MONTH_YEAR, load: () => import('dayjs/locale/en-gb') },
  de: { name: 'de', heading: MONTH_YEAR, load: () => import('dayjs/locale/de') },
  fr: { name: 'fr', heading: MONTH_YEAR, load: () => import('dayjs/locale/fr') },
  es: { name: 'es', heading: 'MMMM [de] YYYY', load: () => import('dayjs/locale/es') },
  'pt-BR': { name: 'pt-br', heading: 'MMMM [de] YYYY', load: () => import('dayjs/locale/pt-br') },
  ja: { name: 'ja', heading: YEAR_MONTH, load: () => import('dayjs/locale/ja') },
  'zh-CN': { name: 'zh-cn', heading: YEAR_MONTH, load: () => import('dayjs/locale/zh-cn') },
  // This locale uses the same digits as the rest of the page, unlike dayjs' general Arabic.
  ar: { name: 'ar-ly', heading: MONTH_YEAR, load: () => import('dayjs/locale/ar-ly') },
};
