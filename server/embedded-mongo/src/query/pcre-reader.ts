import { MongoServerFault } from '../errors';

/** The fault for a pattern that is invalid or cannot be rewritten. */
export function invalidPattern(why: string): MongoServerFault {
  return new MongoServerFault(51091, `Regular expression is invalid: ${why}`);
}

const SYNTAX = new Set('^$\\.*+?()[]{}|/');

/** Reads a pattern code point by code point. */
export class PatternReader {
  position = 0;

  constructor(private readonly text: string) {}

  atEnd(): boolean {
    return this.position >= this.text.length;
  }

  peek(): string | undefined {
    const code = this.text.codePointAt(this.position);
    return code === undefined ? undefined : String.fromCodePoint(code);
  }

  /** The next code point; the end of the pattern is a fault. */
  next(): string {
    const char = this.peek();
    if (char === undefined) throw invalidPattern('it ends too early');
    this.position += char.length;
    return char;
  }

  /** Matches an anchored expression from here (or `offset` units away) and goes behind it; null if it does not match. */
  match(expression: RegExp, offset = 0): RegExpExecArray | null {
    const start = this.position + offset;
    const found = expression.exec(this.text.slice(start));
    if (found) this.position = start + found[0].length;
    return found;
  }

  /** Goes behind the next `char`, or to the end. */
  skipTo(char: string): boolean {
    const at = this.text.indexOf(char, this.position);
    this.position = at < 0 ? this.text.length : at + char.length;
    return at >= 0;
  }

  /** The text up to `end`, which is passed as well; up to the end of the pattern if there is none. */
  until(end: string): string {
    const at = this.text.indexOf(end, this.position);
    const text = this.text.slice(this.position, at < 0 ? undefined : at);
    this.position = at < 0 ? this.text.length : at + end.length;
    return text;
  }

  /** A character that stands for itself, outside a class. */
  literal(char: string): string {
    return SYNTAX.has(char) ? `\\${char}` : char;
  }
}

/** A code point in a notation that is safe everywhere, also in a class. */
export function codePoint(code: number): string {
  if (code > 0x10ffff) throw invalidPattern('code point out of range');
  const char = String.fromCodePoint(code);
  return /[0-9A-Za-z_]/.test(char) ? char : `\\u{${code.toString(16)}}`;
}
