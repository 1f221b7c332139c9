import { diff3Merge, diffIndices } from 'node-diff3';

/** A stretch of two compared texts. */
export interface TextPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Words and punctuation, each with the space after it. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = words.length - 1;
    if (last >= 0 && segment.trim() === '') words[last] += segment;
    else words.push(segment);
  }
  return words;
}

/** The removed and added parts of a text, word by word. */
export function textChanges(before: string, after: string): TextPart[] {
  const [from, to] = [wordsOf(before), wordsOf(after)];
  const parts: TextPart[] = [];
  const add = (kind: TextPart['kind'], words: readonly string[]) => {
    if (words.length > 0) parts.push({ kind, text: words.join('') });
  };
  let at = 0;
  for (const change of diffIndices(from, to)) {
    const [start, count] = change.buffer1;
    add('same', from.slice(at, start));
    add('removed', change.buffer1Content);
    add('added', change.buffer2Content);
    at = start + count;
  }
  add('same', from.slice(at));
  return parts;
}

/** Both people's changes of one text. Where they changed the same words, both versions of these are kept. */
export function combinedText(base: string, theirs: string, mine: string): string {
  const regions = diff3Merge<string>(wordsOf(theirs), wordsOf(base), wordsOf(mine));
  return regions
    .map(({ ok, conflict }) => {
      if (!conflict) return (ok ?? []).join('');
      const [first, second] = [conflict.a.join(''), conflict.b.join('')];
      const gap = first && second && !/\s$/.test(first) ? ' ' : '';
      return first + gap + second;
    })
    .join('');
}
