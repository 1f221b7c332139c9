import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Exit codes of processes ended by a signal, as in a shell: 128 + the signal's number. */
const SIGNAL_EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 };
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

// `npm run doctor | head -1` has read enough: the rest is dropped.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});

/** One line about what happens now. */
export function say(text) {
  console.log(`livelane: ${text}`);
}

/** The path of an installed package's program. */
export function bin(name) {
  return path.join(root, 'node_modules', '.bin', name);
}

/**
 * Runs a program with this terminal and passes signals on to it.
 * @returns {Promise<number>} its exit code, as a shell would report it
 */
export function run(command, args, { cwd = root, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    const forward = (signal) => child.kill(signal);
    for (const signal of FORWARDED) process.on(signal, forward);
    const settle = () => {
      for (const signal of FORWARDED) process.off(signal, forward);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      settle();
      resolve(code ?? SIGNAL_EXIT_CODES[signal] ?? 1);
    });
  });
}

/** Seconds since `start` (performance.now()), for people: "1.2 s". */
export function since(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** Whether the file at `url` (import.meta.url) is the script that Node was asked to run. */
export function isMain(url) {
  return process.argv[1] === fileURLToPath(url);
}
