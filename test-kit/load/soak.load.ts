import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { taskStates } from '@livelane/shared/tasks/task.values';
import { Random } from '../random';
import { call, createProject, type Person, signIn, signUp } from '../team';
import { Subscriber } from './soak.board';
import { Times } from './soak.times';

/** Sockets that are opened at once. */
const OPEN_AT_ONCE = 25;
/** Boards that are filled at once. */
const FILLED_AT_ONCE = 8;
/** Sign-ins are renewed well before their tokens end (15 min). */
const RENEW_MS = 10 * 60_000;
/** After the last move, the longest wait for the last push. */
const LAST_PUSH_MS = 30_000;
const LOOK_MS = 20;
/** Each refusal has one of its own: without it those of one kind are counted together. */
const REQUEST_ID = /,"requestId":"[^"]*"/;

export interface SoakPlan {
  url: string;
  sockets: number;
  boards: number;
  cardsPerBoard: number;
  movesPerSecond: number;
  seconds: number;
  /** Decides which cards go where. */
  seed: number;
  /** Runs once all boards are filled, before the first move. */
  onReady?: (boards: readonly SoakBoard[]) => Promise<void>;
  /** Length of a line of the report, in seconds, and who reads it. */
  every?: { seconds: number; report: (interval: SoakInterval) => Promise<void> | void };
}

/** What happened in a part of the time. */
export interface SoakInterval {
  moves: number;
  /** From a request to its answer. */
  answers: Times;
  /** From a request to the push at each socket. */
  pushes: Times;
}

export interface SoakResult {
  moves: number;
  failed: number;
  /** Why moves failed, with how many of them did. */
  reasons: ReadonlyMap<string, number>;
  pushes: Times;
  answers: Times;
  /** What all sockets should have heard of, together. */
  expected: number;
  heard: number;
  gaps: number;
  resets: number;
  losses: number;
}

interface SoakBoard {
  owner: Person;
  projectId: string;
}

interface Board extends SoakBoard {
  cards: string[];
  subscribers: Subscriber[];
  /** The version before the first move, and after the latest. */
  from: number;
  v: number;
}

/** Many people on some boards, and moves at an even pace; the pace does not wait for answers. */
export async function soak(plan: SoakPlan): Promise<SoakResult> {
  const random = new Random(plan.seed);
  const sent = new Map<string, number>();
  const all: SoakInterval = newInterval();
  let current = newInterval();
  const onOp = (mutationId: string): void => {
    const start = sent.get(mutationId);
    if (start === undefined) return;
    const ms = performance.now() - start;
    for (const { pushes } of [all, current]) pushes.add(ms);
  };
  const boards = await prepare(plan, onOp);
  await plan.onReady?.(boards);
  let failed = 0;
  const reasons = new Map<string, number>();
  const inFlight = new Set<Promise<void>>();
  const move = async (board: Board): Promise<void> => {
    const key = randomUUID();
    const start = performance.now();
    sent.set(key, start);
    const body = {
      taskId: random.pick(board.cards),
      state: random.pick(taskStates),
      position: random.below(plan.cardsPerBoard),
    };
    try {
      const { token } = board.owner;
      const { v } = await call<{ v: number }>(plan.url, 'POST', '/kanban/moveTask', { token, key, body });
      board.v = Math.max(board.v, v);
      for (const interval of [all, current]) {
        interval.answers.add(performance.now() - start);
        interval.moves++;
      }
    } catch (error) {
      failed++;
      const reason = String(error instanceof Error ? (error.cause ?? error.message) : error).replace(
        REQUEST_ID,
        '',
      );
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
  };

  const begin = performance.now();
  let renewAt = begin + RENEW_MS;
  let reportAt = begin + (plan.every?.seconds ?? Number.POSITIVE_INFINITY) * 1000;
  const end = begin + plan.seconds * 1000;
  for (let n = 0; ; n++) {
    const due = begin + (n * 1000) / plan.movesPerSecond;
    if (due >= end) break;
    const now = performance.now();
    if (due > now) await pause(due - now);
    const work = move(random.pick(boards)).finally(() => inFlight.delete(work));
    inFlight.add(work);
    if (now > renewAt) {
      renewAt = now + RENEW_MS;
      await renew(plan.url, boards);
    }
    if (now > reportAt && plan.every) {
      reportAt += plan.every.seconds * 1000;
      const done = current;
      current = newInterval();
      await plan.every.report(done);
    }
  }
  await Promise.all(inFlight);
  await lastPush(boards);
  const subscribers = boards.flatMap((board) => board.subscribers);
  const sum = (of: 'ops' | 'gaps' | 'resets' | 'losses') =>
    subscribers.reduce((total, { heard }) => total + heard[of], 0);
  for (const subscriber of subscribers) subscriber.close();
  return {
    moves: all.moves,
    failed,
    reasons,
    pushes: all.pushes,
    answers: all.answers,
    expected: boards.reduce((total, { subscribers, from, v }) => total + subscribers.length * (v - from), 0),
    heard: sum('ops'),
    gaps: sum('gaps'),
    resets: sum('resets'),
    losses: sum('losses'),
  };
}

async function prepare(plan: SoakPlan, onOp: (mutationId: string) => void): Promise<Board[]> {
  const { url } = plan;
  const fill = async (n: number): Promise<Board> => {
    const owner = await signUp(url, `Owner${n}`);
    const { id: projectId } = await createProject(url, owner, [], `Board ${n}`);
    const board: Board = { owner, projectId, cards: [], subscribers: [], from: 0, v: 0 };
    for (let card = 0; card < plan.cardsPerBoard; card++) {
      const body = { title: `Card ${card}`, projectId };
      const { id, v } = await call<{ id: string; v: number }>(url, 'POST', '/tasks', {
        token: owner.token,
        body,
      });
      board.cards.push(id);
      board.from = v;
      board.v = v;
    }
    return board;
  };
  const boards = await inRuns(plan.boards, FILLED_AT_ONCE, fill);
  const open = async (n: number): Promise<void> => {
    const board = boards[n % boards.length];
    if (!board) return;
    board.subscribers.push(await Subscriber.open(url, board.owner.token, board.projectId, onOp));
  };
  await inRuns(plan.sockets, OPEN_AT_ONCE, open);
  return boards;
}

/** What `make` gives for 0 to `count` - 1, in this order; `atOnce` of them run together. */
async function inRuns<T>(count: number, atOnce: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count) {
    const some = Math.min(atOnce, count - made.length);
    made.push(...(await Promise.all(Array.from({ length: some }, (_, index) => make(made.length + index)))));
  }
  return made;
}

async function renew(url: string, boards: readonly Board[]): Promise<void> {
  for (const board of boards) {
    board.owner = await signIn(url, board.owner.email, board.owner.password);
    await Promise.all(board.subscribers.map((subscriber) => subscriber.renew(board.owner.token)));
  }
}

async function lastPush(boards: readonly Board[]): Promise<void> {
  const giveUp = performance.now() + LAST_PUSH_MS;
  const isThere = () => boards.every(({ v, subscribers }) => subscribers.every(({ heard }) => heard.v >= v));
  while (!isThere() && performance.now() < giveUp) await pause(LOOK_MS);
}

/** A line for each reason. */
export const whyMovesFailed = ({ reasons }: Pick<SoakResult, 'reasons'>): string[] =>
  [...reasons].map(([reason, count]) => `  ${count} × ${reason}`);

const newInterval = (): SoakInterval => ({ moves: 0, answers: new Times(), pushes: new Times() });
