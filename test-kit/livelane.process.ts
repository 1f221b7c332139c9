import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { repositoryRoot } from './repositoryRoot';

/** A cold start on a busy machine. */
const START_TIMEOUT_MS = 90_000;
/** Longer than the server's own limit for an orderly end. */
const STOP_TIMEOUT_MS = 30_000;
const READY = /Livelane is ready: (\S+)/;

/** The built server as a process group of its own. */
export interface LivelaneProcess {
  /** Of the program that was started. */
  pid: number;
  /** Without a slash at its end. */
  url: string;
  /** Everything that it has printed. */
  output(): string;
  /** SIGKILL for the whole group: nothing gets to finish. */
  kill(): Promise<void>;
  /** SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
}

interface StartOptions {
  dataDir: string;
  env?: Record<string, string>;
  /** Program and arguments; the built server when absent. */
  command?: readonly [string, ...string[]];
  /** Called with the server's output so far, also before it is ready. */
  onOutput?: (output: string) => void;
}

/** Starts the built server on 127.0.0.1 and waits until it reports that it is ready. */
export async function startLivelane(options: StartOptions): Promise<LivelaneProcess> {
  const { dataDir, env = {}, command, onOutput } = options;
  const root = repositoryRoot();
  const [program, ...args] = command ?? [process.execPath, path.join(root, 'server/dist/main.js')];
  const child = spawn(program, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      onOutput?.(output);
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const url = await address(child, () => output);
  if (child.pid === undefined) throw new Error(`${program} did not start`);
  return {
    pid: child.pid,
    url,
    output: () => output,
    async kill() {
      signalGroup(child, 'SIGKILL');
      await ended;
    },
    async stop() {
      signalGroup(child, 'SIGTERM');
      const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_TIMEOUT_MS);
      const code = await ended;
      clearTimeout(timer);
      return code;
    },
  };
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function address(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      signalGroup(child, 'SIGKILL');
      reject(new Error(`${why}:\n${output()}`));
    };
    const timer = setTimeout(() => fail('the server is not ready in time'), START_TIMEOUT_MS);
    const ended = () => {
      clearTimeout(timer);
      fail('the server ended before it was ready');
    };
    const look = () => {
      const found = READY.exec(output())?.[1];
      if (!found) return;
      clearTimeout(timer);
      child.off('exit', ended);
      child.stdout?.off('data', look);
      resolve(found.replace(/\/$/, ''));
    };
    child.stdout?.on('data', look);
    child.once('error', (error) => fail(error.message));
    child.once('exit', ended);
  });
}
