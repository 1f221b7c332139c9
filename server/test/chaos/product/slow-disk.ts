import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const PROGRAM = 'strace';
/** How long it may take until all threads of a process are held. */
const ATTACHED_MS = 3_000;

/**
 * Makes every wait for the disk of a running process take so much longer, by strace. All that it does gets slower, too: each of
 * its system calls stops twice.
 * @returns what ends it; null where there is no strace, or it may not trace
 */
export async function slowDisk(pid: number, delayMs: number): Promise<(() => Promise<void>) | null> {
  const calls = 'fdatasync,fsync';
  const delay = `inject=${calls}:delay_enter=${delayMs * 1000}`;
  const words = ['-f', '-o', '/dev/null', '-p', `${pid}`, '-e', `trace=${calls}`, '-e', delay];
  const strace = spawn(PROGRAM, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const isAttached = await attached(strace);
  const release = async (): Promise<void> => {
    if (strace.exitCode !== null || strace.signalCode !== null) return;
    const ended = once(strace, 'exit');
    strace.kill('SIGINT');
    await ended;
  };
  if (isAttached) return release;
  await release();
  return null;
}

function attached(strace: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ATTACHED_MS);
    const settle = (isAttached: boolean): void => {
      clearTimeout(timer);
      resolve(isAttached);
    };
    strace.once('error', () => settle(false));
    strace.once('exit', () => settle(false));
    strace.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('attached')) settle(true);
    });
  });
}

/** Whether this machine lets us slow down one of our processes. */
export async function canSlowDisk(): Promise<boolean> {
  const sleeper = spawn('sleep', ['30'], { stdio: 'ignore' });
  try {
    const release = sleeper.pid === undefined ? null : await slowDisk(sleeper.pid, 1);
    await release?.();
    return release !== null;
  } finally {
    sleeper.kill('SIGKILL');
  }
}
