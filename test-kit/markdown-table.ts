/**
 * The cells of the rows below a line that heads a table of a Markdown document, indented or not. A `|` in a cell is
 * written `\|`.
 * @throws when no line of the document begins with `header`
 */
export function tableRows(document: string, header: string): string[][] {
  const lines = document.split('\n').map((line) => line.trim());
  const start = lines.findIndex((line) => line.startsWith(header));
  if (start < 0) throw new Error(`there is no table ${header}`);
  const below = lines.slice(start + 2);
  const end = below.findIndex((line) => !line.startsWith('|'));
  return below.slice(0, end < 0 ? undefined : end).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}
