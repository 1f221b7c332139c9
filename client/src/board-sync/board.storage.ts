import type { ColumnsSettings } from '@livelane/shared/boards/column.settings';
import type { CommentsPage } from '@livelane/shared/comments/comment.schema';
import { withFieldDefaults } from '@livelane/shared/tasks/task.conversions';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import type { User } from '@livelane/shared/users/user.schema';
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { STORED_BOARDS_DATABASE } from '#lib/session';
import {
  type BoardState,
  type Cards,
  PERSONAL_BOARD,
  type PersonalBoardState,
  type ProjectBoardState,
  perState,
} from './board.types';
import type { Thread } from './comment.threads';
import { type StoredQueries, withFormer, withoutThose } from './stored.queries';

/** A stored board; its view is rebuilt from it and the waiting changes. */
export type StoredBoard =
  | Omit<ProjectBoardState, 'view' | 'storedAt' | 'awaited'>
  | Omit<PersonalBoardState, 'view' | 'storedAt'>;

/** Most boards that are stored: those viewed last. */
const MAX_BOARDS = 8;
/** Most tasks whose comments are stored. */
const MAX_THREADS = 100;
/** Cards that are copied at a time: takes a slow phone less than a fiftieth of a second. */
const PART_CARDS = 250;

/** A board without its cards. */
interface Row {
  boardId: string;
  userId: string;
  /** When it was kept, milliseconds since 1970. */
  at: number;
  /** Its own stamp tells a tab that it wrote the cards last. */
  stamp: string;
  board: Record<string, unknown>;
}

/** Some cards of a column. */
interface Part {
  boardId: string;
  state: TaskState;
  /** From 0 in its column. */
  index: number;
  cards: StoredTask[];
}

/** The last known comments of a task, with their page. */
interface ThreadRow {
  taskId: string;
  userId: string;
  /** When they were kept, milliseconds since 1970. */
  at: number;
  projectId: string;
  page: CommentsPage;
}

interface Schema extends DBSchema {
  boards: { key: string; value: Row; indexes: { at: number } };
  parts: { key: [boardId: string, state: string, index: number]; value: Part };
  threads: { key: string; value: ThreadRow; indexes: { at: number } };
  /** The signed-in user, and the data of their pages besides boards. */
  user: { key: 'last'; value: { user: User; queries: unknown } };
}

/** The stores with data of one person's boards. */
const OWN_STORES = ['boards', 'parts', 'threads'] as const;

type Writing = IDBPTransaction<Schema, ('boards' | 'parts')[], 'readwrite'>;

/** In version 1 a board was one row with all its cards; version 2 kept no comments. */
const VERSION = 3;
let opened: Promise<IDBPDatabase<Schema>> | null = null;
/** With which of its board's versions this tab has stored a column last. Holds no board that has been left. */
const stamps = new WeakMap<Cards, string>();

/** The last boards of the signed-in user, for use without a server. Logging out deletes all of it. */
function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(STORED_BOARDS_DATABASE, VERSION, {
    upgrade(db) {
      for (const name of db.objectStoreNames) db.deleteObjectStore(name);
      db.createObjectStore('boards', { keyPath: 'boardId' }).createIndex('at', 'at');
      db.createObjectStore('parts', { keyPath: ['boardId', 'state', 'index'] });
      db.createObjectStore('threads', { keyPath: 'taskId' }).createIndex('at', 'at');
      db.createObjectStore('user');
    },
    // The user logs out, perhaps in another tab.
    blocking: close,
    terminated: close,
  }).catch((error: unknown) => {
    // There may be room later.
    opened = null;
    throw error;
  });
  return opened;
}

function close(): void {
  void opened?.then((db) => db.close()).catch(() => undefined);
  opened = null;
}

/**
 * Stores a board in place of its former copy: all of it or, if anything fails or the page ends, nothing. Its cards are
 * copied in parts, each in a task of its own, and only for the columns that have changed since.
 */
export async function keepBoard(userId: string, board: BoardState, at: number): Promise<void> {
  const { view: _view, storedAt: _storedAt, base, ...head } = board;
  const tx = (await database()).transaction(['boards', 'parts'], 'readwrite');
  const stamp = `${at} ${Math.random()}`;
  try {
    const boards = tx.objectStore('boards');
    const before = await boards.get(board.id);
    // Another tab may have stored another version meanwhile.
    const known = before?.userId === userId ? before.stamp : null;
    for (const state of taskStates)
      if (stamps.get(base[state]) !== known) await keepColumn(tx, board.id, state, base[state]);
    await boards.put({ boardId: board.id, userId, at, stamp, board: head });
    const oldest = (await boards.index('at').getAllKeys()).slice(0, -MAX_BOARDS);
    for (const boardId of oldest) {
      await boards.delete(boardId);
      await tx.objectStore('parts').delete(partsOf(boardId));
    }
    await tx.done;
  } catch (error) {
    abort(tx);
    throw error;
  }
  for (const state of taskStates) stamps.set(base[state], stamp);
}

/**
 * Counts a stored board as viewed at this time, as which it is unchanged.
 * @returns false if it is not stored
 */
export async function touchBoard(userId: string, boardId: string, at: number): Promise<boolean> {
  const tx = (await database()).transaction('boards', 'readwrite');
  const row = await tx.store.get(boardId);
  const isStored = row?.userId === userId;
  if (isStored) await tx.store.put({ ...row, at });
  await tx.done;
  return isStored;
}

/** Waiting for each part lets frames and inputs in between; the transaction stays open. */
async function keepColumn(tx: Writing, boardId: string, state: TaskState, column: Cards): Promise<void> {
  const parts = tx.objectStore('parts');
  await parts.delete(partsOf(boardId, state));
  const cards = Object.values(column);
  for (let index = 0; index * PART_CARDS < cards.length; index++) {
    const from = index * PART_CARDS;
    await parts.put({ boardId, state, index, cards: cards.slice(from, from + PART_CARDS) });
  }
}

/** Without it, the writes before a failure would be committed. */
function abort(tx: Writing): void {
  tx.done.catch(() => undefined);
  try {
    tx.abort();
  } catch {
    // It has ended by itself.
  }
}

/** An array sorts after every text and number. */
const partsOf = (...key: string[]) => IDBKeyRange.bound(key, [...key, []]);

/** Null if it was never stored, or for someone else. */
export async function readStoredBoard(
  userId: string,
  boardId: string,
): Promise<{ board: StoredBoard; at: number } | null> {
  const tx = (await database()).transaction(['boards', 'parts']);
  const row = await tx.objectStore('boards').get(boardId);
  if (row?.userId !== userId) return null;
  const base = perState<Cards>(() => ({}));
  for (const { state, cards } of await tx.objectStore('parts').getAll(partsOf(boardId)))
    for (const card of cards) base[state][card.id] = withFieldDefaults(card);
  return { board: { settings: {}, ...row.board, base } as StoredBoard, at: row.at };
}

/** The settings of columns of the stored boards, by project. */
export async function readStoredColumns(userId: string): Promise<Record<string, ColumnsSettings>> {
  const rows = await (await database()).getAll('boards');
  return Object.fromEntries(
    rows
      .filter((row) => row.userId === userId)
      .map(({ boardId, board }) => [boardId, (board as { settings?: ColumnsSettings }).settings ?? {}]),
  );
}

/** Stores the newest comments of a task in place of their former copy. */
export async function keepThread(userId: string, thread: Thread, at: number): Promise<void> {
  const { taskId, projectId, comments, next, v, people } = thread;
  const page = { comments, next, v, people: Object.values(people) };
  const tx = (await database()).transaction('threads', 'readwrite');
  await tx.store.put({ taskId, userId, at, projectId, page });
  for (const oldest of (await tx.store.index('at').getAllKeys()).slice(0, -MAX_THREADS))
    await tx.store.delete(oldest);
  await tx.done;
}

/** Null if they were never stored, or for someone else. */
export async function readStoredThread(
  userId: string,
  taskId: string,
): Promise<Pick<ThreadRow, 'projectId' | 'page'> | null> {
  const row = await (await database()).get('threads', taskId);
  return row?.userId === userId ? row : null;
}

/** A workspace with its projects. */
export interface WorkspaceProjects {
  id: string;
  projects: ReadonlyArray<{ id: string }>;
}

/**
 * The ids of a project, or of a workspace and its projects.
 * @param workspaces all that are known
 */
export function idsIn(id: string, workspaces: readonly WorkspaceProjects[] = []): string[] {
  const projects = workspaces.find((workspace) => workspace.id === id)?.projects ?? [];
  return [id, ...projects.map((project) => project.id)];
}

/**
 * Deletes boards, threads and queries of a project, or of a workspace and all its projects, and their cards on the
 * personal board.
 * @param id of either
 * @param workspaces all that are known
 */
export async function forgetProjects(id: string, workspaces?: readonly WorkspaceProjects[]): Promise<null> {
  const projectIds = idsIn(id, workspaces);
  const tx = (await database()).transaction(['user', ...OWN_STORES], 'readwrite');
  const parts = tx.objectStore('parts');
  for (const projectId of projectIds) {
    await tx.objectStore('boards').delete(projectId);
    await parts.delete(partsOf(projectId));
  }
  for await (const part of parts.iterate(partsOf(PERSONAL_BOARD))) {
    const cards = part.value.cards.filter((card) => !projectIds.includes(card.projectId));
    if (cards.length < part.value.cards.length) await part.update({ ...part.value, cards });
  }
  for await (const thread of tx.objectStore('threads'))
    if (projectIds.includes(thread.value.projectId)) await thread.delete();
  const last = await tx.objectStore('user').get('last');
  if (last) {
    const queries = withoutThose(last.queries, projectIds);
    await tx.objectStore('user').put({ ...last, queries }, 'last');
  }
  await tx.done;
  return null;
}

/**
 * From now on boards are stored for this user.
 * @param queries what this tab holds
 * @param refused hashes of queries that the server refuses by now
 */
export async function keepUser(
  user: User,
  queries: StoredQueries,
  refused: readonly string[] = [],
): Promise<void> {
  const tx = (await database()).transaction(['user', ...OWN_STORES], 'readwrite');
  const users = tx.objectStore('user');
  const last = await users.get('last');
  const isSame = last?.user.id === user.id;
  // The next user of this browser must find no data of the previous one.
  if (last && !isSame) await Promise.all(OWN_STORES.map((name) => tx.objectStore(name).clear()));
  await users.put({ user, queries: withFormer(queries, isSame ? last.queries : undefined, refused) }, 'last');
  await tx.done;
}

export async function readStoredUser(): Promise<{ user: User; queries: unknown } | null> {
  return (await (await database()).get('user', 'last')) ?? null;
}
