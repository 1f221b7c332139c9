import { BSONRegExp } from 'bson';
import { faultOf } from '../../test/support/faults';
import { compilePattern } from './regex';

/** A Perl-compatible pattern with its options, texts that it matches and texts that it does not. */
const cases: [pattern: string, options: string, matches: string[], misses: string[]][] = [
  ['abc', '', ['abc', 'xabcx'], ['ABC', 'ab']],
  ['abc', 'i', ['ABC', 'xaBcx'], ['ab']],
  ['é', 'i', ['É'], ['e']],
  ['^a', '', ['ab'], ['ba', 'b\na']],
  ['^a', 'm', ['b\na'], ['ba', 'b\ra']],
  ['a$', '', ['ba', 'ba\n'], ['ab', 'a\nb', 'a\r']],
  ['a$', 'm', ['a\nb', 'ba'], ['a\rb']],
  ['a.b', '', ['axb', 'a\rb', 'a\u2028b', 'a😀b'], ['a\nb', 'ab']],
  ['a.b', 's', ['a\nb'], ['ab']],
  ['a b # comment\n c', 'x', ['abc'], ['a b c']],
  ['a[ ]b', 'x', ['a b'], ['ab']],
  ['\\d+', '', ['7'], ['٣']],
  ['^\\s$', '', [' ', '\t', '\v'], ['\u00a0', 'x']],
  ['^\\S$', '', ['x', '\u00a0'], [' ']],
  ['^\\w+$', '', ['a_1'], ['é', 'a-b']],
  ['\\bfoo\\b', '', ['a foo b'], ['afoo']],
  ['\\Aa', 'm', ['ab'], ['b\na']],
  ['a\\z', '', ['ba'], ['a\n']],
  ['a\\Z', 'm', ['ba', 'a\n'], ['a\nb']],
  ['\\Qa.b\\E+', '', ['a.b', 'a.bb'], ['axb']],
  ['\\x41\\x{1F600}', '', ['A😀'], ['A']],
  ['a\\.b\\-c\\@\\_', '', ['a.b-c@_'], ['axb-c@_']],
  ['[[:alpha:]]+[[:digit:]]', '', ['ab1'], ['1a']],
  ['[]a]', '', [']', 'a'], ['b']],
  ['[^]a]', '', ['b'], [']', 'a']],
  ['^[\\w.-]+$', '', ['a.b-c'], ['a b']],
  ['^[a-c\\d]+$', '', ['abc1'], ['d']],
  ['[\\]\\\\]', '', [']', '\\'], ['[']],
  ['^[a\\-z]$', '', ['a', '-', 'z'], ['b']],
  ['^a{2}$', '', ['aa'], ['a', 'aaa']],
  ['^a{2,}$', '', ['aaa'], ['a']],
  ['a{', '', ['a{'], ['a']],
  ['a{,2}', '', ['a{,2}'], ['aa']],
  ['a}b]', '', ['a}b]'], ['ab']],
  ['^a+?b*?$', '', ['aab'], ['b']],
  ['^(?:ab|cd)+$', '', ['abcd'], ['abc']],
  ['(?=.*\\d)(?!.*x)', '', ['a1'], ['ax']],
  ['(?<=a)b(?<!ab)c', '', [], ['abc']],
  ['(?<=a)b', '', ['ab'], ['b']],
  ['(?P<x>a)(?P=x)', '', ['aa'], ['ab']],
  ['(?<x>a)\\k<x>', '', ['aa'], ['ab']],
  ['(a)(b)\\2\\g1', '', ['abba'], ['abab']],
  ['(?i)abc', '', ['ABC'], ['ab']],
  ['(?s)a.b', '', ['a\nb'], []],
  ['(?m)^b', '', ['a\nb'], []],
  ['(?s:a.)b.', '', ['a\nbx'], ['a\nb\n']],
  ['a(?#comment)b', '', ['ab'], []],
  ['\\p{Lu}\\pL', '', ['Éa'], ['éa']],
  ['^\\p{Greek}+$', '', ['αβ'], ['ab']],
  ['^\\h\\R$', '', ['\u00a0\r\n'], ['x\n']],
  ['', '', ['', 'anything'], []],
  ['a/b', '', ['a/b'], ['ab']],
  ['(*UTF8)é', '', ['é'], []],
];

test.each(cases)('/%s/%s', (pattern, options, matches, misses) => {
  const test = compilePattern(new BSONRegExp(pattern, options));
  for (const text of matches) expect([text, test(text)]).toEqual([text, true]);
  for (const text of misses) expect([text, test(text)]).toEqual([text, false]);
});

test.each([
  ['(', 'closing'],
  [')', 'closing'],
  ['[a', 'too early'],
  ['a**', ''],
  ['*a', ''],
  ['[z-a]', 'range'],
  ['a++', 'possessive'],
  ['(?>a)', 'atomic'],
  ['(?|a)', 'branch reset'],
  ['(?(1)a)', 'conditional'],
  ['(?R)', 'not supported'],
  ['(?P>x)', 'recursion'],
  ['a(?i)b', 'case-insensitivity for a part'],
  ['(?i:a)b', 'case-insensitivity for a part'],
  ['(*UCP)a', 'verbs'],
  ['\\G', '\\G'],
  ['\\K', '\\K'],
  ['\\y', '\\y'],
  ['[[:foo:]]', '[:foo:]'],
  ['[[:^alpha:]]', 'negated'],
  ['\\g{-1}', 'relative'],
  ['\\p{Nonsense}', ''],
  ['(a)?\\1', 'may be left out'],
  ['(a)|b\\1', 'may be left out'],
  ['\\', 'too early'],
])('/%s/ is refused clearly', (pattern, message) => {
  const fault = faultOf(() => compilePattern(new BSONRegExp(pattern)));
  expect([fault.code, fault.message]).toEqual([51091, expect.stringContaining(message)]);
});
