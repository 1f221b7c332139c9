/** Scripts that are written without spaces between words: in them any run of characters is found. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]/u;
const WORD = /[\p{L}\p{N}\p{M}]/u;
const ASCII = /^\p{ASCII}*$/u;
/** A mark, except the two that letters of Thai and Lao (ำ, ຳ) begin with when they are decomposed. */
const MARK = '(?:(?![\u0e4d\u0ecd])\\p{M})';
/** Marks of scripts in which they count for nothing. */
const MARKS = new RegExp(
  `([\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Arabic}])${MARK}+`,
  'gu',
);
/** Marks on signs, such as the one that makes an emoji of a sign: parts of no word. */
const LOOSE_MARKS = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${MARK}+`, 'gu');
/** Latin letters whose stroke is a mark to whoever types without it, though Unicode has them as letters of their own. */
const STROKES: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ø: 'o', ħ: 'h', ŧ: 't' };
const STROKED = new RegExp(`[${Object.keys(STROKES).join('')}]`, 'g');
/** Only stretches a word. */
const TATWEEL = 'ـ';

/**
 * Folds a text for comparing: ignores widths (NFKC), letter case (ß = ss), marks on Latin, Greek, Cyrillic and
 * Arabic letters, strokes among them, and marks on signs, and nothing else.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return (
    text
      .normalize('NFKD')
      .replaceAll(TATWEEL, '')
      .replace(MARKS, '$1')
      .replace(LOOSE_MARKS, '')
      .toLowerCase()
      // By upper case first, to unify letters with several lower or upper case forms: ß and ss, ς and σ.
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .replace(STROKED, (letter) => STROKES[letter] as string)
      .normalize('NFKC')
  );
}

/** A character with its parts: marks, the voiced sound marks of half-width kana, vowels and finals of hangul. */
const UNIT = /[\s\S][\p{M}\u0640\uff9e\uff9f\u1160-\u11ff\ud7b0-\ud7fb]*/gu;

/** Parts characters that are folded at once: no text has it (`NOT_ALLOWED`), and it folds to itself. */
const PARTING = '\0';

export interface FoldedText {
  folded: string;
  /** The place in the text of a place in the folded one; undefined inside one of the text's characters. */
  placeOf(at: number): number | undefined;
}

/** The same with a map back to the text. */
export function foldWithPlaces(text: string): FoldedText {
  if (ASCII.test(text)) return { folded: text.toLowerCase(), placeOf: (at) => at };
  const units = text.match(UNIT) ?? [];
  // Many times as fast as each unit by itself.
  const foldedUnits = fold(units.join(PARTING)).split(PARTING);
  const places = new Map<number, number>();
  let at = 0;
  let place = 0;
  for (const [nth, unit] of units.entries()) {
    if (!places.has(at)) places.set(at, place);
    const foldedUnit = foldedUnits[nth] ?? '';
    // A word may end before marks that count, such as a vowel in Thai.
    if (unit.length > 1 && foldedUnit === unit.toLowerCase())
      for (let inside = 1; inside < unit.length; inside += 1) places.set(at + inside, place + inside);
    at += foldedUnit.length;
    place += unit.length;
  }
  // A unit that folds to nothing belongs to the one before it.
  places.set(at, text.length);
  return { folded: foldedUnits.join(''), placeOf: (folded) => places.get(folded) };
}

/** The kind of a character: not part of a word, part of one, or part of a text without spaces. */
export type Kind = 0 | 1 | 2;
const NONE: Kind = 0;
const SPACED: Kind = 1;
const UNSPACED_WORD: Kind = 2;

const kinds = new Int8Array(0x10000).fill(-1);
const farKinds = new Map<number, Kind>();

function judge(codePoint: number): Kind {
  const character = String.fromCodePoint(codePoint);
  if (!WORD.test(character)) return NONE;
  return UNSPACED.test(character) ? UNSPACED_WORD : SPACED;
}

function kindOf(codePoint: number): Kind {
  if (codePoint <= 0xffff) {
    const known = kinds[codePoint] as Kind | -1;
    if (known !== -1) return known;
    const kind = judge(codePoint);
    kinds[codePoint] = kind;
    return kind;
  }
  let kind = farKinds.get(codePoint);
  if (kind === undefined) {
    kind = judge(codePoint);
    farKinds.set(codePoint, kind);
  }
  return kind;
}

export const kindAt = (text: string, at: number): Kind =>
  at < text.length ? kindOf(text.codePointAt(at) as number) : NONE;

function kindBefore(text: string, at: number): Kind {
  if (at === 0) return NONE;
  const far = at >= 2 ? (text.codePointAt(at - 2) as number) : 0;
  return kindOf(far > 0xffff ? far : text.charCodeAt(at - 1));
}

/** Between words, or where the script changes between one with spaces and one without. */
export const isEdge = (text: string, at: number): boolean =>
  kindBefore(text, at) === NONE || kindBefore(text, at) !== kindAt(text, at);

export interface Piece {
  text: string;
  isSpaced: boolean;
}

/** The words of a folded text, and its runs of scripts without spaces, in order. */
export function piecesOf(folded: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let kind: Kind = NONE;
  const end = (at: number): void => {
    if (kind !== NONE) pieces.push({ text: folded.slice(start, at), isSpaced: kind === SPACED });
  };
  for (let at = 0; at < folded.length; ) {
    const codePoint = folded.codePointAt(at) as number;
    const next = kindOf(codePoint);
    if (next !== kind) {
      end(at);
      start = at;
      kind = next;
    }
    at += codePoint > 0xffff ? 2 : 1;
  }
  end(folded.length);
  return pieces;
}

/** The words of a folded text as they were typed: a change of script ends none. */
export const wordsOf = (folded: string): string[] => folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
