import { CLASS_ESCAPES, readCharacterEscape, readProperty } from './pcre-escape';
import { codePoint, invalidPattern, type PatternReader } from './pcre-reader';

const POSIX = new Map<string, string>([
  ['alnum', '0-9A-Za-z'],
  ['alpha', 'A-Za-z'],
  ['ascii', '\\u{0}-\\u{7f}'],
  ['blank', '\\u{9}\\u{20}'],
  ['cntrl', '\\u{0}-\\u{1f}\\u{7f}'],
  ['digit', '0-9'],
  ['graph', '\\u{21}-\\u{7e}'],
  ['lower', 'a-z'],
  ['print', '\\u{20}-\\u{7e}'],
  ['punct', '\\u{21}-\\u{2f}\\u{3a}-\\u{40}\\u{5b}-\\u{60}\\u{7b}-\\u{7e}'],
  ['space', '\\u{9}-\\u{d}\\u{20}'],
  ['upper', 'A-Z'],
  ['word', '0-9A-Za-z_'],
  ['xdigit', '0-9A-Fa-f'],
]);

const POSIX_CLASS = /^\[:(\^?)([a-z]+):\]/;
const BACKSPACE = 0x08;

/** A member of a class: one code point, or a set that is already written out. */
type Member = number | string;

/** Translates the class whose opening bracket was just read. */
export function readClass(reader: PatternReader): string {
  let result = '[';
  if (reader.peek() === '^') {
    reader.next();
    result += '^';
  }
  // A bracket in the first place stands for itself.
  let first = true;
  while (first || reader.peek() !== ']') {
    result += range(reader, first);
    first = false;
  }
  reader.next();
  return `${result}]`;
}

/** A member, or a range of two code points. */
function range(reader: PatternReader, first: boolean): string {
  const from = member(reader, first);
  if (typeof from === 'string' || reader.peek() !== '-') return written(from);
  const beforeHyphen = reader.position;
  reader.next();
  if (reader.peek() === ']') {
    reader.position = beforeHyphen;
    return written(from);
  }
  const to = member(reader, false);
  if (typeof to === 'string') return `${written(from)}${codePoint(0x2d)}${to}`;
  if (to < from) throw invalidPattern('range out of order in a class');
  return `${written(from)}-${written(to)}`;
}

function written(member: Member): string {
  return typeof member === 'string' ? member : codePoint(member);
}

function member(reader: PatternReader, first: boolean): Member {
  if (reader.peek() === '[') {
    const posix = reader.match(POSIX_CLASS);
    if (posix) return posixSet(posix[1] === '^', posix[2] ?? '');
  }
  const char = reader.next();
  if (char === ']' && !first) throw invalidPattern('class');
  return char === '\\' ? escaped(reader) : (char.codePointAt(0) as number);
}

function posixSet(negated: boolean, name: string): string {
  const set = POSIX.get(name);
  if (set === undefined) throw invalidPattern(`unknown class [:${name}:]`);
  if (negated) throw invalidPattern(`the negated class [:^${name}:] is not supported`);
  return set;
}

function escaped(reader: PatternReader): Member {
  const letter = reader.next();
  const set = CLASS_ESCAPES.get(letter);
  if (set !== undefined) return set;
  if (letter === 'b') return BACKSPACE;
  if (letter === 'p' || letter === 'P') return readProperty(reader, letter);
  const code = readCharacterEscape(reader, letter);
  if (code === null) throw invalidPattern(`the escape \\${letter} in a class is not supported`);
  return code;
}
