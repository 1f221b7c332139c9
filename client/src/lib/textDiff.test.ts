import * as fc from 'fast-check';
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

it.each([
  ['Agenda for Monday', '\nBob: holidays', '\nAna: budget', 'Agenda for Monday\nBob: holidays\nAna: budget'],
  ['one', ' two', ' three', 'one two three'],
  ['- item 1\n- item 2\n', '- item 3\n', '- item 4', '- item 1\n- item 2\n- item 3\n- item 4'],
  ['一つ目', '二つ目', '', '一つ目二つ目'],
])('SPEC.md#conflicts: what both append to %j is there once each', (base, theirs, mine, combined) => {
  expect(combinedText(base, base + theirs, base + mine)).toBe(combined);
});

it.each([
  ['what both did alike is there once', 'a b', 'a b c', 'a b c', 'a b c'],
  ['what both put in front is there once each', 'end', 'one\nend', 'two\nend', 'one\ntwo\nend'],
  ['one side appends a line, the other changes words', 'a b', 'a b\nc', 'x b', 'x b\nc'],
  ['one side cuts the end, the other a word', 'a b c d', 'a b', 'x b c d', 'x b'],
  ['one side changes spaces, the other words', 'a b c', 'a\nb c', 'a b d', 'a\nb d'],
  [
    'names of properties are words',
    'the constructor',
    'a constructor',
    'the constructor\n__proto__',
    'a constructor\n__proto__',
  ],
])('SPEC.md#conflicts: %s', (_, base, theirs, mine, combined) => {
  expect(combinedText(base, theirs, mine)).toBe(combined);
});

it('nothing is lost or repeated where only one side has changed something', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'cd', ' ', '\n', '.', '一'), { maxLength: 12 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (base, changed) => {
      expect(combinedText(base, changed, base)).toBe(changed);
      expect(combinedText(base, base, changed)).toBe(changed);
      expect(combinedText(base, changed, changed)).toBe(changed);
    }),
  );
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
