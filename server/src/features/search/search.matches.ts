import { EXCERPT_MAX, type SearchMatch } from '@livelane/shared/search/search.schema';
import { fieldBits, type SearchDocument, type SearchText, textsOf, typedText } from './search.fields';
import { fitIn, placesOf, type QueryWord, type Wanted } from './search.query';
import { fold, foldWithPlaces } from './search.words';

/** Most checklist items, and most comments, shown per task. */
const SHOWN_EACH = 10;
/** Characters of an excerpt before its first match. */
const LEAD = 40;

/** From and to in UTF-16 units, and the index of the word. */
export interface Find {
  from: number;
  to: number;
  word: number;
}

/** The matches in a task, text by text. @param fields the searched ones @param pause is called before each text */
export async function matchesOf(
  document: SearchDocument,
  wanted: readonly Wanted[],
  fields: number,
  isIdSought: boolean,
  pause: () => Promise<void>,
): Promise<SearchMatch[]> {
  const matches: SearchMatch[] = [];
  const { id } = document.task;
  const starts = wanted.flatMap((each) => (isIdSought && each.id && id.startsWith(each.id) ? each.id : []));
  const longest = Math.max(0, ...starts.map(({ length }) => length));
  if (longest > 0) matches.push({ field: 'id', text: id, ranges: [[0, longest]] });
  const words = wanted.flatMap((each) => each.words);
  const shown = { title: 0, description: 0, checklist: 0, comment: 0 };
  for (const text of textsOf(document)) {
    if ((fieldBits[text.field] & fields) === 0 || shown[text.field] === SHOWN_EACH) continue;
    await pause();
    const finds = findsIn(typedText(text), words);
    const match = finds.length > 0 && excerpt(text, finds);
    if (!match) continue;
    shown[text.field]++;
    matches.push(match);
  }
  return matches;
}

/** In order, without overlaps: of two that begin alike the longer one. */
function findsIn(text: string, words: readonly QueryWord[]): Find[] {
  const whole = fold(text);
  // Most texts of a task have none of the words: their places need not be known.
  if (!words.some((word) => fitIn(whole, word) > 0)) return [];
  const { folded, placeOf } = foldWithPlaces(text);
  const finds: Find[] = [];
  for (const [word, query] of words.entries())
    for (const place of placesOf(folded, query)) {
      const [from, to] = [placeOf(place.from), placeOf(place.to)];
      // A word that ends inside one letter of the text, as in ß, has no place of its own.
      if (from !== undefined && to !== undefined && to > from) finds.push({ from, to, word });
    }
  finds.sort((a, b) => a.from - b.from || b.to - a.to);
  let end = 0;
  return finds.filter(({ from, to }) => {
    const isFree = from >= end;
    if (isFree) end = to;
    return isFree;
  });
}

function excerpt({ text, ...of }: SearchText, finds: readonly Find[]): SearchMatch | null {
  const [from, to] =
    of.field === 'title' || text.length <= EXCERPT_MAX ? [0, text.length] : bestPart(text, finds);
  const shown = finds.filter((find) => find.from >= from && find.to <= to);
  if (shown.length === 0) return null;
  return {
    ...of,
    text: text.slice(from, to),
    ranges: shown.map((find) => [find.from - from, find.to - from]),
  };
}

/** The first part that shows the most of the words. Parts begin and end in the order of their finds. */
export function bestPart(text: string, finds: readonly Find[]): [number, number] {
  let best: [number, number] = [0, 0];
  let most = 0;
  const all = new Set(finds.map(({ word }) => word)).size;
  /** How many finds of each word the part has. */
  const shown = new Map<number, number>();
  const count = ({ word }: Find, more: 1 | -1): void => {
    const number = (shown.get(word) ?? 0) + more;
    if (number > 0) shown.set(word, number);
    else shown.delete(word);
  };
  // The finds of a part: from the first one on, before the next one.
  let first = 0;
  let next = 0;
  for (const find of finds) {
    const part = partAround(text, find);
    for (; (finds[next]?.to ?? Infinity) <= part[1]; next++) count(finds[next] as Find, 1);
    for (; first < next && (finds[first] as Find).from < part[0]; first++) count(finds[first] as Find, -1);
    if (shown.size > most) [best, most] = [part, shown.size];
    if (most === all) break;
  }
  return best;
}

/** At most the length of an excerpt, with the whole match; begins with a word, and cuts no character. */
export function partAround(text: string, { from, to }: Find): [number, number] {
  const earliest = Math.max(0, Math.min(from - LEAD, text.length - EXCERPT_MAX), to - EXCERPT_MAX);
  const space = text.slice(earliest, from).search(/\s/);
  let start = earliest > 0 && space >= 0 ? earliest + space + 1 : earliest;
  if (isInsideCharacter(text, start)) start++;
  let end = Math.min(text.length, start + EXCERPT_MAX);
  if (isInsideCharacter(text, end)) end--;
  return [start, end];
}

const isInsideCharacter = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
