import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A program of this folder in a process of its own, to be killed. Its lines of output can be awaited. */
export class Child {
  private constructor(
    readonly process: ChildProcess,
    private readonly lines: AsyncIterator<string>,
  ) {}

  static start(program: string, ...args: string[]): Child {
    return Child.spawn([process.execPath, '--import', 'tsx', path.join(__dirname, program), ...args]);
  }

  /** Like `start`, but no file may grow past this size: the system then refuses writes as on a full disk. */
  static startLimited(kilobytes: number, program: string, ...args: string[]): Child {
    const file = path.join(__dirname, program);
    const script = `trap '' XFSZ; ulimit -f ${kilobytes}; exec "$@"`;
    return Child.spawn(['bash', '-c', script, 'bash', process.execPath, '--import', 'tsx', file, ...args]);
  }

  private static spawn([command, ...args]: string[]): Child {
    const child = spawn(command as string, args, {
      // LMDB writes of its own accord about refused writes to stderr.
      stdio: ['pipe', 'pipe', 'pipe'],
      cwd: path.join(__dirname, '..', '..'),
    });
    child.stderr.resume();
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return new Child(child, lines);
  }

  /** Sends it a line of input. */
  say(line: string): void {
    this.process.stdin?.write(`${line}\n`);
  }

  /** The next line that it prints; undefined at its end. */
  async line(): Promise<string | undefined> {
    const { value, done } = await this.lines.next();
    return done ? undefined : value;
  }

  /** SIGKILL, and the lines that it had printed by then. */
  async kill(): Promise<string[]> {
    const exited = this.process.exitCode === null && this.process.signalCode === null;
    this.process.kill('SIGKILL');
    if (exited) await once(this.process, 'exit');
    const rest: string[] = [];
    for (let line = await this.line(); line !== undefined; line = await this.line()) rest.push(line);
    return rest;
  }
}
