import { isUuid } from './is-uuid';
import { optionalText, requiredText } from './text';
import { textLength } from './text-length';
import { uuid } from './uuid.fixture';

describe('ids', () => {
  it('are UUIDs of version 4 only', () => {
    expect(isUuid(uuid(1))).toBe(true);
    const bad = [
      '',
      'x',
      '../',
      '%00',
      '00000000-0000-0000-0000-000000000000',
      '6ba7b810-9dad-11d1-80b4-00c04fd430c8', // version 1
      `${uuid(1)} `,
      `${uuid(1)}\n`,
      uuid(1).replaceAll('-', ''),
      null,
      7,
      { $gt: '' },
    ];
    for (const value of bad) expect([value, isUuid(value)]).toEqual([value, false]);
  });
});

describe('required text', () => {
  const schema = requiredText({ max: 5, required: 'input_required_name', tooLong: 'input_max_name' });
  const problem = (value: unknown): string | undefined => schema.safeParse(value).error?.issues[0]?.message;

  it('is trimmed before it is measured', () => {
    expect(schema.parse('  ab c  ')).toBe('ab c');
    expect(schema.parse(' 12345 ')).toBe('12345');
  });

  it('is measured in code points of its composed form, by schema and client alike', () => {
    const decomposed = 'e\u0301';
    for (const five of ['👍'.repeat(5), decomposed.repeat(5), '\u00e9'.repeat(5)]) {
      expect(textLength(five)).toBe(5);
      expect(schema.parse(five)).toBe(five.normalize('NFC'));
      expect(problem(`${five}x`)).toBe('input_max_name');
      expect(optionalText(5, 'input_max_name').parse(five)).toBe(five.normalize('NFC'));
    }
  });

  it.each([[undefined], [null], [7], [''], ['   '], [{ $gt: '' }], [['a']]])(
    'refuses %j as missing',
    (value) => {
      expect(problem(value)).toBe('input_required_name');
    },
  );

  it('is missing where all of it is invisible', () => {
    for (const text of ['\u200b', '\u00ad', ' \u2060 ', '\u3164', '\u200d\ufe0f', '\u{e0041}'])
      expect([text, problem(text)]).toEqual([text, 'input_required_name']);
    for (const text of ['❤\ufe0f', '👨\u200d👩', 'a\u200bb']) expect(schema.parse(text)).toBe(text);
  });

  it.each(['a\0b', 'a\ud800', '\udc00b', '\udc00\ud800'])(
    'refuses NUL and halves of characters: %j',
    (text) => {
      expect(problem(text)).toBe('invalid_characters');
    },
  );

  it('refuses too long texts', () => {
    expect(problem('123456')).toBe('input_max_name');
  });

  it('keeps HTML as text', () => {
    expect(schema.parse('<b>')).toBe('<b>');
  });
});

describe('optional text', () => {
  const schema = optionalText(5, 'input_max_description');

  it('is kept as typed and may be empty', () => {
    expect(schema.parse('')).toBe('');
    expect(schema.parse(' a ')).toBe(' a ');
  });

  it('has its limits too', () => {
    expect(schema.safeParse('123456').error?.issues[0]?.message).toBe('input_max_description');
    for (const text of ['\0', '\ud800'])
      expect(schema.safeParse(text).error?.issues[0]?.message).toBe('invalid_characters');
    expect(schema.safeParse(null).success).toBe(false);
  });
});
