import { searchFields } from '@livelane/shared/search/search.limits';
import type { SearchQuery } from '@livelane/shared/search/search.schema';
import { Semaphore } from '@livelane/shared/semaphore';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { VisibleProject } from '../members/access.service';
import { canSee } from '../tasks/task.visibility';
import type { ProjectIndex, ReadMarks } from './project.index';
import { bitsOf, type SearchDocument } from './search.fields';
import type { SearchLexicon, WordTerms } from './search.lexicon';
import { BEST_MARK, fitOf, type Marks, titleFitOf } from './search.marks';
import type { BestPlaces, Place } from './search.order';
import { parseQuery, type QueryWord, type Wanted } from './search.query';

/** A task that matches, its place among the others, and its texts as they were when it was found. */
export interface Found extends Place {
  project: VisibleProject;
  document: SearchDocument;
}

/** The query, ready to be compared. */
export interface Question {
  wanted: Wanted[];
  /** The searched fields, as bits. */
  fields: number;
  isIdSought: boolean;
  fits: (task: StoredTask) => boolean;
  /** The words' terms by lexicon, and how many terms it had when they were looked up. */
  terms: Map<SearchLexicon, { size: number; ofWord: Map<QueryWord, WordTerms> }>;
  /** What was found in texts that were read for a word. */
  reads: Map<QueryWord, ReadMarks>;
  /** One project's texts are read after the other's. */
  reading: Semaphore;
}

/** @param label the query's labels, by the ids that they have now */
export function questionOf(query: SearchQuery, label: readonly string[] | undefined): Question {
  const { state, priority, assignee, dueFrom, dueTo } = query;
  const wanted = parseQuery(query.q);
  return {
    wanted,
    fields: bitsOf(query.in ?? searchFields),
    terms: new Map(),
    reads: new Map(wanted.flatMap(({ words }) => words).map((word) => [word, new Map()])),
    reading: new Semaphore(1),
    isIdSought: query.in === undefined,
    fits: (task) =>
      (state?.includes(task.state) ?? true) &&
      (!priority || (task.priority !== null && priority.includes(task.priority))) &&
      (assignee?.some((id) => task.assignees.includes(id)) ?? true) &&
      (label?.some((id) => task.labels.includes(id)) ?? true) &&
      (dueFrom === undefined || (task.dueDate !== null && task.dueDate >= dueFrom)) &&
      (dueTo === undefined || (task.dueDate !== null && task.dueDate <= dueTo)),
  };
}

/**
 * Looks up terms and reads the texts of tasks that the index only narrows down. It takes turns with others, what follows
 * it does not.
 * @returns false if the index lacks a word: nothing is read, and nothing to be found there
 */
export async function readAhead(
  index: ProjectIndex,
  question: Question,
  pause: () => Promise<void>,
): Promise<boolean> {
  const { wanted, fields, reads } = question;
  if (!isLookedUp(index, question)) await lookUp(index.lexicon, question, pause);
  const termsIn = (word: QueryWord) => termsOf(word, index.lexicon, question);
  const isMissing = (word: QueryWord) => termsIn(word).parts === null && !index.has(termsIn(word));
  if (wanted.some(({ id, words }) => id === null && words.some(isMissing))) return false;
  for (const [word, read] of reads) await index.read(word, termsIn(word), fields, read, pause);
  return true;
}

/** Adds to `best` every matching task of a project that the person sees. */
export function findIn(
  index: ProjectIndex,
  userId: string,
  project: VisibleProject,
  question: Question,
  best: BestPlaces<Found>,
): void {
  const { fields } = question;
  const { documents } = index;
  const named = new Uint8Array(documents.length);
  // How well the worst word matches each document; tasks named by their id need no words.
  const all: Marks = new Uint8Array(documents.length).fill(BEST_MARK);
  const marks: Marks = new Uint8Array(documents.length);
  for (const { id, words } of question.wanted) {
    const sought = id !== null && question.isIdSought ? [...index.withId(id)] : [];
    for (const number of sought) named[number] = 1;
    for (const word of words) {
      marks.fill(0);
      const isFound = index.mark(
        word,
        termsOf(word, index.lexicon, question),
        fields,
        marks,
        question.reads.get(word),
      );
      // Most projects have no task with a rare word: their tasks are skipped.
      if (!isFound && sought.length === 0) return;
      for (const number of sought) marks[number] = BEST_MARK;
      for (let number = 0; number < marks.length; number++)
        (all[number] as number) &= marks[number] as number;
    }
  }
  const viewer = { userId, role: project.role };
  for (let number = 0; number < documents.length; number++) {
    const mark = all[number] as number;
    if (mark === 0) continue;
    const titleFit = titleFitOf(mark);
    const group = named[number] ? 0 : titleFit ? 1 : 2;
    const fit = group === 1 ? titleFit : fitOf(mark);
    if (best.isHopeless(group, fit, index.times[number] as number)) continue;
    const document = documents[number];
    if (!document) continue;
    const { task } = document;
    const place = { group, fit, updatedAt: task.updatedAt, taskId: task.id };
    if (!best.wants(place) || !canSee(viewer, task) || !question.fits(task)) continue;
    best.take({ ...place, project, document: { ...document } });
  }
}

/** Whether the terms of the words are known, among all that the index has. */
export const isLookedUp = ({ lexicon, latestTerm }: ProjectIndex, { terms }: Question): boolean =>
  (terms.get(lexicon)?.size ?? -1) > latestTerm;

async function lookUp(
  lexicon: SearchLexicon,
  { wanted, terms }: Question,
  pause: () => Promise<void>,
): Promise<void> {
  const { size } = lexicon;
  const ofWord = new Map<QueryWord, WordTerms>();
  for (const word of wanted.flatMap(({ words }) => words)) ofWord.set(word, await lexicon.find(word, pause));
  terms.set(lexicon, { size, ofWord });
}

/** A word's terms, which have been looked up. */
const termsOf = (word: QueryWord, lexicon: SearchLexicon, { terms }: Question): WordTerms =>
  terms.get(lexicon)?.ofWord.get(word) as WordTerms;
