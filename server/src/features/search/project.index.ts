import { applyOp } from '@livelane/shared/boards/fold';
import type { Op } from '@livelane/shared/boards/op.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { CommentText } from '../comments/comment.store';
import {
  FIELD_BITS,
  fieldBits,
  hasSameTexts,
  type SearchDocument,
  textsOf,
  typedText,
} from './search.fields';
import { BEGINNING, type Fit, fitIn, INSIDE, type QueryWord, WHOLE } from './search.query';
import { SearchTerms } from './search.terms';
import { fold, piecesOf } from './search.words';

/** Characters of a term of a script without spaces: each run is found by those that begin at each of its characters. */
const RUN_LETTERS = 3;
/** Marks the term of a run's beginning, and its end. Neither is part of a word. */
const RUN_START = '\u0001';
const RUN_END = '\u0002';
/** Marks the term of how words begin: what is typed first would be the beginning of thousands of terms. */
const START = '\u0003';
const START_LETTERS = 2;
/** What an index, a task and a place in the index take, in bytes: measured and rounded up. */
const INDEX_BYTES = 20_000;
const TASK_BYTES = 1_400;
const PLACE_BYTES = 12;
/** So many places may be of tasks that have changed since, and a quarter of all, before they are cleared away. */
const STALE_MAX = 2_000;

/** How well a word stands in each document, by its number: in the title, and in any field that is looked at. */
export interface Fits {
  title: Uint8Array;
  any: Uint8Array;
}

/** Documents that have a term, each with the fields that do: one number each. */
type Places = number | number[];

/**
 * The words of one project's tasks and comments at one version of its board: the fold of its ops, like the board. A task
 * whose texts change gets a new number, and what the index says of its old one means nothing from then on.
 */
export class ProjectIndex {
  readonly documents: Array<SearchDocument | null> = [];
  /** When each of them was changed last, in milliseconds: looked at without touching the document. */
  readonly times: number[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly terms = new SearchTerms();
  private readonly places: Array<Places | undefined> = [];
  private placeCount = 0;
  private textBytes = 0;
  private stale = 0;
  private free: number[] = [];

  constructor(
    readonly projectId: string,
    readonly epoch: string,
    private version: number,
  ) {}

  get v(): number {
    return this.version;
  }

  /** How many tasks are in it. */
  get size(): number {
    return this.numbers.size;
  }

  /** What the index takes in memory, in bytes, by estimate. */
  get weight(): number {
    return (
      INDEX_BYTES +
      this.textBytes +
      this.numbers.size * TASK_BYTES +
      this.placeCount * PLACE_BYTES +
      this.terms.weight
    );
  }

  /** Puts a task in, or in the place of what was known of it. */
  add(task: StoredTask, comments: ReadonlyMap<string, string>): void {
    this.remove(task.id);
    const document = { task, comments };
    const number = this.free.pop() ?? this.documents.length;
    this.documents[number] = document;
    this.times[number] = Date.parse(task.updatedAt);
    this.numbers.set(task.id, number);
    this.textBytes += bytesOf(document);
    for (const [term, fields] of termsOf(document)) this.place(term, (number << FIELD_BITS) | fields);
  }

  /** Takes the comments of a task anew, if it is here. */
  setComments(taskId: string, comments: readonly CommentText[]): void {
    const document = this.get(taskId);
    if (document) this.add(document.task, new Map(comments.map(({ id, text }) => [id, text])));
  }

  /**
   * Applies the next op.
   * @returns the task whose comments must be read, since the op does not tell them
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
      // What came from elsewhere or was deleted before may have some.
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

  /** How well a word stands in each task. @param fields those that are looked at */
  fits(word: QueryWord, fields: number): Fits {
    const fits = {
      title: new Uint8Array(this.documents.length),
      any: new Uint8Array(this.documents.length),
    };
    const [piece, ...others] = word.pieces;
    if (!piece) return fits;
    if (piece.isSpaced && others.length === 0) {
      if (word.isAnywhere)
        this.terms.holding(piece.text, (number, isStart, isWhole) =>
          this.mark(fits, number, isWhole ? WHOLE : isStart ? BEGINNING : INSIDE, fields),
        );
      else if (piece.text.length <= START_LETTERS) {
        this.mark(fits, this.terms.get(START + piece.text), BEGINNING, fields);
        this.mark(fits, this.terms.get(piece.text), WHOLE, fields);
      } else
        this.terms.beginningWith(piece.text, (number, isWhole) =>
          this.mark(fits, number, isWhole ? WHOLE : BEGINNING, fields),
        );
      return fits;
    }
    const letters = [...piece.text].length;
    if (others.length === 0 && letters <= RUN_LETTERS) {
      this.terms.beginningWith(piece.text, (number) => this.mark(fits, number, INSIDE, fields));
      this.terms.beginningWith(RUN_START + piece.text, (number) =>
        this.mark(fits, number, BEGINNING, fields),
      );
      this.mark(fits, this.terms.get(RUN_START + piece.text + RUN_END), WHOLE, fields);
      return fits;
    }
    this.readThrough(word, fields, fits);
    return fits;
  }

  /** For words of several scripts, and longer ones without spaces: the index tells which texts to look into. */
  private readThrough(word: QueryWord, fields: number, fits: Fits): void {
    const parts = word.pieces.flatMap(({ text, isSpaced }) => (isSpaced ? [text] : runParts(text)));
    const hits = new Uint8Array(this.documents.length);
    for (const [nth, part] of parts.entries()) {
      const count = (number: number): void => {
        for (const place of [this.places[number] ?? []].flat()) {
          const document = place >> FIELD_BITS;
          if (place & fields && hits[document] === nth) hits[document] = nth + 1;
        }
      };
      if (word.isAnywhere) this.terms.holding(part, count);
      else this.terms.beginningWith(part, count);
    }
    for (const [number, document] of this.documents.entries()) {
      if (!document || hits[number] !== parts.length) continue;
      for (const text of textsOf(document)) {
        if ((fieldBits[text.field] & fields) === 0) continue;
        const fit = fitIn(fold(typedText(text)), word);
        if (fit > (fits.any[number] as number)) fits.any[number] = fit;
        if (text.field === 'title') fits.title[number] = fit;
      }
    }
  }

  private get(taskId: string): SearchDocument | undefined {
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

  /** Forgets the places of documents that are gone, whose numbers are free then. */
  private clearAway(): void {
    const isKept = (place: number): boolean => this.documents[place >> FIELD_BITS] != null;
    this.placeCount = 0;
    for (const [term, places] of this.places.entries()) {
      const kept = [places ?? []].flat().filter(isKept);
      this.places[term] = kept.length > 1 ? kept : kept[0];
      this.placeCount += kept.length;
    }
    this.free = [];
    for (const [number, document] of this.documents.entries()) if (!document) this.free.push(number);
    this.stale = 0;
  }

  private place(term: string, place: number): void {
    const number = this.terms.add(term);
    const known = this.places[number];
    if (known === undefined) this.places[number] = place;
    else if (typeof known === 'number') this.places[number] = [known, place];
    else known.push(place);
    this.placeCount++;
  }

  /** Notes how well a term's word stands in the documents that have it: most of the time of a search is spent here. */
  private mark({ title, any }: Fits, term: number | undefined, fit: Fit, fields: number): void {
    if (term === undefined) return;
    const titles = fields & fieldBits.title;
    const places = this.places[term];
    const note = (place: number): void => {
      if ((place & fields) === 0) return;
      const document = place >> FIELD_BITS;
      if (fit > (any[document] as number)) any[document] = fit;
      if (place & titles && fit > (title[document] as number)) title[document] = fit;
    };
    if (typeof places === 'number') note(places);
    else if (places) for (const place of places) note(place);
  }
}

/** The terms of a document with the fields that have them. */
function termsOf(document: SearchDocument): Map<string, number> {
  const terms = new Map<string, number>();
  for (const text of textsOf(document)) {
    const bit = fieldBits[text.field];
    const add = (term: string): void => void terms.set(term, (terms.get(term) ?? 0) | bit);
    for (const piece of piecesOf(fold(typedText(text)))) {
      if (piece.isSpaced) {
        add(piece.text);
        for (let letters = 1; letters <= START_LETTERS; letters++) add(START + piece.text.slice(0, letters));
      } else {
        const letters = [...piece.text];
        for (let at = 0; at < letters.length; at++) add(letters.slice(at, at + RUN_LETTERS).join(''));
        const start = RUN_START + letters.slice(0, RUN_LETTERS).join('');
        add(letters.length > RUN_LETTERS ? start : start + RUN_END);
      }
    }
  }
  return terms;
}

/** What the terms of a text without spaces must have at their beginning when it is part of it. */
function runParts(run: string): string[] {
  const letters = [...run];
  if (letters.length <= RUN_LETTERS) return [run];
  return letters
    .slice(0, letters.length - RUN_LETTERS + 1)
    .map((_, at) => letters.slice(at, at + RUN_LETTERS).join(''));
}

function bytesOf(document: SearchDocument): number {
  let bytes = 0;
  for (const { text } of textsOf(document)) bytes += text.length;
  return bytes;
}
