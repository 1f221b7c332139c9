import { readClass } from './pcre-class';
import { readEscape } from './pcre-escape';
import { invalidPattern, PatternReader } from './pcre-reader';

/** The options that change the meaning of parts of a pattern. */
export interface PatternOptions {
  ignoreCase: boolean;
  multiline: boolean;
  dotAll: boolean;
  extended: boolean;
}

/** A pattern for `new RegExp(source, ignoreCase ? 'iu' : 'u')`. */
export interface TranslatedPattern {
  readonly source: string;
  readonly ignoreCase: boolean;
}

const GROUP_NAME = /^[A-Za-z_][A-Za-z0-9_]*/;
const COUNT = /^\{\d+(?:,\d*)?\}/;
const INLINE_OPTIONS = /^\(\?([imsx]*)(?:-([imsx]*))?([):])/;
const START_VERB = /^\(\*UTF8?\)/;

const REFERENCE = /\(\?:\\\d+\)|\\k</;
/** In JavaScript a reference to a group that took no part matches the empty text, in Perl it never matches. */
const OPTIONAL_GROUP = /\||\)(?:[?*]|\{0)/;

/**
 * Rewrites a Perl-compatible pattern for JavaScript's Unicode mode, so that `$`, `.`, `\s`, `\A`, `[[:alpha:]]`,
 * `(?s)` and the like mean what MongoDB makes of them.
 * @throws MongoServerFault 51091 naming the construct that cannot be rewritten: atomic groups, recursion, possessive
 * quantifiers, conditions, case-insensitivity for a part of the pattern, references to optional groups.
 */
export function translatePattern(pattern: string, options: PatternOptions): TranslatedPattern {
  return new Translator(pattern, options).translate();
}

class Translator {
  private readonly reader: PatternReader;
  private options: PatternOptions;
  /** The options to go back to at the end of each open group. */
  private readonly outer: PatternOptions[] = [];

  constructor(pattern: string, options: PatternOptions) {
    this.reader = new PatternReader(pattern.replace(START_VERB, ''));
    this.options = { ...options };
  }

  translate(): TranslatedPattern {
    let source = '';
    while (!this.reader.atEnd()) source += this.piece();
    if (this.outer.length > 0) throw invalidPattern('missing closing parenthesis');
    if (REFERENCE.test(source) && OPTIONAL_GROUP.test(source)) {
      throw invalidPattern('references to groups that may be left out are not supported');
    }
    return { source, ignoreCase: this.options.ignoreCase };
  }

  private piece(): string {
    const { reader } = this;
    const char = reader.next();
    switch (char) {
      case '\\':
        return readEscape(reader);
      case '[':
        return readClass(reader);
      case '(':
        return this.open();
      case ')':
        return this.close();
      case '^':
        return this.options.multiline ? '(?:^|(?<=\\n)(?=[^]))' : '^';
      case '$':
        return this.options.multiline ? '(?=\\n|$)' : '(?=\\n?$)';
      case '.':
        return this.options.dotAll ? '[^]' : '[^\\n]';
      case '*':
      case '+':
      case '?':
        return char + this.afterQuantifier();
      case '{':
        return this.count();
      case '}':
      case ']':
        return `\\${char}`;
      case '|':
        return '|';
      default:
        return this.options.extended ? this.extendedLiteral(char) : reader.literal(char);
    }
  }

  /** In extended mode white space and comments do not count. */
  private extendedLiteral(char: string): string {
    if (/[\t-\r ]/.test(char)) return '';
    if (char !== '#') return this.reader.literal(char);
    // MongoDB puts its own parenthesis behind the pattern: the comment would include it.
    if (!this.reader.skipTo('\n')) throw invalidPattern('missing )');
    return '';
  }

  private afterQuantifier(): string {
    if (this.reader.peek() === '+') throw invalidPattern('possessive quantifiers are not supported');
    if (this.reader.peek() !== '?') return '';
    this.reader.next();
    return '?';
  }

  private count(): string {
    const count = this.reader.match(COUNT, -1);
    if (!count) return '\\{';
    return count[0] + this.afterQuantifier();
  }

  private close(): string {
    const options = this.outer.pop();
    if (!options) throw invalidPattern('unmatched closing parenthesis');
    this.options = options;
    return ')';
  }

  private open(): string {
    const { reader } = this;
    if (reader.peek() === '*') throw invalidPattern('verbs such as (*UCP) are not supported');
    if (reader.peek() !== '?') return this.enter('(');
    reader.next();
    const next = reader.next();
    switch (next) {
      case '=':
      case '!':
        return this.enter(`(?${next}`);
      case ':':
        return this.enter('(?:');
      case '<':
        return this.behindOrNamed();
      case 'P':
        return this.pythonGroup();
      case "'":
        return this.named("'");
      case '#':
        reader.skipTo(')');
        return '';
      case '>':
        throw invalidPattern('atomic groups are not supported');
      case '|':
        throw invalidPattern('branch reset groups are not supported');
      case '(':
        throw invalidPattern('conditional groups are not supported');
      default:
        return this.inlineOptions();
    }
  }

  private enter(opening: string): string {
    this.outer.push({ ...this.options });
    return opening;
  }

  private behindOrNamed(): string {
    const next = this.reader.peek();
    if (next === '=' || next === '!') {
      this.reader.next();
      return this.enter(`(?<${next}`);
    }
    return this.named('>');
  }

  private named(end: string): string {
    const name = this.reader.match(GROUP_NAME);
    if (!name || this.reader.next() !== end) throw invalidPattern('group name');
    return this.enter(`(?<${name[0]}>`);
  }

  private pythonGroup(): string {
    const next = this.reader.next();
    if (next === '<') return this.named('>');
    if (next !== '=') throw invalidPattern('recursion is not supported');
    const name = this.reader.match(GROUP_NAME);
    if (!name || this.reader.next() !== ')') throw invalidPattern('group name');
    return `\\k<${name[0]}>`;
  }

  /** `(?s)` for the rest of the group, `(?s:…)` for a group; `i` only for the whole pattern. */
  private inlineOptions(): string {
    const atStart = this.reader.position === 3 && this.outer.length === 0;
    const found = this.reader.match(INLINE_OPTIONS, -3);
    if (!found) throw invalidPattern('this kind of group is not supported');
    const [, on = '', off = '', end] = found;
    const changed = { ...this.options };
    for (const [letters, value] of [
      [on, true],
      [off, false],
    ] as const) {
      if (letters.includes('i') && this.options.ignoreCase !== value) {
        if (!atStart || end === ':') {
          throw invalidPattern('case-insensitivity for a part of a pattern is not supported');
        }
        changed.ignoreCase = value;
      }
      if (letters.includes('m')) changed.multiline = value;
      if (letters.includes('s')) changed.dotAll = value;
      if (letters.includes('x')) changed.extended = value;
    }
    if (end === ')') {
      this.options = changed;
      return '';
    }
    const opening = this.enter('(?:');
    this.options = changed;
    return opening;
  }
}
