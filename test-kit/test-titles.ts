/** A call with a text as its first argument and something after it; `)` or `>` where the callee is itself a call. */
const CALL = /([\w.]+|[>)])?\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2,/g;
const COMMENT_LINE = /^\s*(?:\/\/|\/?\*).*$/gm;
const IS_NO_TEST = /^describe|\.(?:skip|todo)$/;

/**
 * The titles of the tests in a source, as it has them: `%s` and `${name}` are filled in when a test runs. Titles of
 * `describe` and of tests that are skipped or commented out are not among them; first arguments of other calls are.
 */
export function testTitles(source: string): string[] {
  const calls = source.replace(COMMENT_LINE, '').matchAll(CALL);
  return [...calls].flatMap(([, callee = '', , title = '']) => (IS_NO_TEST.test(callee) ? [] : [title]));
}
