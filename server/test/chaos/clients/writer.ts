import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../../../test-kit/random';
import type { End, TaskSeen } from '../checker/history';
import type { Recorder } from '../recorder';
import { readBoard } from './boards';
import { type Answer, isSentAgain, send } from './requests';
import type { Session } from './session';
import { nextWish, type Wish } from './wishes';

/** Before what was not acknowledged is sent again; doubled each time. */
const RETRY_MS = 150;
const RETRY_MAX_MS = 2_000;
/** Boards are read again once in so many turns. */
const TURNS_PER_READ = 4;
/** How many of their own comments and deleted tasks a writer has in mind. */
const REMEMBERED = 5;

export interface Scene {
  recorder: Recorder;
  urls: readonly string[];
  projectIds: readonly string[];
  peopleIds: readonly string[];
  /** Between two writes of one writer, on average. */
  pauseMs: number;
  /** Resolves as soon as the log that is followed has come near to this version. */
  room(projectId: string, v: number): Promise<void>;
}

/**
 * Someone who looks at a board and writes to it, one write after the other. What is not acknowledged is sent again under
 * the same key, to the next node, as the product's client does behind a balancer (R18).
 */
export class Writer {
  private readonly boards = new Map<string, readonly TaskSeen[]>();
  private readonly commentIds: string[] = [];
  private readonly deletedIds: string[] = [];
  private working: Promise<void> | null = null;
  private readonly stopped = new AbortController();
  private readonly givenUp = new AbortController();
  private turn: number;

  constructor(
    private readonly client: string,
    private readonly session: Session,
    private readonly scene: Scene,
    private readonly random: Random,
  ) {
    this.turn = random.below(scene.urls.length);
  }

  start(): void {
    this.working = this.work();
  }

  /** Ends with the write that is under way, and gives it up after a while. */
  async stop(giveUpMs: number): Promise<void> {
    this.stopped.abort();
    const timer = setTimeout(() => this.givenUp.abort(), giveUpMs);
    await this.working;
    clearTimeout(timer);
  }

  private async work(): Promise<void> {
    const { projectIds, pauseMs, peopleIds } = this.scene;
    while (!this.stopped.signal.aborted) {
      this.turn++;
      const projectId = this.random.pick(projectIds);
      if (this.turn % TURNS_PER_READ === 0 || !this.boards.has(projectId)) await this.read(projectId);
      const wish = nextWish(this.random, {
        projectId,
        tasks: this.boards.get(projectId) ?? [],
        otherProjectIds: projectIds.filter((id) => id !== projectId),
        peopleIds,
        commentIds: this.commentIds,
        deletedIds: this.deletedIds,
      });
      if (wish) await this.write(wish, projectId);
      await wait(this.random.between(0, 2 * pauseMs));
    }
  }

  private async read(projectId: string): Promise<void> {
    const { recorder } = this.scene;
    const { client, session } = this;
    const read = await readBoard(recorder, { client, session, url: this.url(0) }, projectId);
    if (read) this.boards.set(projectId, read.tasks);
  }

  private url(attempt: number): string {
    const { urls } = this.scene;
    return urls[(this.turn + attempt) % urls.length] ?? '';
  }

  private async write(wish: Wish, projectId: string): Promise<void> {
    const { recorder } = this.scene;
    const { client, session } = this;
    const [n, key] = [recorder.newWrite(), randomUUID()];
    recorder.add({ is: 'begin', n, at: performance.now(), client, userId: session.userId, key, ...wish });
    let pause = RETRY_MS;
    for (let attempt = 0; ; attempt++) {
      const answer = await send(this.url(attempt), session, { ...wish, key });
      const at = performance.now();
      if (!isSentAgain(answer)) {
        recorder.add(endOf(n, at, answer));
        if (answer && answer.status < 300) await this.remember(wish, answer, projectId);
        return;
      }
      const { status = null, code } = answer ?? {};
      recorder.add({ is: 'sent', n, at, status, ...(code !== undefined && { code }) });
      if (this.givenUp.signal.aborted) {
        recorder.add({ is: 'end', n, at, outcome: 'unknown' });
        return;
      }
      if (status === 401) await session.renew();
      await wait(this.random.between(pause / 2, pause));
      pause = Math.min(2 * pause, RETRY_MAX_MS);
    }
  }

  private async remember({ method, path, body }: Wish, answer: Answer, projectId: string): Promise<void> {
    const keep = (list: string[], id: string): void => {
      list.push(id);
      if (list.length > REMEMBERED) list.shift();
    };
    if (method === 'POST' && path.endsWith('/comments')) keep(this.commentIds, `${body?.id}`);
    if (method === 'DELETE' && path.startsWith('/tasks/'))
      keep(this.deletedIds, path.slice('/tasks/'.length));
    await this.scene.room(projectId, (answer.body as { v: number }).v);
  }
}

function endOf(n: number, at: number, answer: Answer | null): End {
  const { status = 0, code, body } = answer ?? {};
  if (status >= 300)
    return { is: 'end', n, at, outcome: 'refused', status, ...(code !== undefined && { code }) };
  const { v, left } = body as NonNullable<End['answer']>;
  return { is: 'end', n, at, outcome: 'ok', status, answer: { v, ...(left && { left }) } };
}
