import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { MoveTaskAnswer, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { Person } from '../../../test-kit/team';

/** Between two writes of one writer. */
const PAUSE_MS = 20;
/** Before what was refused is sent again. */
const RETRY_MS = 150;
/** So long the product's own client would not wait; an answer must have come. */
const ANSWER_MS = 40_000;
const STATES = ['READY', 'IN_PROGRESS', 'TEST', 'DONE'] as const;

/** A write that was answered with success: its key and its version in the log. */
export interface Acknowledged {
  key: string;
  v: number;
  /** By `performance.now()`: when this sending began, and when it was answered. */
  sentAt: number;
  at: number;
}

interface Answered {
  status: number;
  code?: string;
  retryAfter: string | null;
}

/**
 * Someone who moves a card of their own again and again. What is not acknowledged is sent again with the same key, to the
 * other node, as a client behind a balancer does.
 */
export class Writer {
  readonly acknowledged: Acknowledged[] = [];
  /** Every other answer. */
  readonly refused: Answered[] = [];
  /** Sendings without any answer: the connection broke, or it took too long. */
  unanswered = 0;
  /** Where its card was put last. */
  state: string | null = null;
  readonly taskId = randomUUID();
  private isStopped = false;
  private working: Promise<void> | null = null;
  private turn = 0;
  private readonly watchers = new Set<() => void>();

  /** @param urls of the nodes, the first one first */
  constructor(
    private readonly urls: readonly string[],
    private readonly person: Person,
    private readonly projectId: string,
  ) {}

  start(): void {
    this.working = this.work();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.working;
  }

  /** Resolves when so many more writes that were sent from now on are acknowledged. */
  async writes(count: number): Promise<void> {
    const since = performance.now();
    const isDone = () => this.acknowledged.filter(({ sentAt }) => sentAt > since).length >= count;
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (!isDone()) return;
        this.watchers.delete(look);
        resolve();
      };
      this.watchers.add(look);
      look();
    });
  }

  private async work(): Promise<void> {
    const { taskId, projectId } = this;
    const title = 'Card of a writer';
    await this.write('/v1/tasks', { id: taskId, title, projectId, state: 'BACKLOG' });
    while (!this.isStopped) {
      await wait(PAUSE_MS);
      const state = STATES[this.turn % STATES.length] ?? 'DONE';
      await this.write('/v1/kanban/moveTask', { taskId, state, position: 0 });
      this.state = state;
    }
  }

  private async write(path: string, body: object): Promise<void> {
    const key = randomUUID();
    this.turn++;
    for (let attempt = 0; ; attempt++) {
      const url = this.urls[(this.turn + attempt) % this.urls.length];
      const sentAt = performance.now();
      const v = await this.send(`${url}${path}`, key, body);
      if (v !== null) {
        this.acknowledged.push({ key, v, sentAt, at: performance.now() });
        for (const look of this.watchers) look();
        return;
      }
      await wait(RETRY_MS);
    }
  }

  /** The op's version, or null where it was not acknowledged. */
  private async send(url: string, key: string, body: object): Promise<number | null> {
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${this.person.token}`,
          'Idempotency-Key': key,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      text = await answer.text();
    } catch {
      this.unanswered++;
      return null;
    }
    if (answer.ok) return (JSON.parse(text) as TaskWriteAnswer | MoveTaskAnswer).v;
    const { code } = JSON.parse(text) as { code?: string };
    const retryAfter = answer.headers.get('retry-after');
    this.refused.push({ status: answer.status, ...(code !== undefined && { code }), retryAfter });
    return null;
  }
}
