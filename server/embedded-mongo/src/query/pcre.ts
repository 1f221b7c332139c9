/** The options of a pattern that change its text rather than a flag of JavaScript's. */
export interface PatternOptions {
  multiline: boolean;
  dotAll: boolean;
  extended: boolean;
}

/** Rewrites a PCRE pattern for JavaScript's `u` mode. */
export function translatePattern(pattern: string, options: PatternOptions): string {
  return options.dotAll ? pattern.replaceAll('.', '[^]') : pattern;
}
