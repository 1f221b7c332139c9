const REASONS = new Map<string | number, string>([
  ['EROFS', 'the file system is read-only'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['ENOSPC', 'the disk is full'],
  ['ENOENT', 'there is no such file or folder'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'it is not a folder'],
  ['EFBIG', 'the file may not grow any further'],
  ['EADDRINUSE', 'it is in use'],
  ['EDQUOT', 'the disk quota is used up'],
]);

/** Why a system call failed, in plain words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  return (code !== undefined && REASONS.get(code)) || error.message;
}
