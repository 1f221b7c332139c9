import { BEGINNING, type Fit, INSIDE, type QueryWord, WHOLE } from './search.query';
import { piecesOf } from './search.words';

/** Characters per term in scripts without spaces: a run has a term from each of its characters on. */
const RUN_LETTERS = 3;
/** Marks the term of a run's beginning, and its end. Neither is part of a word. */
const RUN_START = '\u0001';
const RUN_END = '\u0002';
/** Marks terms for the beginnings of words: the first typed letters would begin thousands of whole terms. */
const START = '\u0003';
/** Words with more letters are found inside others, too. */
const START_LETTERS = 3;
/** Most terms that are searched as one text. */
const BLOCK_TERMS = 4_000;
/** Stands before each term and after the last; part of none. */
const BREAK = '\n';
/** Bytes of a term beside its letters: measured and rounded up. */
const TERM_BYTES = 100;

/** Terms as one text, which is scanned for given letters. */
interface Block {
  terms: string[];
  /** Null after a term was added. */
  joined: { text: string; starts: Uint32Array } | null;
}

/** The terms that contain a word. */
export interface WordTerms {
  /** Numbers of terms, and how well it matches each. */
  fits: Array<[number: number, fit: Fit]>;
  /** For words that terms alone cannot find: texts with one of each of these must be read. */
  parts: number[][] | null;
}

/**
 * The different terms of all indexes that share it, each with a number, from 0. People write the same words in all
 * their projects: the terms of a word are looked up once and not once per project. Terms are never removed.
 */
export class SearchLexicon {
  private readonly numbers = new Map<string, number>();
  private readonly blocks: Block[] = [];
  /** Numbers of terms by the code of their first letter. */
  private readonly beginnings = new Map<number, number[]>();
  private letters = 0;

  get size(): number {
    return this.numbers.size;
  }

  /** In bytes, by estimate: letters are kept twice, and mostly take one byte each. */
  get weight(): number {
    return this.numbers.size * TERM_BYTES + 2 * this.letters;
  }

  /** The term's number; it gets one when it is new. */
  add(term: string): number {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    const number = this.numbers.size;
    this.numbers.set(term, number);
    this.letters += term.length;
    let block = this.blocks.at(-1);
    if (!block || block.terms.length >= BLOCK_TERMS) {
      block = { terms: [], joined: null };
      this.blocks.push(block);
    }
    block.terms.push(term);
    block.joined = null;
    const first = term.charCodeAt(0);
    const beginnings = this.beginnings.get(first);
    if (beginnings) beginnings.push(number);
    else this.beginnings.set(first, [number]);
    return number;
  }

  /**
   * The terms that contain a word: all that are here now, and perhaps some that come meanwhile.
   * @param pause is called after every few thousand terms
   */
  async find(word: QueryWord, pause: () => Promise<void>): Promise<WordTerms> {
    const [piece, ...others] = word.pieces;
    const fits: WordTerms['fits'] = [];
    if (!piece) return { fits, parts: null };
    const { text, isSpaced } = piece;
    const exactly = (term: string, fit: Fit): void => {
      const number = this.numbers.get(term);
      if (number !== undefined) fits.push([number, fit]);
    };
    if (others.length === 0 && isSpaced) {
      if (word.isAnywhere)
        await this.holding(text, pause, (number, isStart, isWhole) =>
          fits.push([number, isWhole ? WHOLE : isStart ? BEGINNING : INSIDE]),
        );
      else {
        exactly(START + text, BEGINNING);
        exactly(text, WHOLE);
      }
      return { fits, parts: null };
    }
    if (others.length === 0 && [...text].length <= RUN_LETTERS) {
      await this.beginningWith(text, pause, (number) => fits.push([number, INSIDE]));
      await this.beginningWith(RUN_START + text, pause, (number) => fits.push([number, BEGINNING]));
      exactly(RUN_START + text + RUN_END, WHOLE);
      return { fits, parts: null };
    }
    return { fits, parts: await this.findParts(word, pause) };
  }

  /** For words of several scripts, and longer ones without spaces. */
  private async findParts(word: QueryWord, pause: () => Promise<void>): Promise<number[][]> {
    const parts = word.pieces.flatMap(({ text, isSpaced }) => (isSpaced ? [text] : runParts(text)));
    const terms: number[][] = [];
    for (const part of parts) {
      const found: number[] = [];
      if (word.isAnywhere) await this.holding(part, pause, (number) => found.push(number));
      else await this.beginningWith(part, pause, (number) => found.push(number));
      terms.push(found);
    }
    return terms;
  }

  private async beginningWith(
    text: string,
    pause: () => Promise<void>,
    found: (number: number) => void,
  ): Promise<void> {
    for (const [nth, number] of (this.beginnings.get(text.charCodeAt(0)) ?? []).entries()) {
      const term = this.blocks[Math.floor(number / BLOCK_TERMS)]?.terms[number % BLOCK_TERMS];
      if (term?.startsWith(text)) found(number);
      if (nth % BLOCK_TERMS === 0) await pause();
    }
  }

  private async holding(
    text: string,
    pause: () => Promise<void>,
    found: (number: number, isStart: boolean, isWhole: boolean) => void,
  ): Promise<void> {
    for (const [nth, block] of this.blocks.entries()) {
      const { text: joined, starts } = join(block);
      let term = 0;
      for (let at = joined.indexOf(text); at >= 0; ) {
        while (term + 1 < starts.length && (starts[term + 1] as number) <= at) term++;
        const isStart = starts[term] === at;
        found(nth * BLOCK_TERMS + term, isStart, isStart && joined[at + text.length] === BREAK);
        // Skips the rest of the same term.
        const next = starts[term + 1];
        if (next === undefined) break;
        at = joined.indexOf(text, next);
      }
      await pause();
    }
  }
}

/** The terms by which a folded text is found. */
export function termsOf(folded: string): Set<string> {
  const terms = new Set<string>();
  for (const { text, isSpaced } of piecesOf(folded)) {
    if (isSpaced) {
      terms.add(text);
      for (let letters = 0, end = 0; letters < START_LETTERS && end < text.length; letters++) {
        end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
        terms.add(START + text.slice(0, end));
      }
    } else {
      const letters = [...text];
      for (let at = 0; at < letters.length; at++) terms.add(letters.slice(at, at + RUN_LETTERS).join(''));
      const start = RUN_START + letters.slice(0, RUN_LETTERS).join('');
      terms.add(letters.length > RUN_LETTERS ? start : start + RUN_END);
    }
  }
  return terms;
}

/** The beginnings of terms that a text has when it contains this run without spaces. */
function runParts(run: string): string[] {
  const letters = [...run];
  if (letters.length <= RUN_LETTERS) return [run];
  return letters
    .slice(0, letters.length - RUN_LETTERS + 1)
    .map((_, at) => letters.slice(at, at + RUN_LETTERS).join(''));
}

function join(block: Block): NonNullable<Block['joined']> {
  if (!block.joined) {
    const starts = new Uint32Array(block.terms.length);
    let at = 1;
    for (const [index, term] of block.terms.entries()) {
      starts[index] = at;
      at += term.length + 1;
    }
    block.joined = { text: `${BREAK}${block.terms.join(BREAK)}${BREAK}`, starts };
  }
  return block.joined;
}
