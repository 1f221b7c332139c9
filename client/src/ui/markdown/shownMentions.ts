import { MENTION, withMentionedNames } from '@livelane/shared/comments/mentions';
import type { Selected, TextEdit } from './textEdits';

/** A mention in a shown text: `text` at `at` stands for `stored`. */
interface ShownMention {
  at: number;
  text: string;
  stored: string;
}

/** A text as its writer sees it: `@Name` for each mention. Who is meant follows from the place, never from the name. */
export interface Shown {
  text: string;
  /** In order. */
  mentions: readonly ShownMention[];
}

/** A mention without a name, or with one of several lines, is shown as it is stored. */
const NAMELESS = /^@\s*$|\n/;

/** How many characters of former texts are remembered for undo. */
const PAST_CHARACTERS = 1_000_000;

const endOf = ({ at, text }: ShownMention): number => at + text.length;

const moved = (mentions: readonly ShownMention[], by: number): ShownMention[] =>
  mentions.map((mention) => ({ ...mention, at: mention.at + by }));

/** Shows a stored text; lines end as in a text field. */
export function shownOf(stored: string): Shown {
  const lines = stored.replace(/\r\n?/g, '\n');
  const mentions: ShownMention[] = [];
  let text = '';
  let read = 0;
  for (const { 0: mention, index } of lines.matchAll(MENTION)) {
    const name = withMentionedNames(mention);
    if (NAMELESS.test(name)) continue;
    text += lines.slice(read, index);
    mentions.push({ at: text.length, text: name, stored: mention });
    text += name;
    read = index + mention.length;
  }
  return { text: text + lines.slice(read), mentions };
}

export function storedOf({ text, mentions }: Shown): string {
  let stored = '';
  let read = 0;
  for (const mention of mentions) {
    stored += text.slice(read, mention.at) + mention.stored;
    read = endOf(mention);
  }
  return stored + text.slice(read);
}

/** The part between two places; a mention that is cut is text. */
export function partOf({ text, mentions }: Shown, from: number, to: number): Shown {
  const whole = mentions.filter((mention) => mention.at >= from && endOf(mention) <= to);
  return { text: text.slice(from, to), mentions: moved(whole, -from) };
}

/** The text with `from`..`to` replaced; a mention that is touched becomes text. */
export function replaced(shown: Shown, from: number, to: number, insert: Shown): Shown {
  const before = partOf(shown, 0, from);
  const after = partOf(shown, to, shown.text.length);
  return {
    text: before.text + insert.text + after.text,
    mentions: [
      ...before.mentions,
      ...moved(insert.mentions, from),
      ...moved(after.mentions, from + insert.text.length),
    ],
  };
}

/**
 * The text after the field's own edit. What stands after the caret is as before. Where it is not, or the caret is not
 * known (null), equal words may have changed places: of those mentions, none is kept.
 * @param dragged what has just been taken out to be dropped: it keeps its mentions
 */
export function edited(shown: Shown, text: string, caret: number | null, dragged?: Shown): Shown {
  const before = shown.text;
  const shorter = Math.min(before.length, text.length);
  let start = 0;
  while (start < shorter && before[start] === text[start]) start += 1;
  let same = 0;
  const after = caret === null ? null : text.slice(caret);
  if (after !== null && before.endsWith(after)) {
    same = after.length;
    start = Math.min(start, shorter - same);
  } else {
    while (same < shorter && before.at(-1 - same) === text.at(-1 - same)) same += 1;
    [start, same] = [Math.min(start, shorter - same), Math.min(same, shorter - start)];
  }
  const words = text.slice(start, text.length - same);
  const insert = dragged?.text === words ? dragged : { text: words, mentions: [] };
  return replaced(shown, start, before.length - same, insert);
}

/** The selection in the stored text. A mention is selected as a whole. */
export function storedSelection(shown: Shown, from: number, to: number): Selected {
  const place = (at: number, isEnd: boolean) => {
    const cut = shown.mentions.find((mention) => mention.at < at && at < endOf(mention));
    const edge = cut ? (isEnd ? endOf(cut) : cut.at) : at;
    return storedOf(partOf(shown, 0, edge)).length;
  };
  return { text: storedOf(shown), from: place(from, false), to: place(to, true) };
}

/** The place in the shown text. */
function shownPlace({ mentions }: Shown, stored: number): number {
  let at = stored;
  for (const mention of mentions) {
    if (at <= mention.at) break;
    at = Math.max(endOf(mention), at - mention.stored.length + mention.text.length);
  }
  return at;
}

/** Makes an edit of the stored text in the shown one. */
export function withStoredEdit(shown: Shown, { from, to, insert, select }: TextEdit) {
  const range = { from: shownPlace(shown, from), to: shownPlace(shown, to), insert: shownOf(insert) };
  const next = replaced(shown, range.from, range.to, range.insert);
  const [start, end] = select;
  return { ...range, select: [shownPlace(next, start), shownPlace(next, end)] as const };
}

/** Remembers whom a text mentions, since the browser's undo brings back only the text. */
export function remember(past: Map<string, Shown>, { text, mentions }: Shown): void {
  const known = past.get(text);
  // The same words once meant somebody else: undone, they mention those meant both times.
  const sure = known
    ? mentions.filter(({ at, stored }) =>
        known.mentions.some((mention) => mention.at === at && mention.stored === stored),
      )
    : mentions;
  past.set(text, { text, mentions: sure });
  let characters = 0;
  for (const kept of past.keys()) characters += kept.length;
  for (const oldest of past.keys()) {
    if (characters <= PAST_CHARACTERS) break;
    past.delete(oldest);
    characters -= oldest.length;
  }
}
