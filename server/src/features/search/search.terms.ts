/** Terms that are searched as one text. */
const BLOCK_TERMS = 4_000;
/** Stands before each term and after the last; part of none. */
const BREAK = '\n';
/** What a term takes beside its letters, in bytes: measured and rounded up. */
const TERM_BYTES = 120;

/** Terms in one text, so that those with given letters are found by looking through it. */
interface Block {
  terms: string[];
  /** Null after a term came. */
  joined: { text: string; starts: Uint32Array } | null;
}

/** The different terms of a project, each with a number, from 0. */
export class SearchTerms {
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

  get(term: string): number | undefined {
    return this.numbers.get(term);
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

  /** Calls with every term that begins with a text. */
  beginningWith(text: string, found: (number: number, isWhole: boolean) => void): void {
    for (const number of this.beginnings.get(text.charCodeAt(0)) ?? []) {
      const term = this.blocks[Math.floor(number / BLOCK_TERMS)]?.terms[number % BLOCK_TERMS];
      if (term?.startsWith(text)) found(number, term.length === text.length);
    }
  }

  /** Calls with every term that holds a text. */
  holding(text: string, found: (number: number, isStart: boolean, isWhole: boolean) => void): void {
    for (const [nth, block] of this.blocks.entries()) {
      const { text: joined, starts } = join(block);
      let term = 0;
      for (let at = joined.indexOf(text); at >= 0; ) {
        while (term + 1 < starts.length && (starts[term + 1] as number) <= at) term++;
        const isStart = starts[term] === at;
        found(nth * BLOCK_TERMS + term, isStart, isStart && joined[at + text.length] === BREAK);
        // The rest of the same term has nothing to add.
        const next = starts[term + 1];
        if (next === undefined) break;
        at = joined.indexOf(text, next);
      }
    }
  }
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
