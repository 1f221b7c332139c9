import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import path from 'node:path';
import { sealBackup, unsealBackup } from './backup-seal';
import { type EmbeddedMongo, startEmbeddedMongo } from './embedded-mongo';
import { acquireLock, type Lock, RENEWAL_MS } from './lock';
import { makeFolder } from './make-folder';
import { removedAfter } from './removed-after';
import { socketPathOf } from './socket-path';
import { DATA_FILE } from './storage/data-file';
import { openStore } from './storage/open';
import { verifyDataFile, verifyMeanwhile } from './storage/verify';
import { syncPath } from './sync-path';
import { reasonOf } from './system-error';
import type { Value } from './values/value';
import { runCommand } from './wire/client';

/** Where the data go that a restore replaces; where that is taken, a number follows. */
const REPLACED_FILE = 'data.mdb.before-restore';

/**
 * Writes a consistent copy of a data folder to a new file, whether or not a process serves it at the moment; clients
 * continue meanwhile. The file appears when it is complete and on disk.
 * @throws Error if the file exists or cannot be written.
 */
export async function backupEmbeddedMongo(options: { folder: string; file: string }): Promise<void> {
  const file = path.resolve(options.file);
  if (existsSync(file)) throw new Error(`${file} exists already`);
  const partial = `${file}.partial`;
  const database = await startEmbeddedMongo({ folder: options.folder, mustExist: true });
  try {
    rmSync(partial, { force: true });
    await removedAfter([partial, `${partial}.folder`], async () => {
      await copyOf(database, partial);
      await sealBackup(partial);
      syncPath(partial);
      verifyDataFile(partial, 'whole');
      renameSync(partial, file);
      syncPath(path.dirname(file));
    });
  } catch (error) {
    throw new Error(`the back-up to ${file} failed: ${reasonOf(error)}`, { cause: error });
  } finally {
    await database.close();
  }
}

/** The process that serves the folder makes it: this one, or a server. */
async function copyOf({ socket, owner }: EmbeddedMongo, file: string): Promise<void> {
  const command = new Map<string, Value>([
    ['backupDataFile', file],
    ['$db', 'admin'],
  ]);
  try {
    await runCommand(socket, command);
  } catch (error) {
    const by = owner ? '' : ' (it is written by the server that runs, as its user)';
    throw new Error(`${reasonOf(error)}${by}`, { cause: error });
  }
}

/**
 * Puts a back-up into a data folder that no process serves.
 * @param options.move the file is of use to nobody else: it need not be copied
 * @param options.replace the folder may hold data: they are kept as `data.mdb.before-restore`, `data.mdb.before-restore-2` …
 * @throws Error if the folder is in use, or holds data and `replace` is not set, or the back-up is damaged or newer.
 */
export async function restoreEmbeddedMongo(options: {
  folder: string;
  file: string;
  move?: boolean;
  replace?: boolean;
}): Promise<void> {
  const isNew = !existsSync(options.folder);
  makeFolder(path.resolve(options.folder));
  const folder = realpathSync(options.folder);
  if (isNew) giveToOwnerOf(path.dirname(folder), folder);
  const lock = await lockToRestore(folder);
  // From another container its age is all that one sees of the lock. So nothing here that takes long may hold up the process.
  const renewals = setInterval(lock.renew, RENEWAL_MS);
  try {
    assertMayReplace(folder, options.replace);
    const target = path.join(folder, DATA_FILE);
    const draft = path.join(folder, 'restoring');
    rmSync(draft, { recursive: true, force: true });
    await removedAfter([draft], async () => {
      mkdirSync(draft, { mode: 0o700 });
      const copy = path.join(draft, DATA_FILE);
      if (!(options.move && couldRename(options.file, copy))) await copyBackup(options.file, copy);
      // A copy has the mode of its original, which may be kept where nobody can change it.
      chmodSync(copy, 0o600);
      // Before it is opened: an empty file would become an empty database.
      await verifyBackup(options.file, copy);
      // Opening checks its version before anything is replaced.
      await openStore(draft, { relaxed: false }).close();
      giveToOwnerOf(folder, copy);
      await syncContent(copy);
      if (existsSync(target)) keepAs(target, freeName(path.join(folder, REPLACED_FILE)));
      rmSync(`${target}-lock`, { force: true });
      renameSync(copy, target);
      syncPath(folder);
    });
  } finally {
    clearInterval(renewals);
    lock.release();
  }
}

/**
 * For a caller who prepares a back-up first, which takes time and room.
 * @throws Error if `restoreEmbeddedMongo` would refuse the folder now
 */
export async function assertRestorable(options: { folder: string; replace: boolean }): Promise<void> {
  if (!existsSync(options.folder)) return;
  const folder = realpathSync(options.folder);
  (await lockToRestore(folder)).release();
  assertMayReplace(folder, options.replace);
}

async function lockToRestore(folder: string): Promise<Lock> {
  const lock = await acquireLock(folder, socketPathOf(folder));
  if ('owner' in lock) throw new Error(`${folder} is in use by process ${lock.owner.pid}: stop it first`);
  return lock;
}

function assertMayReplace(folder: string, mayReplace = false): void {
  if (existsSync(path.join(folder, DATA_FILE)) && !mayReplace)
    throw new Error(`${folder} holds data already`);
}

/** @throws Error that names the file as the caller knows it */
async function copyBackup(file: string, copy: string): Promise<void> {
  try {
    await copyFile(file, copy);
  } catch (error) {
    throw new Error(`${file} cannot be copied: ${reasonOf(error)}`, { cause: error });
  }
}

/** As `syncPath`; of a copy, all of which may still have to be written. */
async function syncContent(file: string): Promise<void> {
  const opened = await open(file);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** Root restores for the user whose folder it is: their program could not open a file of root's. */
function giveToOwnerOf(folder: string, made: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  chownSync(made, uid, gid);
}

/** False for a file on another disk. */
function couldRename(file: string, name: string): boolean {
  try {
    renameSync(file, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EXDEV') return false;
    throw error;
  }
}

async function verifyBackup(file: string, copy: string): Promise<void> {
  try {
    await unsealBackup(copy);
    await verifyMeanwhile(copy);
  } catch (error) {
    throw new Error(`${file} cannot be restored, ${reasonOf(error)}. Nothing was changed.`, { cause: error });
  }
}

/** Gives a file that is about to be replaced a second name: a folder without data would be given an empty database. */
function keepAs(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    // Some disks know one name for each file.
    renameSync(file, name);
  }
}

/** The name itself, or the first of `name-2`, `name-3` … that no file has. */
function freeName(name: string): string {
  let free = name;
  for (let number = 2; existsSync(free); number++) free = `${name}-${number}`;
  return free;
}
