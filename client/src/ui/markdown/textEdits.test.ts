import { isAddress, linked, mentionOf, prefixed, type TextEdit, typedMention, wrapped } from './textEdits';

const done = (text: string, { from, to, insert, select }: TextEdit): [string, string] => {
  const after = text.slice(0, from) + insert + text.slice(to);
  return [after, after.slice(...select)];
};

describe('edits of a text in Markdown', () => {
  it('mark a selection, and unmark it', () => {
    expect(done('a b c', wrapped({ text: 'a b c', from: 2, to: 3 }, '**'))).toEqual(['a **b** c', 'b']);
    expect(done('a **b** c', wrapped({ text: 'a **b** c', from: 4, to: 5 }, '**'))).toEqual(['a b c', 'b']);
    expect(done('', wrapped({ text: '', from: 0, to: 0 }, '_'))).toEqual(['__', '']);
  });

  it('mark lines, and unmark them', () => {
    const text = 'a\nb\nc';
    expect(done(text, prefixed({ text, from: 2, to: 5 }, '- '))).toEqual(['a\n- b\n- c', '- b\n- c']);
    const listed = '- a\n- b';
    expect(done(listed, prefixed({ text: listed, from: 0, to: 7 }, '- '))).toEqual(['a\nb', 'a\nb']);
  });

  it('make links', () => {
    expect(done('see this', linked({ text: 'see this', from: 4, to: 8 }, 'https://a.b'))).toEqual([
      'see [this](https://a.b)',
      '',
    ]);
    expect(done('x', linked({ text: 'x', from: 0, to: 1 }))).toEqual(['[x](https://)', 'https://']);
    expect([isAddress('https://a.b/c'), isAddress('a.b'), isAddress('https://a b')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('mentions', () => {
  const typed = (text: string) => typedMention({ text, from: text.length, to: text.length });
  it('are looked for after an @ that is no part of an address', () => {
    expect(typed('Hi @ma')).toEqual({ query: 'ma', at: 3 });
    expect(typed('@Maya Sc')).toEqual({ query: 'Maya Sc', at: 0 });
    expect(typed('こんにちは@ma')).toEqual({ query: 'ma', at: 5 });
    expect(typed('me@example')).toBeNull();
    expect(typed('no name')).toBeNull();
  });

  it('keep brackets of names', () => {
    expect(mentionOf({ id: 'x', name: 'A [b]' })).toBe('@[A \\[b\\]](user:x) ');
  });
});
