import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type LivelaneProcess, startLivelane } from '../livelane.process';
import { signIn } from '../team';
import { HttpConnection } from './http.client';
import { within } from './limit';
import { PASSWORD } from './seed';

/** What `npm start` sets as well. */
const AS_NPM_START = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '1' };

/** A folder that is gone afterwards. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'livelane-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The production server on that folder while `work` runs. */
export async function withLivelane<T>(
  dataDir: string,
  work: (server: LivelaneProcess) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  const server = await startLivelane({ dataDir, env: { ...AS_NPM_START, ...env } });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** An access token of each of these made-up users. */
export async function tokensOf(url: string, emails: readonly string[]): Promise<string[]> {
  const tokens: string[] = [];
  for (const email of emails) tokens.push((await within('login', signIn(url, email, PASSWORD))).token);
  return tokens;
}

export async function openConnections(url: string, count: number): Promise<HttpConnection[]> {
  return Promise.all(Array.from({ length: count }, () => HttpConnection.open(url)));
}

/** Memory of a process in megabytes, as resident pages: those of the data file, too. */
export function residentMegabytes(pid: number): number {
  if (process.platform !== 'linux') {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
  }
  return statusMegabytes(pid, 'VmRSS');
}

/** The part of it that is the process's own: not pages of files, which the system takes back when it needs room. Linux only. */
export function ownMegabytes(pid: number): number | null {
  return process.platform === 'linux' ? statusMegabytes(pid, 'RssAnon') : null;
}

/** Both, each with what it counts. */
export function memorySizes(pid: number): Array<[what: string, megabytes: number]> {
  const own = ownMegabytes(pid);
  const sizes: Array<[string, number]> = [['with pages of the data file', residentMegabytes(pid)]];
  return own === null ? sizes : [['its own', own], ...sizes];
}

function statusMegabytes(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}
