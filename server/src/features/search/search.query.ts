import { fold, isEdge, kindAt, type Piece, piecesOf, wordsOf } from './search.words';

/** Words with at least so many letters are also found inside others. */
const INSIDE_LETTERS = 4;
/** Fewest characters of an id that are searched as one. */
const ID_LETTERS = 8;
const ID_LENGTH = 36;
const DASHES = [8, 13, 18, 23];

/** How well a word matches a text; 0: not at all. */
export type Fit = 0 | 1 | 2 | 3;
export const INSIDE: Fit = 1;
export const BEGINNING: Fit = 2;
export const WHOLE: Fit = 3;

/** One searched word, folded. */
export interface QueryWord {
  text: string;
  pieces: Piece[];
  /** It is found inside others, too. */
  isAnywhere: boolean;
}

/** A condition on tasks: all of these words, or an id with this beginning. */
export interface Wanted {
  id: string | null;
  words: QueryWord[];
}

/** Parses a typed query; punctuation has no meaning. */
export function parseQuery(q: string): Wanted[] {
  const known = new Map<string, Wanted>();
  for (const chunk of q.split(/\s+/u)) {
    const folded = fold(chunk);
    const words = wordsOf(folded).map(queryWord);
    if (words.length > 0) known.set(folded, { id: isIdStart(folded) ? folded : null, words });
  }
  return [...known.values()];
}

function queryWord(text: string): QueryWord {
  const isUnspaced = kindAt(text, 0) === 2;
  return { text, pieces: piecesOf(text), isAnywhere: isUnspaced || [...text].length >= INSIDE_LETTERS };
}

function isIdStart(text: string): boolean {
  if (text.length < ID_LETTERS || text.length > ID_LENGTH) return false;
  return [...text].every((letter, at) => (DASHES.includes(at) ? letter === '-' : /[0-9a-f]/.test(letter)));
}

/** Where a word is in a folded text, and how well it matches. */
export function* placesOf(
  folded: string,
  word: QueryWord,
): Generator<{ from: number; to: number; fit: Fit }> {
  const { text, isAnywhere } = word;
  for (let from = folded.indexOf(text); from >= 0; ) {
    const to = from + text.length;
    const begins = isEdge(folded, from);
    if (begins || isAnywhere) {
      yield { from, to, fit: begins ? (isEdge(folded, to) ? WHOLE : BEGINNING) : INSIDE };
      from = folded.indexOf(text, to);
    } else from = folded.indexOf(text, from + 1);
  }
}

/** The best of these places. */
export function fitIn(folded: string, word: QueryWord): Fit {
  let best: Fit = 0;
  for (const { fit } of placesOf(folded, word)) {
    if (fit > best) best = fit;
    if (best === WHOLE) break;
  }
  return best;
}
