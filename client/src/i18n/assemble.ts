/** A file of one area's texts exports them under the area's name. */
export type AreaModule = Record<string, Record<string, string>>;

/** A language's texts from its files, whatever areas there are; `languages.test.ts` checks that none is missing. */
export function assemble(files: Record<string, AreaModule>): Record<string, string> {
  return Object.assign({}, ...Object.values(files).flatMap((file) => Object.values(file)));
}
