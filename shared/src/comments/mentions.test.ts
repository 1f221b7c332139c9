import fc from 'fast-check';
import { COMMENT_TEXT_MAX, MENTIONS_MAX } from './comment.limits';
import { addCommentSchema } from './comment.schema';
import { mentionedIds, withMentionedNames } from './mentions';

const ID = '0f2c8a6e-4d21-4c1b-9f0e-3a5b7c9d1e2f';

test('a text without its ids reads as it was meant, whatever stands in a name', () => {
  const text = `See @[Ana Test](user:${ID}) and @[A\\]b\\\\c](user:${ID.toUpperCase()}), but not @[x](user:1) or a@[b].`;
  expect(withMentionedNames(text)).toBe('See @Ana Test and @A]b\\c, but not @[x](user:1) or a@[b].');
  expect(mentionedIds(text)).toEqual([ID]);
});

test('every name can be mentioned once its brackets are escaped, between any other texts', () => {
  const words = fc.string({ unit: fc.constantFrom('@', '[', ']', '(', '\\', 'a', ' ') });
  fc.assert(
    fc.property(words, words, words, (before, name, after) => {
      const escaped = name.replace(/[\\[\]]/g, '\\$&');
      expect(withMentionedNames(`${before} @[${escaped}](user:${ID})${after}`)).toBe(
        `${before} @${name}${after}`,
      );
    }),
  );
});

test('a mention begins at the last bracket before its name: reading never goes over a text twice', () => {
  const open = '@['.repeat(50_000);
  expect(withMentionedNames(`${open}Ana](user:${ID})`)).toBe(`${open.slice(0, -2)}@Ana`);
  expect(mentionedIds(open)).toEqual([]);
});

test('the mentions of a text that is too long are not counted', () => {
  const ids = Array.from({ length: MENTIONS_MAX + 1 }, (_, at) => ID.slice(0, -2) + String(at + 10));
  const text = ids.map((id) => `@[a](user:${id})`).join('');
  const messages = (typed: string) =>
    addCommentSchema.safeParse({ text: typed }).error?.issues.map(({ message }) => message);
  expect(messages(text)).toEqual(['input_max_mentions']);
  expect(messages(text.padEnd(COMMENT_TEXT_MAX + 1))).toEqual(['input_max_comment']);
});
