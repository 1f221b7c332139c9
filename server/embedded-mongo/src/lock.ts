import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { guardFolder } from './folder-guard';
import { connectedTo } from './socket-path';

const LOCK_FILE = 'embedded-mongo.lock';

/** An unreadable lock younger than this may be one that is being written. */
const FRESH_MS = 1000;
/** How long the holder of a folder may take to write its name into the lock. */
const NAMELESS_MS = 10_000;
const POLL_MS = 25;

/** Who owns a data folder. */
export interface Owner {
  readonly pid: number;
  /** The process's start time from the system: a pid alone may have been reused. */
  readonly started: string;
  readonly socket: string;
}

/** Folders that this very process owns, and their guards: a restarted container may find its own pid in an old lock. */
const own = new Map<string, () => void>();

/**
 * Tries to become the owner of a folder. Returns the living owner instead if there is one; the lock of a dead process
 * is taken over. An owner in another container looks dead by its pid, so its socket is asked as well.
 * Only who holds the folder's guard touches the lock: of several who find the same stale lock one replaces it.
 * @throws Error if someone holds the folder and does not say who it is
 */
export async function acquireLock(
  folder: string,
  socket: string,
): Promise<{ release(): void } | { owner: Owner }> {
  const file = path.join(folder, LOCK_FILE);
  const giveUp = Date.now() + NAMELESS_MS;
  for (;;) {
    const unguard = await guardFolder(folder);
    if (unguard) {
      try {
        return await takeLock(folder, file, socket, unguard);
      } finally {
        if (!own.has(folder)) unguard();
      }
    }
    const owner = readOwner(file);
    if (owner && isAlive(owner, folder)) return { owner };
    if (Date.now() > giveUp) throw new Error(`${folder} is held by a process that does not say who it is`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function takeLock(
  folder: string,
  file: string,
  socket: string,
  unguard: () => void,
): Promise<{ release(): void } | { owner: Owner }> {
  const mine: Owner = { pid: process.pid, started: startOf(process.pid) ?? '', socket };
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(mine)}\n`, { mode: 0o600 });
  try {
    for (;;) {
      if (create(draft, file)) {
        own.set(folder, unguard);
        return { release: () => release(folder, file, mine) };
      }
      const owner = readOwner(file);
      if (owner && (isAlive(owner, folder) || (await isServed(owner.socket)))) return { owner };
      if (!owner && isFresh(file)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      else removeStale(file, owner);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Gives the draft the lock's name; false if the name is taken. */
function create(draft: string, file: string): boolean {
  try {
    // A link appears with its content or not at all. File systems without links get a file that is written in place.
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      writeFileSync(file, readFileSync(draft), { flag: 'wx', mode: 0o600 });
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** True for a lock that may just be being written. */
function isFresh(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs < FRESH_MS;
}

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

/** Moves a stale lock aside; if another process was quicker and the lock is a new one, puts it back. */
function removeStale(file: string, stale: Owner | undefined): void {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = readOwner(aside);
  if (moved && JSON.stringify(moved) !== JSON.stringify(stale)) create(aside, file);
  rmSync(aside, { force: true });
}

function release(folder: string, file: string, mine: Owner): void {
  const owner = readOwner(file);
  if (owner && owner.pid === mine.pid && owner.started === mine.started) rmSync(file, { force: true });
  own.get(folder)?.();
  own.delete(folder);
}

async function isServed(socket: string): Promise<boolean> {
  const connection = await connectedTo(socket);
  connection?.destroy();
  return connection !== undefined;
}

function isAlive(owner: Owner, folder: string): boolean {
  if (owner.pid === process.pid) return own.has(folder);
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const started = startOf(owner.pid);
  return started === undefined || owner.started === '' || started === owner.started;
}

/** Start time of a process in clock ticks since boot, with the boot's own id; undefined where /proc is not there. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${afterName[19]}@${statSync('/proc/1').ctimeMs}`;
  } catch {
    return undefined;
  }
}
