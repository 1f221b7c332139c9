import { applyOp } from '@livelane/shared/boards/fold';
import type { Op } from '@livelane/shared/boards/op.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { CommentText } from '../comments/comment.store';
import {
  FIELD_BITS,
  fieldBits,
  hasSameTexts,
  type SearchDocument,
  type SearchText,
  textsOf,
  typedText,
} from './search.fields';
import { eachTerm, SearchLexicon, type WordTerms } from './search.lexicon';
import { type Marks, marksOf } from './search.marks';
import { fitIn, type QueryWord } from './search.query';
import { fold } from './search.words';

/** Bytes of an index, of a task and of a place in the index: measured and rounded up. */
const INDEX_BYTES = 20_000;
const TASK_BYTES = 1_400;
const PLACE_BYTES = 12;
/** Bytes of a term in an index that has it. */
const OWN_TERM_BYTES = 60;
/** Stale places are cleared when they are more than this, and more than a quarter of all. */
const STALE_MAX = 2_000;

const FIELDS = (1 << FIELD_BITS) - 1;

/** How well a word matches documents whose texts were read, as one of `Marks`. */
export type ReadMarks = Map<SearchDocument, number>;

/** Documents that have a term, each as one number with the fields that have it. */
type Places = number | number[];

/**
 * The words of one project's tasks and comments at one version of its board: the fold of its ops, like the board. A
 * task whose texts change gets a new number, which makes the places of its old one stale.
 */
export class ProjectIndex {
  readonly documents: Array<SearchDocument | null> = [];
  /** When each of them was changed last, in milliseconds: for comparing without touching the document. */
  readonly times: number[] = [];
  private readonly numbers = new Map<string, number>();
  /** By the number that the lexicon has for the term. */
  private readonly places = new Map<number, Places>();
  private placeCount = 0;
  /** Bytes that its words added to the lexicon. */
  private addedBytes = 0;
  private textBytes = 0;
  private stale = 0;
  private free: number[] = [];

  constructor(
    readonly projectId: string,
    readonly epoch: string,
    private version: number,
    readonly lexicon = new SearchLexicon(),
  ) {}

  get v(): number {
    return this.version;
  }

  /** How many tasks are in it. */
  get size(): number {
    return this.numbers.size;
  }

  /** The index's memory, in bytes, by estimate. */
  get weight(): number {
    return (
      INDEX_BYTES +
      this.textBytes +
      this.numbers.size * TASK_BYTES +
      this.placeCount * PLACE_BYTES +
      this.places.size * OWN_TERM_BYTES +
      this.addedBytes
    );
  }

  /** Adds a task, or replaces it. */
  add(task: StoredTask, comments: ReadonlyMap<string, string>): void {
    this.remove(task.id);
    const document = { task, comments };
    const number = this.free.pop() ?? this.documents.length;
    this.documents[number] = document;
    this.times[number] = Date.parse(task.updatedAt);
    this.numbers.set(task.id, number);
    this.textBytes += bytesOf(document);
    const before = this.lexicon.weight;
    for (const [term, fields] of termsOf(document)) this.place(term, (number << FIELD_BITS) | fields);
    this.addedBytes += this.lexicon.weight - before;
  }

  /** Replaces the comments of a task, if the task is here. */
  setComments(taskId: string, comments: readonly CommentText[]): void {
    const document = this.get(taskId);
    if (document) this.add(document.task, new Map(comments.map(({ id, text }) => [id, text])));
  }

  /**
   * Applies the next op.
   * @returns the task whose comments must be read, since the op does not contain them
   * @throws Error when ops are missing in between
   */
  apply(op: Op): string | null {
    if (op.v <= this.version) return null;
    if (op.v !== this.version + 1) throw new Error(`op ${op.v} cannot follow version ${this.version}`);
    const changes = applyOp((id) => this.get(id)?.task, op);
    for (const [taskId, task] of changes) this.change(taskId, task);
    this.version = op.v;
    switch (op.type) {
      case 'comment.added':
      case 'comment.restored':
        this.changeComment(op.taskId, op.patch.comment.id, op.patch.comment.text);
        return null;
      case 'comment.edited':
        this.changeComment(op.taskId, op.patch.commentId, op.patch.text);
        return null;
      case 'comment.deleted':
        this.changeComment(op.taskId, op.patch.commentId, null);
        return null;
      // Tasks that came from another project or were deleted may have comments.
      case 'task.created':
      case 'task.restored':
        return op.patch.numOfComments > 0 ? op.taskId : null;
      default:
        return null;
    }
  }

  /** Numbers of documents whose task has an id that begins so. */
  *withId(start: string): Generator<number> {
    for (const [taskId, number] of this.numbers) if (taskId.startsWith(start)) yield number;
  }

  /**
   * Marks how well a word matches each document, by its number.
   * @param terms its places in the lexicon
   * @param fields the searched ones
   * @param marks as many as there are documents, at least
   * @param read what `read` has found; documents that it lacks are read here
   * @returns false if no document has it
   */
  mark(
    word: QueryWord,
    { fits, parts }: WordTerms,
    fields: number,
    marks: Marks,
    read: Readonly<Pick<ReadMarks, 'get'>> = NOTHING_READ,
  ): boolean {
    let isFound = false;
    for (const [term, fit] of fits) {
      const places = this.places.get(term);
      if (places === undefined) continue;
      isFound = true;
      const markOf = marksOf(fit, fields);
      // Most of the time of a search is spent here.
      if (typeof places === 'number')
        (marks[places >> FIELD_BITS] as number) |= markOf[places & FIELDS] as number;
      else
        for (let at = 0; at < places.length; at++) {
          const place = places[at] as number;
          (marks[place >> FIELD_BITS] as number) |= markOf[place & FIELDS] as number;
        }
    }
    for (const [number, document] of this.narrowed(parts, fields)) {
      let mark = read.get(document);
      if (mark === undefined) {
        mark = 0;
        for (const text of textsIn(document, fields)) mark |= markIn(text, word, fields);
      }
      (marks[number] as number) |= mark;
      isFound = true;
    }
    return isFound;
  }

  /** True if a document has one of the terms. */
  has({ fits }: WordTerms): boolean {
    return fits.some(([term]) => this.places.has(term));
  }

  /**
   * Reads the texts of the documents that a word's terms only narrow down. Between them the index may change.
   * @param read where the marks are added
   * @param pause is called before each text
   */
  async read(
    word: QueryWord,
    { parts }: WordTerms,
    fields: number,
    read: ReadMarks,
    pause: () => Promise<void>,
  ): Promise<void> {
    for (const [, document] of this.narrowed(parts, fields)) {
      if (read.has(document)) continue;
      let mark = 0;
      for (const text of textsIn(document, fields)) {
        await pause();
        mark |= markIn(text, word, fields);
      }
      read.set(document, mark);
    }
  }

  /** The documents that have all parts of a word, by their numbers. */
  private narrowed(parts: WordTerms['parts'], fields: number): Array<[number, SearchDocument]> {
    if (!parts) return [];
    const hits = new Uint8Array(this.documents.length);
    for (const [nth, terms] of parts.entries())
      for (const term of terms)
        for (const place of [this.places.get(term) ?? []].flat()) {
          const document = place >> FIELD_BITS;
          if (place & fields && hits[document] === nth) hits[document] = nth + 1;
        }
    const found: Array<[number, SearchDocument]> = [];
    for (const [number, document] of this.documents.entries())
      if (document && hits[number] === parts.length) found.push([number, document]);
    return found;
  }

  /** A task, if it is here. */
  get(taskId: string): SearchDocument | undefined {
    const number = this.numbers.get(taskId);
    return (number === undefined ? null : this.documents[number]) ?? undefined;
  }

  private change(taskId: string, task: StoredTask | null): void {
    const known = this.get(taskId);
    if (!task) this.remove(taskId);
    else if (known && hasSameTexts(known.task, task)) {
      known.task = task;
      this.times[this.numbers.get(taskId) ?? -1] = Date.parse(task.updatedAt);
    } else this.add(task, known?.comments ?? new Map());
  }

  private changeComment(taskId: string, commentId: string, text: string | null): void {
    const document = this.get(taskId);
    if (!document || (document.comments.get(commentId) ?? null) === text) return;
    const comments = new Map(document.comments);
    if (text === null) comments.delete(commentId);
    else comments.set(commentId, text);
    this.add(document.task, comments);
  }

  private remove(taskId: string): void {
    const number = this.numbers.get(taskId);
    const document = number === undefined ? null : this.documents[number];
    if (number === undefined || !document) return;
    this.textBytes -= bytesOf(document);
    this.documents[number] = null;
    this.numbers.delete(taskId);
    this.stale++;
    if (this.stale > STALE_MAX && this.stale > this.documents.length / 4) this.clearAway();
  }

  /** Drops the places of removed documents, which frees their numbers. */
  private clearAway(): void {
    const isKept = (place: number): boolean => this.documents[place >> FIELD_BITS] != null;
    this.placeCount = 0;
    for (const [term, places] of this.places) {
      const kept = [places].flat().filter(isKept);
      if (kept.length > 0) this.places.set(term, kept.length > 1 ? kept : (kept[0] as number));
      else this.places.delete(term);
      this.placeCount += kept.length;
    }
    this.free = [];
    for (const [number, document] of this.documents.entries()) if (!document) this.free.push(number);
    this.stale = 0;
  }

  private place(term: string, place: number): void {
    const number = this.lexicon.add(term);
    const known = this.places.get(number);
    if (known === undefined) this.places.set(number, place);
    else if (typeof known === 'number') this.places.set(number, [known, place]);
    else known.push(place);
    this.placeCount++;
  }
}

const NOTHING_READ: ReadMarks = new Map();

const textsIn = (document: SearchDocument, fields: number): SearchText[] =>
  textsOf(document).filter(({ field }) => fieldBits[field] & fields);

/** How well a word matches a text, as one of `Marks`. */
const markIn = (text: SearchText, word: QueryWord, fields: number): number =>
  marksOf(fitIn(fold(typedText(text)), word), fields)[fieldBits[text.field]] as number;

/** The terms of a document with the fields that have them. */
function termsOf(document: SearchDocument): Map<string, number> {
  const terms = new Map<string, number>();
  for (const text of textsOf(document)) {
    const bit = fieldBits[text.field];
    eachTerm(fold(typedText(text)), (term) => void terms.set(term, (terms.get(term) ?? 0) | bit));
  }
  return terms;
}

function bytesOf(document: SearchDocument): number {
  let bytes = 0;
  for (const { text } of textsOf(document)) bytes += text.length;
  return bytes;
}
