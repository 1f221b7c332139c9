import { applyOp } from '@livelane/shared/boards/fold';
import type { Op } from '@livelane/shared/boards/op.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { CommentText } from '../comments/comment.store';
import {
  bytesOf,
  type CommentChanges,
  fieldBits,
  hasSameTexts,
  type SearchDocument,
  type SearchText,
  textsOf,
  typedText,
  withChanges,
} from './search.fields';
import { SearchLexicon, termsOf, type WordTerms } from './search.lexicon';
import { type Marks, marksOf } from './search.marks';
import { fitIn, type QueryWord } from './search.query';
import { fold } from './search.words';
import { documentOf, fieldsOf, TermPlaces } from './term.places';

/** Bytes of an index and of a task: measured and rounded up. */
const INDEX_BYTES = 20_000;
const TASK_BYTES = 1_400;

/** How well a word matches documents whose texts were read, as one of `Marks`. */
export type ReadMarks = Map<SearchDocument, number>;

/** A document whose texts have changed. */
interface Change extends SearchDocument {
  /** By id, on top of `comments`; null for a deleted one. */
  changedComments: CommentChanges;
}

/**
 * The words of one project's tasks and comments at one version of its board: the fold of its ops, like the board. Ops
 * that change texts only note them; `update` places the words. A task whose texts change gets a new number, which
 * makes the places of its old one stale.
 */
export class ProjectIndex {
  readonly documents: Array<SearchDocument | null> = [];
  /** When each of them was changed last, in milliseconds: for comparing without touching the document. */
  readonly times: number[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly places: TermPlaces;
  /** By task; what searches find is older until `update` has placed it. */
  private readonly changes = new Map<string, Change>();
  private textBytes = 0;
  private free: number[] = [];

  constructor(
    readonly projectId: string,
    readonly epoch: string,
    private version: number,
    readonly lexicon = new SearchLexicon(),
  ) {
    this.places = new TermPlaces(lexicon);
  }

  get v(): number {
    return this.version;
  }

  /** How many tasks are in it. */
  get size(): number {
    return this.numbers.size;
  }

  /** The number of its term that came to the lexicon last; −1 without any. */
  get latestTerm(): number {
    return this.places.latestTerm;
  }

  /** The index's memory, in bytes, by estimate. */
  get weight(): number {
    return INDEX_BYTES + this.textBytes + this.numbers.size * TASK_BYTES + this.places.weight;
  }

  /**
   * Adds a task, or replaces it. Until the new one is complete, the old one is found.
   * @param pause is called after each text; others may search meanwhile, not change the index
   */
  async add(
    task: StoredTask,
    comments: ReadonlyMap<string, string>,
    pause: () => Promise<void>,
  ): Promise<void> {
    const document = { task, comments };
    const number = this.free.pop() ?? this.documents.length;
    this.documents[number] = null;
    for (const text of textsOf(document)) {
      this.textBytes += text.text.length;
      this.places.add(number, fieldBits[text.field], termsOf(fold(typedText(text))));
      await pause();
    }
    this.remove(task.id);
    this.documents[number] = document;
    this.times[number] = Date.parse(task.updatedAt);
    this.numbers.set(task.id, number);
  }

  /** Replaces the comments of a task, if the task is here; `update` places them. */
  setComments(taskId: string, comments: readonly CommentText[]): void {
    const task = this.newest(taskId);
    if (!task) return;
    const texts = new Map(comments.map(({ id, text }) => [id, text]));
    this.changes.set(taskId, { task, comments: texts, changedComments: new Map() });
  }

  /**
   * Applies the next op; `update` makes it found.
   * @returns the task whose comments must be read, since the op does not contain them
   * @throws Error when ops are missing in between
   */
  apply(op: Op): string | null {
    if (op.v <= this.version) return null;
    if (op.v !== this.version + 1) throw new Error(`op ${op.v} cannot follow version ${this.version}`);
    const changes = applyOp((id) => this.newest(id), op);
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

  /**
   * Places the words of tasks that ops have changed, each task once, however many ops there were.
   * @param pause as for `add`
   */
  async update(pause: () => Promise<void>): Promise<void> {
    for (const [taskId, { task, comments, changedComments }] of this.changes) {
      await this.add(task, withChanges(comments, changedComments), pause);
      this.changes.delete(taskId);
    }
    if (this.places.isCluttered) await this.clearAway(pause);
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
      const places = this.places.of(term);
      if (places === undefined) continue;
      isFound = true;
      const markOf = marksOf(fit, fields);
      // Most of the time of a search is spent here.
      if (typeof places === 'number')
        (marks[documentOf(places)] as number) |= markOf[fieldsOf(places)] as number;
      else
        for (let at = 0; at < places.length; at++) {
          const place = places[at] as number;
          (marks[documentOf(place)] as number) |= markOf[fieldsOf(place)] as number;
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
    return fits.some(([term]) => this.places.of(term) !== undefined);
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
        for (const place of [this.places.of(term) ?? []].flat()) {
          const document = documentOf(place);
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

  private newest(taskId: string): StoredTask | undefined {
    return (this.changes.get(taskId) ?? this.get(taskId))?.task;
  }

  private change(taskId: string, task: StoredTask | null): void {
    if (!task) {
      this.changes.delete(taskId);
      this.remove(taskId);
      return;
    }
    const known = this.get(taskId);
    const changed = this.changes.get(taskId);
    if (changed) changed.task = task;
    else if (known && hasSameTexts(known.task, task)) {
      known.task = task;
      this.times[this.numbers.get(taskId) ?? -1] = Date.parse(task.updatedAt);
    } else
      this.changes.set(taskId, { task, comments: known?.comments ?? new Map(), changedComments: new Map() });
  }

  private changeComment(taskId: string, commentId: string, text: string | null): void {
    const known = this.changes.get(taskId) ?? this.get(taskId);
    if (!known) return;
    const { task, comments, changedComments = new Map() }: SearchDocument & Partial<Change> = known;
    const present = changedComments.has(commentId) ? changedComments.get(commentId) : comments.get(commentId);
    if ((present ?? null) === text) return;
    changedComments.set(commentId, text);
    this.changes.set(taskId, { task, comments, changedComments });
  }

  private remove(taskId: string): void {
    const number = this.numbers.get(taskId);
    const document = number === undefined ? null : this.documents[number];
    if (number === undefined || !document) return;
    this.textBytes -= bytesOf(document);
    this.documents[number] = null;
    this.numbers.delete(taskId);
    this.places.drop(number);
  }

  /** Drops the places of removed documents, which frees their numbers. */
  private async clearAway(pause: () => Promise<void>): Promise<void> {
    await this.places.clearAway((number) => this.documents[number] === null, pause);
    this.free = [];
    for (const [number, document] of this.documents.entries()) if (!document) this.free.push(number);
  }
}

const NOTHING_READ: ReadMarks = new Map();

const textsIn = (document: SearchDocument, fields: number): SearchText[] =>
  textsOf(document).filter(({ field }) => fieldBits[field] & fields);

/** How well a word matches a text, as one of `Marks`. */
const markIn = (text: SearchText, word: QueryWord, fields: number): number =>
  marksOf(fitIn(fold(typedText(text)), word), fields)[fieldBits[text.field]] as number;
