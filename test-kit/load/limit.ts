/** Timeout of measured work: anything longer will never end. */
export const LIMIT_MS = 30_000;

/** The promise's value. @throws Error naming the missing result after the timeout */
export async function within<T>(what: string, promise: Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing came for ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
