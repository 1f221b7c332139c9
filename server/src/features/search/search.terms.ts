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
    return number;
  }

  /** Calls with every term that begins with the text, or holds it. */
  each(
    text: string,
    isInside: boolean,
    found: (number: number, isStart: boolean, isWhole: boolean) => void,
  ): void {
    const wanted = isInside ? text : BREAK + text;
    for (const [nth, block] of this.blocks.entries()) {
      const { text: joined, starts } = join(block);
      let term = 0;
      for (let at = joined.indexOf(wanted); at >= 0; ) {
        const from = isInside ? at : at + 1;
        while (term + 1 < starts.length && (starts[term + 1] as number) <= from) term++;
        const isStart = starts[term] === from;
        found(nth * BLOCK_TERMS + term, isStart, isStart && joined[from + text.length] === BREAK);
        // The rest of the same term has nothing to add.
        const next = starts[term + 1];
        if (next === undefined) break;
        at = joined.indexOf(wanted, next - 1);
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
