import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, symlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Unix socket paths end at 108 bytes on Linux and 104 on macOS, the closing zero included. */
const MAX_SOCKET_PATH_BYTES = 103;
const SOCKET_FILE = 'mongo.sock';

/**
 * Where the server of a data folder listens: in the folder, or, if that path is too long, in a folder of our own
 * (mode 0700) under the system's folder for temporary files.
 */
export function socketPathOf(folder: string): string {
  const inside = path.join(folder, SOCKET_FILE);
  return isShort(inside) ? inside : path.join(shortFolderOf(folder), SOCKET_FILE);
}

/**
 * The socket in the folder itself, which is the same one by whatever path a process sees the folder. If that path is too
 * long, it leads through a link.
 */
export function socketInside(folder: string): string {
  const inside = path.join(folder, SOCKET_FILE);
  if (isShort(inside)) return inside;
  const link = path.join(shortFolderOf(folder), 'folder');
  try {
    symlinkSync(folder, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return path.join(link, SOCKET_FILE);
}

const isShort = (socket: string): boolean => Buffer.byteLength(socket) <= MAX_SOCKET_PATH_BYTES;

function shortFolderOf(folder: string): string {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const short = path.join(os.tmpdir(), `embedded-mongo-${os.userInfo().uid}-${hash}`);
  mkdirSync(short, { recursive: true, mode: 0o700 });
  const stat = lstatSync(short);
  if (!stat.isDirectory() || (stat.uid !== os.userInfo().uid && process.platform !== 'win32')) {
    throw new Error(`${short} is not a folder of this user: the database's socket cannot be put there`);
  }
  chmodSync(short, 0o700);
  return short;
}

/** A connection to a listening socket, or undefined if nobody listens. */
export function connectedTo(socket: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => {
      connection.removeAllListeners('error');
      connection.on('error', () => connection.destroy());
      connection.resume();
      resolve(connection);
    });
    connection.once('error', () => resolve(undefined));
  });
}
