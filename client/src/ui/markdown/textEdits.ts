/** A text and its selection. */
export interface Selected {
  text: string;
  from: number;
  to: number;
}

/** The replacement of `from`..`to`, and the selection afterwards. */
export interface TextEdit {
  from: number;
  to: number;
  insert: string;
  select: [number, number];
}

/** Puts a mark on both sides of the selection, or removes it. */
export function wrapped({ text, from, to }: Selected, mark: string): TextEdit {
  const { length } = mark;
  const inner = text.slice(from, to);
  const isMarked = text.slice(from - length, from) === mark && text.slice(to, to + length) === mark;
  if (isMarked)
    return { from: from - length, to: to + length, insert: inner, select: [from - length, to - length] };
  return { from, to, insert: mark + inner + mark, select: [from + length, to + length] };
}

/** Puts a mark before each selected line, or removes it if all have it. */
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

/** Turns the selection into a link; without an address, a placeholder is selected to be overwritten. */
export function linked({ text, from, to }: Selected, href = 'https://'): TextEdit {
  const label = text.slice(from, to);
  const insert = `[${label}](${href})`;
  const atAddress = from + label.length + 3;
  const after = from + insert.length;
  return { from, to, insert, select: href === 'https://' ? [atAddress, after - 1] : [after, after] };
}

/** Whether a text is only an address: pasted over a selection, it makes this a link. */
export const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);

/** The text typed after an @ at the caret, and where it begins; null if no name is being typed. */
export function typedMention({ text, from, to }: Selected): { query: string; at: number } | null {
  if (from !== to) return null;
  const found = /(?<![\w.%+-])@([^\s@[\]()]{0,30}(?: [^\s@[\]()]{1,30})?)$/u.exec(text.slice(0, from));
  return found ? { query: found[1] ?? '', at: found.index } : null;
}

/** A mention in Markdown. */
export function mentionOf({ id, name }: { id: string; name: string }): string {
  return `@[${name.replace(/[\\[\]]/g, '\\$&')}](user:${id}) `;
}
