import { mentionedIds } from '@livelane/shared/comments/mentions';
import * as fc from 'fast-check';
import {
  edited,
  partOf,
  remember,
  replaced,
  type Shown,
  shownOf,
  storedOf,
  storedSelection,
  withStoredEdit,
} from './shownMentions';
import { mentionOf, prefixed, wrapped } from './textEdits';

const ID = '3b241101-e2bb-4255-8caf-4136c566a96';
const mention = (name: string, who: number) => mentionOf({ id: ID + who, name }).trimEnd();
const [ANA, OTHER_ANA, ANA_TESTER] = [
  mention('Ana Test', 1),
  mention('Ana Test', 2),
  mention('Ana Tester', 3),
];

const name = fc.oneof(
  fc.constantFrom('Ana Test', 'Ana Tester', 'Ana', 'Ana [ops]', 'a\\', ']', 'سارة علي', '健 森', ' '),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
);
const words = fc.oneof(
  fc.constantFrom('@Ana Test', '@', ' ', 'a', '\n', '`', '\\', '[', '](user:', 'سلام', '- '),
  fc.string({ unit: 'binary', maxLength: 3 }).map((text) => text.replace(/\r/g, '')),
);
const mentioned = fc.tuple(name, fc.nat(3)).map(([text, who]) => mention(text.replace(/\r/g, ''), who));
const stored = fc.array(fc.oneof(words, mentioned), { maxLength: 10 }).map((parts) => parts.join(''));

/** A text, two places in it, and what is put between them. */
const change = fc.record({ stored, insert: words, places: fc.tuple(fc.nat(), fc.nat()) }).map((drawn) => {
  const shown = shownOf(drawn.stored);
  const [from = 0, to = 0] = drawn.places
    .map((place) => place % (shown.text.length + 1))
    .sort((a, b) => a - b);
  const next = replaced(shown, from, to, { text: drawn.insert, mentions: [] });
  const [out, into] = [shown.text.slice(from, to), drawn.insert];
  // Words put in the place of words that begin or end alike are told from them by nothing.
  const isPlain = out === '' || into === '' || (out[0] !== into[0] && out.at(-1) !== into.at(-1));
  return { shown, from, to, insert: drawn.insert, next, isPlain };
});
const keys = ({ mentions }: Shown) => mentions.map(({ at, stored: text }) => `${at} ${text}`);

it('a shown text is stored as it was, whatever the names', () => {
  fc.assert(fc.property(stored, (text) => storedOf(shownOf(text)) === text));
});

it('shows names for mentions, and each mention stands for its own person', () => {
  const text = `${ANA} and \`${OTHER_ANA}\`, ${ANA_TESTER}ing; @Ana Test ${mention('A]b\\', 4)} me@[b] @[](user:${ID}5)`;
  const shown = shownOf(text);
  expect(shown.text).toBe(
    `@Ana Test and \`@Ana Test\`, @Ana Testering; @Ana Test @A]b\\ me@[b] @[](user:${ID}5)`,
  );
  expect(storedOf(partOf(shown, 10, shown.text.length))).toBe(text.slice(ANA.length + 1));
  expect(shownOf('one\r\ntwo\rthree').text).toBe('one\ntwo\nthree');
});

it('an edit keeps the mentions that it does not touch, and only those', () => {
  fc.assert(
    fc.property(change, ({ shown, from, insert, next, isPlain }) => {
      const read = edited(shown, next.text, from + insert.length);
      expect(read.text).toBe(next.text);
      if (isPlain) expect(keys(read)).toEqual(keys(next));
    }),
  );
});

it('an edit without a caret mentions nobody at a place where somebody else was', () => {
  fc.assert(
    fc.property(change, ({ shown, next, isPlain }) => {
      const read = edited(shown, next.text, null);
      expect(read.text).toBe(next.text);
      if (isPlain) expect(keys(next)).toEqual(expect.arrayContaining(keys(read)));
    }),
  );
});

it('of two people with one name, the one who was not deleted is mentioned', () => {
  const shown = shownOf(`${ANA} ${OTHER_ANA}`);
  expect(storedOf(edited(shown, '@Ana Test', 0))).toBe(OTHER_ANA);
  expect(storedOf(edited(shown, '@Ana Test', 9))).toBe(ANA);
  expect(storedOf(edited(shown, '@Ana Test', null))).toBe('@Ana Test');
});

it('a mention that is edited is text, and one that is followed by letters is not', () => {
  const shown = shownOf(`Ask ${ANA}`);
  expect(storedOf(edited(shown, 'Ask @Ana Tes', 12))).toBe('Ask @Ana Tes');
  expect(storedOf(edited(shown, 'Ask @Anna Test', 8))).toBe('Ask @Anna Test');
  expect(storedOf(edited(shown, "Ask @Ana Test's", 15))).toBe(`Ask ${ANA}'s`);
});

it('an edit of the stored text keeps the mentions in it, and its selection', () => {
  const shown = shownOf(`Ask ${ANA}\nand ${OTHER_ANA}`);
  const made = (edit: Parameters<typeof withStoredEdit>[1]) => {
    const { from, to, insert, select } = withStoredEdit(shown, edit);
    const next = replaced(shown, from, to, insert);
    return [storedOf(next), next.text.slice(...select)];
  };
  const name1 = storedSelection(shown, 4, 13);
  expect(made(wrapped(name1, '**'))).toEqual([`Ask **${ANA}**\nand ${OTHER_ANA}`, '@Ana Test']);
  // The caret in a name selects the whole of it.
  expect(storedSelection(shown, 6, 6)).toEqual(name1);
  expect(made(prefixed(storedSelection(shown, 2, 16), '- '))).toEqual([
    `- Ask ${ANA}\n- and ${OTHER_ANA}`,
    '- Ask @Ana Test\n- and @Ana Test',
  ]);
});

it('a selection of the stored text mentions whom the shown one mentions', () => {
  fc.assert(
    fc.property(change, ({ shown, from, to }) => {
      const { text, from: start, to: end } = storedSelection(shown, from, to);
      expect(text).toBe(storedOf(shown));
      const ids = mentionedIds(storedOf(partOf(shown, from, to)));
      expect(mentionedIds(text.slice(start, end))).toEqual(expect.arrayContaining(ids));
    }),
  );
});

it('remembers whom a text mentioned, for undo, and nobody if two were meant by the same words', () => {
  const past = new Map<string, Shown>();
  remember(past, shownOf(`${ANA} ${ANA}`));
  expect(storedOf(past.get('@Ana Test @Ana Test') as Shown)).toBe(`${ANA} ${ANA}`);
  remember(past, shownOf(`${ANA} ${OTHER_ANA}`));
  expect(storedOf(past.get('@Ana Test @Ana Test') as Shown)).toBe(`${ANA} @Ana Test`);
});

it('remembers the latest texts only', () => {
  const past = new Map<string, Shown>();
  for (const letter of 'abc') remember(past, shownOf(letter.repeat(400_000)));
  expect([...past.keys()].map(([letter]) => letter)).toEqual(['b', 'c']);
});
