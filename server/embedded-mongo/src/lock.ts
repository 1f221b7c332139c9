import { readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createFile } from './create-file';
import { guardFolder } from './folder-guard';
import { identityOf } from './folder-identity';
import { connectedTo, socketInside } from './socket-path';

const LOCK_FILE = 'embedded-mongo.lock';

/** An unreadable lock younger than this may be one that is being written. */
const FRESH_MS = 1000;
/** How long an owner may take from its lock to serving its socket. */
const STARTING_MS = 10_000;
/** How often an owner that does not serve renews its lock. */
export const RENEWAL_MS = STARTING_MS / 2;
/** An owner elsewhere must not answer for so long: its thread may have died, which it is about to notice. */
const SILENT_MS = 1000;
/** How long the holder of a folder may take to write its name into the lock, which it does when it is sure of it. */
const NAMELESS_MS = 2 * STARTING_MS;
const POLL_MS = 25;

/** Who owns a data folder. */
export interface Owner {
  readonly pid: number;
  /** The process's start time and place from the system: a pid alone may have been reused, or be of another container. */
  readonly started: string;
  /** The folder's identity, which a copy of the lock in a copy of the folder lacks; absent in locks of former versions. */
  readonly folder?: string;
  /** Where it listens, as this process sees it. */
  readonly socket: string;
}

export interface Lock {
  /** Says that the owner lives though it does not serve: in other containers that is all one knows of it. */
  renew(): void;
  release(): void;
}

/** Folders that this very process owns, and their guards: a restarted container may find its own pid in an old lock. */
const own = new Map<string, () => void>();

/**
 * Tries to become the owner of a folder. Returns the living owner instead if there is one; the lock of a dead process
 * is taken over. An owner in another container looks dead by its pid, so the folder's socket is asked as well.
 * Only who holds the folder's guard touches the lock: of several who find the same stale lock one replaces it.
 * @throws Error if someone holds the folder and does not say who it is
 */
export async function acquireLock(folder: string, socket: string): Promise<Lock | { owner: Owner }> {
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
    const owner = await livingOwner(folder, readOwner(file));
    if (owner) return { owner };
    if (Date.now() > giveUp) throw new Error(`${folder} is held by a process that does not say who it is`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function takeLock(
  folder: string,
  file: string,
  socket: string,
  unguard: () => void,
): Promise<Lock | { owner: Owner }> {
  const mine: Owner = {
    pid: process.pid,
    started: processOf(process.pid)?.started ?? '',
    folder: identityOf(folder),
    socket,
  };
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(mine)}\n`, { mode: 0o600 });
  const asksSince = Date.now();
  try {
    for (;;) {
      if (createFile(draft, file)) {
        own.set(folder, unguard);
        return { renew: () => renew(file, mine), release: () => release(folder, file, mine) };
      }
      const found = readOwner(file);
      const owner = await livingOwner(folder, found);
      if (owner) return { owner };
      const isFar = found !== undefined && isElsewhere(found, mine);
      const mayComeMs = isFar ? STARTING_MS : found ? 0 : FRESH_MS;
      const mayBeNoticing = isFar && Date.now() < asksSince + SILENT_MS;
      if (mayBeNoticing || isYounger(file, mayComeMs))
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      else removeStale(file, found);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function isYounger(file: string, ms: number): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return false;
  const age = Date.now() - stat.mtimeMs;
  // One from the future was written by another clock: nothing is known of its age.
  return age >= 0 && age < ms;
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
  if (moved && JSON.stringify(moved) !== JSON.stringify(stale)) createFile(aside, file);
  rmSync(aside, { force: true });
}

function renew(file: string, mine: Owner): void {
  if (isOf(mine, file)) utimesSync(file, new Date(), new Date());
}

function release(folder: string, file: string, mine: Owner): void {
  if (isOf(mine, file)) rmSync(file, { force: true });
  own.get(folder)?.();
  own.delete(folder);
}

function isOf(mine: Owner, file: string): boolean {
  const owner = readOwner(file);
  return owner?.pid === mine.pid && owner.started === mine.started;
}

/**
 * An owner that lives, with the socket on which it answers here. Another container may see the folder under another path,
 * and its own name for the socket may lead to a stranger here.
 */
async function livingOwner(folder: string, owner: Owner | undefined): Promise<Owner | undefined> {
  if (!owner) return undefined;
  const isKnown = isAlive(owner, folder);
  const inside = socketInside(folder);
  for (const socket of isKnown ? [owner.socket, inside] : [inside]) {
    if (await isServed(socket)) return { ...owner, socket };
  }
  return isKnown ? owner : undefined;
}

async function isServed(socket: string): Promise<boolean> {
  const connection = await connectedTo(socket);
  connection?.destroy();
  return connection !== undefined;
}

function isAlive(owner: Owner, folder: string): boolean {
  if (isOfAnotherFolder(owner, folder)) return false;
  if (owner.pid === process.pid) return own.has(folder);
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const found = processOf(owner.pid);
  if (!found) return !isOlderThanBoot(path.join(folder, LOCK_FILE));
  return !found.isDead && (owner.started === '' || found.started === owner.started);
}

/** Whether the lock came with a copy of its folder. Another system, as that of a virtual machine, has other identities. */
function isOfAnotherFolder(owner: Owner, folder: string): boolean {
  const [theirs, ours] = [owner.started, processOf(process.pid)?.started ?? ''].map(
    (started) => /@(\S+)/.exec(started)?.[1],
  );
  return (
    theirs !== undefined &&
    theirs === ours &&
    owner.folder !== undefined &&
    owner.folder !== identityOf(folder)
  );
}

/** Whether a lock was left before the machine was started, so that its pid may be anyone's. */
function isOlderThanBoot(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat !== undefined && stat.mtimeMs < Date.now() - os.uptime() * 1000;
}

/** Whether the owner's pid says nothing here: it is, or was, in another container. */
function isElsewhere(owner: Owner, mine: Owner): boolean {
  const [theirs, ours] = [owner, mine].map(({ started }) => / (pid:.+)$/.exec(started)?.[1]);
  return theirs !== undefined && ours !== undefined && theirs !== ours;
}

/**
 * A process that the system knows; undefined where /proc is not there. `started` is its start in clock ticks since
 * boot, with the boot's id and that of the container (its pid namespace). A dead one stays known until its parent asks.
 */
function processOf(pid: number): { started: string; isDead: boolean } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', ...others] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return {
      started: `${others[18]}@${boot} ${readlinkSync('/proc/self/ns/pid')}`,
      isDead: state === 'Z' || state === 'X',
    };
  } catch {
    return undefined;
  }
}
