import type { Language } from '@livelane/shared/values/languages';
import { ar } from './texts/ar';
import { de } from './texts/de';
import { enGB, type MailTexts } from './texts/en-GB';
import { es } from './texts/es';
import { fr } from './texts/fr';
import { ja } from './texts/ja';
import { ptBR } from './texts/pt-BR';
import { zhCN } from './texts/zh-CN';

const texts: Record<Language, MailTexts> = {
  'en-GB': enGB,
  de,
  fr,
  es,
  'pt-BR': ptBR,
  ja,
  'zh-CN': zhCN,
  ar,
};

export type MailTextKey = keyof MailTexts;

/** Letters that are read from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * A text in the reader's language, with values for `{name}` and the like. In Arabic they are isolated from the sentence
 * (U+2068, U+2069), so that a name in Latin letters does not reorder the punctuation around it; elsewhere names in
 * Arabic or Hebrew are.
 */
export function mailText(language: Language, key: MailTextKey, values: Record<string, string> = {}): string {
  return texts[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return language === 'ar' || RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
  });
}
