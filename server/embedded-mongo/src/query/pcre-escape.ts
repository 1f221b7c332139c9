import { codePoint, invalidPattern, type PatternReader } from './pcre-reader';

/** Contents of the class escapes, to be put between brackets. Perl's classes are ASCII here, JavaScript's are not. */
export const CLASS_ESCAPES = new Map<string, string>([
  ['d', '0-9'],
  ['D', '\\u{0}-\\u{2f}\\u{3a}-\\u{10ffff}'],
  ['w', '0-9A-Za-z_'],
  ['s', '\\u{9}-\\u{d}\\u{20}'],
  ['S', '\\u{0}-\\u{8}\\u{e}-\\u{1f}\\u{21}-\\u{10ffff}'],
  ['h', '\\u{9}\\u{20}\\u{a0}\\u{1680}\\u{180e}\\u{2000}-\\u{200a}\\u{202f}\\u{205f}\\u{3000}'],
  ['v', '\\u{a}-\\u{d}\\u{85}\\u{2028}\\u{2029}'],
  // JavaScript's own \W knows about the two letters that fold to ASCII ones.
  ['W', '\\W'],
]);

const CONTROL_ESCAPES = new Map<string, number>([
  ['a', 0x07],
  ['e', 0x1b],
  ['f', 0x0c],
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
]);

const ASSERTIONS = new Map<string, string>([
  ['b', '\\b'],
  ['B', '\\B'],
  ['A', '(?<![^])'],
  ['z', '(?![^])'],
  ['Z', '(?=\\n?(?![^]))'],
  ['N', '[^\\n]'],
  ['R', '(?:\\r\\n|[\\n-\\r\\u{85}\\u{2028}\\u{2029}])'],
]);

const HEX = /^(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{0,2}))/;
const OCTAL = /^[0-7]{0,2}/;
const BACK_REFERENCE = /^[1-9][0-9]*/;
const NAMED_REFERENCE = /^(?:<([A-Za-z_]\w*)>|\{([A-Za-z_]\w*)\}|'([A-Za-z_]\w*)')/;
const NUMBERED_REFERENCE = /^(?:([1-9][0-9]*)|\{([1-9][0-9]*)\})/;
const PROPERTY = /^(?:\{(\^?)([A-Za-z_&]+)\}|([A-Za-z]))/;
const NOT_ALPHANUMERIC = /[^0-9A-Za-z]/;

/** The code point of an escape that stands for one character; null if it is another escape (nothing is read then). */
export function readCharacterEscape(reader: PatternReader, letter: string): number | null {
  const control = CONTROL_ESCAPES.get(letter);
  if (control !== undefined) return control;
  if (letter === 'x') {
    const hex = reader.match(HEX);
    return Number.parseInt(hex?.[1] ?? (hex?.[2] || '0'), 16);
  }
  if (letter === '0') return Number.parseInt(`0${reader.match(OCTAL)?.[0] ?? ''}`, 8);
  if (letter === 'c') return reader.next().toUpperCase().charCodeAt(0) ^ 0x40;
  return NOT_ALPHANUMERIC.test(letter) ? (letter.codePointAt(0) as number) : null;
}

/** `\p{L}`, `\pL`, `\P{Greek}`: names of two letters are categories, longer ones scripts. */
export function readProperty(reader: PatternReader, letter: 'p' | 'P'): string {
  const found = reader.match(PROPERTY);
  const name = found?.[2] ?? found?.[3];
  if (!name) throw invalidPattern('unknown property');
  const negated = (letter === 'P') !== (found?.[1] === '^');
  const inner = name === 'L&' ? 'LC' : name.length > 2 && name !== 'Any' ? `Script=${name}` : name;
  return `\\${negated ? 'P' : 'p'}{${inner}}`;
}

/** Translates the escape whose backslash was just read, outside a class. */
export function readEscape(reader: PatternReader): string {
  const reference = reader.match(BACK_REFERENCE);
  if (reference) return `(?:\\${reference[0]})`;
  const letter = reader.next();
  if (letter === 'Q') return [...reader.until('\\E')].map((char) => reader.literal(char)).join('');
  if (letter === 'E') return '';
  const inClass = CLASS_ESCAPES.get(letter);
  if (inClass !== undefined) return `[${inClass}]`;
  const assertion = ASSERTIONS.get(letter);
  if (assertion !== undefined) return assertion;
  if (letter === 'H' || letter === 'V') return `[^${CLASS_ESCAPES.get(letter.toLowerCase())}]`;
  if (letter === 'p' || letter === 'P') return readProperty(reader, letter);
  if (letter === 'k') {
    const name = reader.match(NAMED_REFERENCE);
    if (!name) throw invalidPattern('named reference');
    return `\\k<${name[1] ?? name[2] ?? name[3]}>`;
  }
  if (letter === 'g') {
    const number = reader.match(NUMBERED_REFERENCE);
    if (!number) throw invalidPattern('relative references and calls of groups are not supported');
    return `(?:\\${number[1] ?? number[2]})`;
  }
  const code = readCharacterEscape(reader, letter);
  if (code === null) throw invalidPattern(`the escape \\${letter} is not supported`);
  return codePoint(code);
}
