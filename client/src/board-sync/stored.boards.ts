import type { User } from '@livelane/shared/users/user.schema';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { STORED_BOARDS_DATABASE } from '../lib/session';
import type { BoardState, PersonalBoardState, ProjectBoardState } from './board.types';

/** A board as it was when it was kept; its view is made anew from it and the changes that wait. */
export type StoredBoard =
  | Omit<ProjectBoardState, 'view' | 'storedAt' | 'awaited'>
  | Omit<PersonalBoardState, 'view' | 'storedAt'>;

/** Boards that are kept at most: the ones that were looked at last. */
const MAX_BOARDS = 8;

interface Row {
  boardId: string;
  userId: string;
  /** When it was kept, milliseconds since 1970. */
  at: number;
  board: StoredBoard;
}

interface Schema extends DBSchema {
  boards: { key: string; value: Row; indexes: { at: number } };
  /** Who is signed in, and what his pages show beside boards. */
  user: { key: 'last'; value: { user: User; queries: unknown } };
}

const VERSION = 1;
let opened: Promise<IDBPDatabase<Schema>> | null = null;

/** The last boards of whoever is signed in, for when there is no server. Logging out deletes all of it. */
function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(STORED_BOARDS_DATABASE, VERSION, {
    upgrade(db) {
      db.createObjectStore('boards', { keyPath: 'boardId' }).createIndex('at', 'at');
      db.createObjectStore('user');
    },
    // Somebody logs out, perhaps in another tab.
    blocking: close,
    terminated: close,
  });
  return opened;
}

function close(): void {
  void opened?.then((db) => db.close()).catch(() => undefined);
  opened = null;
}

export async function keepBoard(userId: string, board: BoardState, at: number): Promise<void> {
  const { view: _view, storedAt: _storedAt, ...kept } = board;
  const db = await database();
  await db.put('boards', { boardId: board.id, userId, at, board: kept as StoredBoard });
  const keys = await db.getAllKeysFromIndex('boards', 'at');
  await Promise.all(keys.slice(0, -MAX_BOARDS).map((key) => db.delete('boards', key)));
}

/** Null when it was never kept, or for somebody else. */
export async function readStoredBoard(
  userId: string,
  boardId: string,
): Promise<{ board: StoredBoard; at: number } | null> {
  const row = await (await database()).get('boards', boardId);
  return row && row.userId === userId ? { board: row.board, at: row.at } : null;
}

export async function keepUser(user: User, queries: unknown): Promise<void> {
  const db = await database();
  const last = await db.get('user', 'last');
  // Whoever comes after another one finds nothing of his.
  if (last && last.user.id !== user.id) await db.clear('boards');
  await db.put('user', { user, queries }, 'last');
}

export async function readStoredUser(): Promise<{ user: User; queries: unknown } | null> {
  return (await (await database()).get('user', 'last')) ?? null;
}
