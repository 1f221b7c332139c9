const SYLLABLES = [
  ...['ba', 'cor', 'den', 'fi', 'gra', 'hol', 'ki', 'lum'],
  ...['mar', 'nos', 'pe', 'qua', 'ri', 'sto', 'tre', 'vi'],
];
/** As many different words as people use in such texts. */
const WORDS = 20_000;

/** The word of this rank: frequent ones are short, as in every language. */
export function madeUpWord(rank: number): string {
  const digits = rank.toString(SYLLABLES.length).padStart(2, '0');
  return Array.from(digits, (digit) => SYLLABLES[Number.parseInt(digit, SYLLABLES.length)]).join('');
}

/** This many words, the same for the same number: each comes about half as often as the one of half its rank. */
export function madeUpText(seed: number, words: number): string {
  return Array.from({ length: words }, (_, nth) => {
    const part = fraction(Math.imul(seed, 0x9e3779b1) ^ Math.imul(nth + 1, 0x85ebca6b));
    return madeUpWord(Math.floor(WORDS ** part) - 1);
  }).join(' ');
}

/** Any number, turned into one from 0 up to 1 that looks like chance. */
function fraction(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}
