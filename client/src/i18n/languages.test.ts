import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { opTypes } from '@livelane/shared/boards/op.types';
import { errorCodes } from '@livelane/shared/http/error.codes';
import { createIntl } from 'react-intl';
import { type CatalogueKey, enGB } from './en-GB';
import { isolateArguments } from './isolateArguments';
import { type Language, languages, languageTags, loadLanguage } from './languages';

const messagesOf = async (language: Language): Promise<Record<string, string>> =>
  (await loadLanguage(language))?.messages ?? enGB;

/** A message's arguments and tags with their kinds, and each plural's categories. */
function shapeOf(text: string) {
  const parts = new Set<string>();
  const plurals: string[][] = [];
  const walk = (elements: MessageFormatElement[]) => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      parts.add(`${TYPE[element.type]} ${element.value}`);
      if (element.type === TYPE.plural) plurals.push(Object.keys(element.options));
      if (element.type === TYPE.plural || element.type === TYPE.select) {
        for (const option of Object.values(element.options)) walk(option.value);
      }
      if (element.type === TYPE.tag) walk(element.children);
    }
  };
  walk(parse(text));
  return { parts: [...parts].sort(), plurals };
}

describe.each(languageTags)('the catalogue of %s', (language) => {
  let messages: Record<string, string> = {};
  beforeAll(async () => {
    messages = await messagesOf(language);
  });

  it('has every text, and nothing else', () => {
    const refusals = language === 'en-GB' ? [] : [...errorCodes, 'full_stop'].map((end) => `refused_${end}`);
    expect(Object.keys(messages).sort()).toEqual([...Object.keys(enGB), ...refusals].sort());
    expect(Object.entries(messages).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('R28 has one sentence for each op type of the activity, with who did it, and none for housekeeping', () => {
    const sentences = Object.entries(messages).filter(([key]) => /^activity_\w+\.\w+$/.test(key));
    const shown = opTypes.filter((type) => type !== 'column.rebalanced');
    expect(sentences.map(([key]) => key).sort()).toEqual(shown.map((type) => `activity_${type}`).sort());
    for (const [, text] of sentences) expect(shapeOf(text).parts).toContain('argument name');
  });

  it('is valid ICU with the arguments and tags of en-GB', () => {
    for (const key of Object.keys(enGB) as CatalogueKey[]) {
      const { parts } = shapeOf(messages[key] ?? '');
      expect([key, parts]).toEqual([key, shapeOf(enGB[key]).parts]);
    }
  });

  it('has the plural categories of its language, and formats with them', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const onError = jest.fn();
    const intl = createIntl({ locale: language, messages, onError });
    for (const [key, text] of Object.entries(messages)) {
      for (const categories of shapeOf(text).plurals) {
        const named = categories.filter((category) => !category.startsWith('='));
        expect([key, named.sort()]).toEqual([key, [...pluralCategories].sort()]);
        for (const count of [0, 1, 2, 3, 11, 100, 1_000_000]) {
          expect(
            intl.formatMessage(
              { id: key },
              {
                count,
                max: count,
                names: 'Ana',
                shown: '1',
                left: '1',
                done: '1',
                time: 'Monday',
                refused: count,
                titles: 'Paint',
                reason: 'No',
              },
            ),
          ).not.toBe('');
        }
      }
    }
    expect(onError).not.toHaveBeenCalled();
  });

  it('has a name, and dates of its own', () => {
    expect(languages[language].name).not.toBe('');
    expect(Intl.DateTimeFormat.supportedLocalesOf(language)).toEqual([language]);
  });
});

it.each(languageTags.filter((tag) => tag !== 'en-GB'))(
  'no sentence of %s is left in English',
  async (tag) => {
    const messages = await messagesOf(tag);
    const untranslated = (Object.keys(enGB) as CatalogueKey[]).filter(
      (key) => messages[key] === enGB[key] && enGB[key].split(' ').length > 2,
    );
    expect(untranslated).toEqual([]);
  },
);

it.each([
  ['en-GB', '0 of at most 1 task'],
  ['de', '0 von höchstens 1 Aufgabe'],
  ['fr', '0 sur 1 tâche au plus'],
  ['es', '0 de 1 tarea como máximo'],
  ['pt-BR', '0 de no máximo 1 tarefa'],
] as const)('%s says a limit of one task in the singular', async (locale, text) => {
  const intl = createIntl({ locale, messages: await messagesOf(locale) });
  expect(intl.formatMessage({ id: 'column_of' }, { count: 0, max: 1 })).toBe(text);
});

it.each([
  ['en-GB', '1 task of 1 was not changed (Paint): No'],
  ['de', '1 Aufgabe von 1 blieb, wie sie war (Paint): No'],
  ['fr', '1 tâche sur 1 est restée telle quelle (Paint)\u00a0: No'],
  ['es', '1 tarea de 1 se quedó como estaba (Paint): No'],
  ['pt-BR', '1 tarefa de 1 ficou como estava (Paint): No'],
] as const)('%s says one refused task in the singular', async (locale, text) => {
  const intl = createIntl({ locale, messages: await messagesOf(locale) });
  const values = { refused: 1, count: 1, titles: 'Paint', reason: 'No' };
  expect(intl.formatMessage({ id: 'bulk_refused' }, values)).toBe(text);
});

it.each([
  ['es', '2 cambios de Ana (desde: martes)'],
  ['fr', '2 modifications par Ana (depuis\u00a0: mardi)'],
] as const)('%s needs no article before a time, a weekday or a date', async (locale, text) => {
  const intl = createIntl({ locale, messages: await messagesOf(locale) });
  const time = intl.formatDate('2026-03-10T12:00:00Z', { weekday: 'long' });
  expect(intl.formatMessage({ id: 'since_line' }, { count: 2, names: 'Ana', time })).toBe(text);
});

it('no line of French can begin with a sign, or end with an opening one', async () => {
  const breaking = Object.values(await messagesOf('fr')).filter((text) => / [:;!?»]|« /.test(text));
  expect(breaking).toEqual([]);
});

it('no line of French puts “de” before a name, which may begin with a vowel', async () => {
  const elided = Object.values(await messagesOf('fr')).filter((text) =>
    /\b(?:de|que) \{(?:name|member|title|actor)\}/.test(text),
  );
  expect(elided).toEqual([]);
});

it.each([
  ['fr', /La colonne «\u00a0\{state\}\u00a0» est pleine/],
  ['es', /La columna «\{state\}» está llena/],
  ['pt-BR', /A coluna “\{state\}” está cheia/],
] as const)('%s says of a column, whatever its name, that it is full', async (language, sentence) => {
  const messages = await messagesOf(language);
  for (const key of ['column_full_text', 'unsaved_full']) expect(messages[key]).toMatch(sentence);
});

it.each(languageTags)('%s tells a followed task from one that can be followed', async (language) => {
  const messages = await messagesOf(language);
  const seen = (text = '') => text.normalize('NFD').replace(/\p{Mn}/gu, '');
  expect(seen(messages.follow_on)).not.toBe(seen(messages.follow_label));
});

it('no word of German is too long for the heading of a phone, or it says where it breaks', async () => {
  const long = Object.values(await messagesOf('de')).flatMap((text) => text.match(/[\p{L}]{25,}/gu) ?? []);
  expect(long).toEqual([]);
});

it('Arabic sets what is put into a sentence apart from it', async () => {
  const { task_delete_text } = await messagesOf('ar');
  expect(task_delete_text).toContain('«\u2068{title}\u2069»');
  expect(isolateArguments({ a: '{n, plural, one {# x} other {y {name}}}' }).a).toBe(
    '{n, plural, one {# x} other {y \u2068{name}\u2069}}',
  );
});
