/** A text and what is selected of it. */
export interface Selected {
  text: string;
  from: number;
  to: number;
}

/** What takes the place of `from`..`to`, and what is selected afterwards. */
export interface TextEdit {
  from: number;
  to: number;
  insert: string;
  select: [number, number];
}

/** Puts a mark on both sides of the selection, or takes it away. */
export function wrapped({ text, from, to }: Selected, mark: string): TextEdit {
  const { length } = mark;
  const inner = text.slice(from, to);
  const isMarked = text.slice(from - length, from) === mark && text.slice(to, to + length) === mark;
  if (isMarked)
    return { from: from - length, to: to + length, insert: inner, select: [from - length, to - length] };
  return { from, to, insert: mark + inner + mark, select: [from + length, to + length] };
}

/** Puts a mark before each selected line, or takes it away where all have it. */
export function prefixed({ text, from, to }: Selected, mark: string): TextEdit {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const newline = text.indexOf('\n', to);
  const end = newline < 0 ? text.length : newline;
  const lines = text.slice(start, end).split('\n');
  const isMarked = lines.every((line) => line.startsWith(mark));
  const insert = lines.map((line) => (isMarked ? line.slice(mark.length) : mark + line)).join('\n');
  const isEmpty = from === to;
  return {
    from: start,
    to: end,
    insert,
    select: [isEmpty ? start + insert.length : start, start + insert.length],
  };
}

/** The selection as a link to an address; without one, its words are selected to be typed. */
export function linked({ text, from, to }: Selected, href = 'https://'): TextEdit {
  const label = text.slice(from, to);
  const insert = `[${label}](${href})`;
  const atAddress = from + label.length + 3;
  const after = from + insert.length;
  return { from, to, insert, select: href === 'https://' ? [atAddress, after - 1] : [after, after] };
}

/** An address alone: pasted over a selection, it makes a link of it. */
export const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);

/** What is typed after an @ at the caret, and where it begins; null: no name is being typed. */
export function typedMention({ text, from, to }: Selected): { query: string; at: number } | null {
  if (from !== to) return null;
  const found = /(?<![\w.%+-])@([^\s@[\]()]{0,30}(?: [^\s@[\]()]{1,30})?)$/u.exec(text.slice(0, from));
  return found ? { query: found[1] ?? '', at: found.index } : null;
}

/** A name as a text has it. */
export function mentionOf({ id, name }: { id: string; name: string }): string {
  return `@[${name.replace(/[\\[\]]/g, '\\$&')}](user:${id}) `;
}

/** Does a name or a part of it begin like this, whatever its accents and case? */
export function beginsLike(name: string, query: string): boolean {
  const [plain, wanted] = [plainOf(name), plainOf(query)];
  return plain.startsWith(wanted) || plain.split(' ').some((part) => part.startsWith(wanted));
}

const plainOf = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
