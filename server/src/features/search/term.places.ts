import { FIELD_BITS } from './search.fields';
import type { SearchLexicon } from './search.lexicon';

/** Bytes of a place, and of a term in an index that has it: measured and rounded up. */
const PLACE_BYTES = 12;
const OWN_TERM_BYTES = 60;
/** Stale places are cleared away when they are more than this, and more than a quarter of all. */
const STALE_MAX = 20_000;

const FIELDS = (1 << FIELD_BITS) - 1;

/** A document and the fields of it that have a term, as one number. */
export const documentOf = (place: number): number => place >> FIELD_BITS;
export const fieldsOf = (place: number): number => place & FIELDS;

type Places = number | number[];

/** Where one project's documents have which terms. Documents are numbers. */
export class TermPlaces {
  /** By the number that the lexicon has for the term. */
  private readonly places = new Map<number, Places>();
  /** How many places each document has. */
  private readonly counts: number[] = [];
  private lastTerm = -1;
  private count = 0;
  private stale = 0;
  /** Bytes that its terms added to the lexicon. */
  private addedBytes = 0;

  constructor(private readonly lexicon: SearchLexicon) {}

  /** In bytes, by estimate. */
  get weight(): number {
    return this.count * PLACE_BYTES + this.places.size * OWN_TERM_BYTES + this.addedBytes;
  }

  /** The number of the term that came to the lexicon last; −1 without any. */
  get latestTerm(): number {
    return this.lastTerm;
  }

  /** True when so many places are stale that `clearAway` is due. */
  get isCluttered(): boolean {
    return this.stale > STALE_MAX && this.stale > this.count / 4;
  }

  /** The places of a term; a document has one or several. @param term its number */
  of(term: number): Places | undefined {
    return this.places.get(term);
  }

  /** Adds the different terms of a text. @param field its bit */
  add(document: number, field: number, terms: Iterable<string>): void {
    const before = this.lexicon.weight;
    const place = (document << FIELD_BITS) | field;
    for (const term of terms) this.place(this.lexicon.add(term), place);
    this.addedBytes += this.lexicon.weight - before;
  }

  /** Makes the places of a document stale. */
  drop(document: number): void {
    this.stale += this.counts[document] ?? 0;
  }

  /**
   * Removes the places of dropped documents, whose numbers are free from then on.
   * @param pause is called between terms
   */
  async clearAway(isDropped: (document: number) => boolean, pause: () => Promise<void>): Promise<void> {
    const isKept = (place: number): boolean => {
      const document = documentOf(place);
      if (!isDropped(document)) return true;
      (this.counts[document] as number)--;
      this.count--;
      this.stale--;
      return false;
    };
    for (const [term, places] of this.places) {
      await pause();
      const kept = [places].flat().filter(isKept);
      if (kept.length > 0) this.places.set(term, kept.length > 1 ? kept : (kept[0] as number));
      else this.places.delete(term);
    }
  }

  private place(term: number, place: number): void {
    if (term > this.lastTerm) this.lastTerm = term;
    const known = this.places.get(term);
    const last = typeof known === 'object' ? known[known.length - 1] : known;
    const document = documentOf(place);
    // The fields of a document are placed one after another.
    if (last !== undefined && documentOf(last) === document) {
      if (typeof known === 'object') known[known.length - 1] = last | place;
      else this.places.set(term, last | place);
      return;
    }
    if (known === undefined) this.places.set(term, place);
    else if (typeof known === 'number') this.places.set(term, [known, place]);
    else known.push(place);
    this.counts[document] = (this.counts[document] ?? 0) + 1;
    this.count++;
  }
}
