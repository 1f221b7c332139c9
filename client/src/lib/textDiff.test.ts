import { combinedText, textChanges } from './textDiff';

it('tells word by word what was taken out and put in', () => {
  expect(textChanges('Paint the fence white.', 'Paint the old fence green.')).toEqual([
    { kind: 'same', text: 'Paint the ' },
    { kind: 'added', text: 'old ' },
    { kind: 'same', text: 'fence ' },
    { kind: 'removed', text: 'white' },
    { kind: 'added', text: 'green' },
    { kind: 'same', text: '.' },
  ]);
});

it.each([
  ['', 'new text'],
  ['old text', ''],
  ['一つ目の文', '二つ目の文'],
  ['a\n\nb  c', 'a\nb c d'],
])('gives both texts back: %j and %j', (before, after) => {
  const parts = textChanges(before, after);
  const without = (kind: string) =>
    parts
      .filter((part) => part.kind !== kind)
      .map(({ text }) => text)
      .join('');
  expect(without('added')).toBe(before);
  expect(without('removed')).toBe(after);
});

it('SPEC.md#conflicts: combines changes of different words, and keeps both where the same were changed', () => {
  const base = 'Paint the fence white on Monday.';
  expect(combinedText(base, 'Paint the old fence white on Monday.', 'Paint the fence white on Friday.')).toBe(
    'Paint the old fence white on Friday.',
  );
  const both = combinedText(base, 'Paint the fence green on Monday.', 'Paint the fence blue on Monday.');
  expect(both).toBe('Paint the fence green blue on Monday.');
});

it('SPEC.md#conflicts: a text that one side has emptied and the other changed is not lost', () => {
  expect(combinedText('White', '', 'Blue')).toBe('Blue');
});

it('is quick with the longest description', () => {
  const words = Array.from({ length: 4_000 }, (_, index) => `w${index % 700}`);
  const before = words.join(' ').slice(0, 20_000);
  const after = [...words].reverse().join(' ').slice(0, 20_000);
  expect(textChanges(before, after).length).toBeGreaterThan(1);
});
