/** A file of one area's texts exports them under the area's name. */
export type AreaModule = Record<string, Record<string, string>>;

/** A language's texts from the files of all areas; `languages.test.ts` checks that none is missing. */
export function assemble(files: Record<string, AreaModule>): Record<string, string> {
  return Object.assign({}, ...Object.values(files).flatMap((file) => Object.values(file)));
}
