import { BOARD_LINES_TYPE, type BoardTop, type MoreCards } from '@livelane/shared/boards/board.lines';
import type { BoardMember, ProjectBoard } from '@livelane/shared/boards/board.schema';
import { unpackCards } from '@livelane/shared/boards/card.packing';
import type { ColumnSettings, ColumnsSettings } from '@livelane/shared/boards/column.settings';
import { SEEN_HEADER } from '@livelane/shared/http/headers';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { StoredTask, Task } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import { perState, type ViewColumn } from './board.types';

/** Reading pauses after this time, to let frames and inputs in between. */
const SLICE_MS = 8;

/** A project's board as read: all of it, or the first cards of each column. */
export interface BoardRead {
  projectId: string;
  epoch: string;
  v: number;
  /** Of a past board: the time of that version; null before the first change. */
  at?: string | null;
  role: ProjectRole;
  members: BoardMember[];
  settings: ColumnsSettings;
  columns: Record<TaskState, ViewColumn>;
  /** How many cards of each column are missing; null when the board is whole. */
  awaited: Record<TaskState, number> | null;
}

/** An answer that is being read, with its first cards. */
export interface BoardReading {
  top: BoardRead;
  /** The version up to which its reader has seen the board; null if the server does not send it. */
  seenV: number | null;
  /**
   * Reads the rest, in slices.
   * @throws when it does not arrive completely
   */
  whole(): Promise<BoardRead>;
  /** The rest is not needed: an answer that is not read to its end holds a connection. */
  leave(): void;
}

/** Reads the beginning of a board's answer. @throws when it does not arrive */
export async function beginReading(response: Response): Promise<BoardReading> {
  const seenV = seenIn(response);
  if (!response.body || !response.headers.get('Content-Type')?.startsWith(BOARD_LINES_TYPE)) {
    // A server of a previous version answers with one object.
    const board = readOf((await response.json()) as ProjectBoard);
    return { top: board, seenV, whole: async () => board, leave: () => undefined };
  }
  const lines = linesOf(response.body);
  const { value: first } = await lines.next();
  if (!first) throw new Error('an empty answer');
  const top = topOf(JSON.parse(first) as BoardTop);
  // Only the end is missing.
  if (!top.awaited) lines.next().catch(() => undefined);
  let whole: Promise<BoardRead> | null = null;
  return {
    top,
    seenV,
    whole() {
      whole ??= top.awaited ? readOn(top, top.awaited, lines) : Promise.resolve(top);
      return whole;
    },
    leave: () => void lines.return(undefined),
  };
}

/** The version up to which the reader has seen the board, from its answer; null without one. */
export function seenIn(response: Response): number | null {
  const seen = response.headers.get(SEEN_HEADER);
  return seen === null ? null : Number(seen);
}

/** A board that came as one object. */
export function readOf({ columns, ...board }: ProjectBoard): BoardRead {
  const tasksOf = (state: TaskState) => columns.find((column) => column.state === state)?.tasks ?? [];
  return {
    ...board,
    settings: settingsOf(columns),
    columns: perState((state) => withCards({ ids: [], cards: {} }, tasksOf(state).map(toStored))),
    awaited: null,
  };
}

/** Servers of the previous version send no settings of columns. */
function settingsOf(
  columns: readonly {
    [Name in keyof ColumnSettings | 'state']?: ({ state: TaskState } & ColumnSettings)[Name] | undefined;
  }[],
): ColumnsSettings {
  return Object.fromEntries(
    columns.map(({ state, name = null, isHidden = false, wipLimit = null, policy = '' }) => [
      state,
      { name, isHidden, wipLimit, policy },
    ]),
  );
}

export function toStored({ columnPosition: _position, ...task }: Task): StoredTask {
  return task;
}

function topOf({ columns, ...board }: BoardTop): BoardRead {
  const found = perState((state) => columns.find((column) => column.state === state));
  const tasks = perState((state) => unpackCards(found[state]?.cards ?? []));
  const missing = perState((state) => (found[state]?.count ?? 0) - tasks[state].length);
  return {
    ...board,
    settings: settingsOf(columns),
    columns: perState((state) => withCards({ ids: [], cards: {} }, tasks[state])),
    awaited: taskStates.some((state) => missing[state] > 0) ? missing : null,
  };
}

async function readOn(
  top: BoardRead,
  awaited: Record<TaskState, number>,
  lines: AsyncIterable<string>,
): Promise<BoardRead> {
  const missing = { ...awaited };
  // Cards that are on the screen already must not change.
  const columns = perState((state) => {
    const { ids, cards } = top.columns[state];
    return { ids: [...ids], cards: { ...cards } };
  });
  let since = Date.now();
  for await (const line of lines) {
    const { state, cards } = JSON.parse(line) as MoreCards;
    const tasks = unpackCards(cards);
    withCards(columns[state], tasks);
    missing[state] -= tasks.length;
    if (Date.now() - since < SLICE_MS) continue;
    await new Promise<void>((resolve) => setTimeout(resolve));
    since = Date.now();
  }
  if (taskStates.some((state) => missing[state] !== 0)) throw new Error('an answer that was cut off');
  return { ...top, columns, awaited: null };
}

function withCards(column: ViewColumn, tasks: readonly StoredTask[]): ViewColumn {
  for (const task of tasks) {
    column.ids.push(task.id);
    column.cards[task.id] = task;
  }
  return column;
}

/** The lines of a text as it arrives, read only when needed. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest) yield rest;
  } finally {
    // Does nothing after the end.
    reader.cancel().catch(() => undefined);
  }
  return undefined;
}
