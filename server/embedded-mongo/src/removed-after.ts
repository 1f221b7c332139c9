import { rmSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Does work that makes these files and folders and needs them in between only, and removes those that are there at
 * its end: also where SIGINT or SIGTERM, which would let nothing else run, ends the process meanwhile.
 */
export async function removedAfter<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
  const remove = () => {
    for (const each of paths) rmSync(each, { recursive: true, force: true });
  };
  const stopListening = () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals) => {
    stopListening();
    remove();
    // Now without a listener, unless there is one for other work.
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    return await work();
  } finally {
    stopListening();
    remove();
  }
}
