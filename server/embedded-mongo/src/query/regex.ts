import { BSONRegExp } from 'bson';
import { badValue, MongoServerFault } from '../errors';
import type { Value } from '../values/value';
import { translatePattern } from './pcre';

const KNOWN_OPTIONS = new Set(['i', 'm', 's', 'x', 'u']);

/** The pattern of `{$regex: value, $options: options}`. */
export function regexOf(value: Value, options: Value | undefined): BSONRegExp {
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  if (value instanceof BSONRegExp) {
    if (options === undefined) return value;
    if (value.options !== '') throw new MongoServerFault(51075, 'options set in both $regex and $options');
    return new BSONRegExp(value.pattern, checkedOptions(options));
  }
  if (typeof value !== 'string') throw badValue('$regex has to be a string');
  if (value.includes('\0')) {
    throw badValue('Regular expression cannot contain an embedded null byte');
  }
  return new BSONRegExp(value, checkedOptions(options ?? ''));
}

function checkedOptions(options: string): string {
  for (const option of options) {
    if (!KNOWN_OPTIONS.has(option)) {
      throw new MongoServerFault(51108, `invalid flag in regex options: ${option}`);
    }
  }
  return options;
}

/**
 * Returns a function that tests whether a text contains a match.
 * @throws MongoServerFault 51091 if the pattern is invalid or uses what JavaScript cannot do.
 */
export function compilePattern(pattern: BSONRegExp): (text: string) => boolean {
  const options = checkedOptions(pattern.options);
  const { source, ignoreCase } = translatePattern(pattern.pattern, {
    ignoreCase: options.includes('i'),
    multiline: options.includes('m'),
    dotAll: options.includes('s'),
    extended: options.includes('x'),
  });
  try {
    const compiled = new RegExp(source, ignoreCase ? 'iu' : 'u');
    return (text) => compiled.test(text);
  } catch (error) {
    throw new MongoServerFault(51091, `Regular expression is invalid: ${(error as Error).message}`);
  }
}
