import { diff3MergeRegions, diffIndices } from 'node-diff3';

/** A stretch of two compared texts. */
export interface TextPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A word or a sign. The space after it, empty between some, makes it no other word: another one may follow there. */
class Word {
  space = '';

  constructor(readonly text: string) {}

  /** By this they are compared. The library takes texts like "constructor" for properties of its own. */
  toString(): string {
    return ` ${this.text}`;
  }
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = words.at(-1);
    if (last && segment.trim() === '') last.space += segment;
    else words.push(new Word(segment));
  }
  return words;
}

const textOf = (words: readonly Word[]): string => words.map(({ text, space }) => text + space).join('');

/** The words that are the same in two texts, and the changes between them, in order. */
function* aligned(
  from: Word[],
  to: Word[],
): Generator<{ same: [Word, Word] } | { removed: Word[]; added: Word[] }> {
  let [at, toAt] = [0, 0];
  const same = function* (end: number): Generator<{ same: [Word, Word] }> {
    for (; at < end; at++, toAt++) yield { same: [from[at] as Word, to[toAt] as Word] };
  };
  for (const { buffer1, buffer1Content, buffer2Content } of diffIndices(from, to)) {
    yield* same(buffer1[0]);
    yield { removed: buffer1Content, added: buffer2Content };
    at += buffer1Content.length;
    toAt += buffer2Content.length;
  }
  yield* same(from.length);
}

/** The removed and added parts of a text, word by word. */
export function textChanges(before: string, after: string): TextPart[] {
  const parts: TextPart[] = [];
  const add = (kind: TextPart['kind'], text: string) => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '') parts.push({ kind, text });
  };
  for (const step of aligned(wordsOf(before), wordsOf(after))) {
    if ('same' in step) {
      const [one, other] = step.same;
      add('same', one.text);
      if (one.space === other.space) add('same', one.space);
      else {
        add('removed', one.space);
        add('added', other.space);
      }
    } else {
      add('removed', textOf(step.removed));
      add('added', textOf(step.added));
    }
  }
  return parts;
}

/** Both people's changes of one text. Where they changed the same words, both versions of these are kept. */
export function combinedText(base: string, theirs: string, mine: string): string {
  const [a, o, b] = [wordsOf(theirs), wordsOf(base), wordsOf(mine)];
  const spaces = [o, a, b].map((words) => spacesAfter(o, words));
  /** Each with the space that it needs if another word follows. */
  const combined: Array<{ word: Word; space: string; within: string }> = [];
  const add = (words: readonly Word[]) => {
    for (const word of words) combined.push({ word, space: word.space, within: word.space });
  };
  for (const region of diff3MergeRegions(a, o, b)) {
    if (!region.stable) {
      const [first, second] = [region.aContent, region.bContent];
      const between = combined.at(-1)?.within.includes('\n') ? '\n' : ' ';
      add(first);
      if (textOf(first) === textOf(second)) continue;
      const last = combined.at(-1);
      if (last && first.length > 0) last.within ||= between;
      add(second);
    } else if (region.buffer === 'o') {
      region.bufferContent.forEach((word, index) => {
        const at = region.bufferStart + index;
        const [ofBase, ofTheirs, ofMine] = spaces.map((each) => each.get(at));
        const space = ofTheirs === ofBase ? ofMine : ofTheirs;
        combined.push({ word, space: space ?? '', within: space ?? ofTheirs ?? ofMine ?? ofBase ?? '' });
      });
    } else add(region.bufferContent);
  }
  return combined
    .map(({ word, space, within }, index) => word.text + (index + 1 < combined.length ? within : space))
    .join('');
}

/** The spaces after words of the base in a version, by place in the base; none where a text simply ends. */
function spacesAfter(base: Word[], version: Word[]): Map<number, string> {
  const found = new Map<number, string>();
  let at = 0;
  for (const step of aligned(base, version)) {
    if ('same' in step) {
      const [, word] = step.same;
      if (word.space !== '' || word !== version.at(-1)) found.set(at, word.space);
      at++;
    } else at += step.removed.length;
  }
  return found;
}
