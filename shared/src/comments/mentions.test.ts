import { mentionedIds, withMentionedNames } from './mentions';

const ID = '0f2c8a6e-4d21-4c1b-9f0e-3a5b7c9d1e2f';

test('a text without its ids reads as it was meant, whatever stands in a name', () => {
  const text = `See @[Ana Test](user:${ID}) and @[A\\]b\\\\c](user:${ID.toUpperCase()}), but not @[x](user:1) or a@[b].`;
  expect(withMentionedNames(text)).toBe('See @Ana Test and @A]b\\c, but not @[x](user:1) or a@[b].');
  expect(mentionedIds(text)).toEqual([ID]);
});
