import { check } from './check';
import type { Finding } from './finding';
import { gather, type Line, type OpSeen, type Read, type TaskSeen } from './history';

export const OWNER = 'owner';
export const BEN = 'ben';
export const CLEO = 'cleo';
export const BOARD = 'board';
export const AT = '2026-03-01T10:00:00.000Z';

/** Ben's card. */
export const task = (changed: Partial<TaskSeen> = {}): TaskSeen => ({
  id: 'card',
  projectId: BOARD,
  title: 'Card',
  description: 'Text',
  state: 'READY',
  priority: 'MEDIUM',
  visibility: 'PUBLIC',
  assignees: [BEN],
  numOfComments: 0,
  rank: 'a0',
  rev: 1,
  createdBy: BEN,
  updatedAt: AT,
  ...changed,
});

export interface Act {
  key: string;
  method?: string;
  path: string;
  body?: Record<string, unknown>;
  client?: string;
  userId?: string;
  /** When it began and was answered. */
  from: number;
  to: number;
  v?: number;
  left?: { projectId: string; v: number };
  /** In place of an acknowledgement. */
  refused?: string;
  status?: number;
  /** The run ended before an answer. */
  isUnknown?: boolean;
  unanswered?: number;
  /** What the log holds of it. */
  op?: { type: string; taskId?: string; patch?: object };
}

/** A history that can have happened, step by step: what a test does to it must be found. */
export class Story {
  readonly lines: Line[] = [
    {
      is: 'run',
      database: 'made up',
      seed: 0,
      people: [OWNER, BEN, CLEO].map((userId) => ({ userId, isOwner: userId === OWNER })),
      projectIds: [BOARD],
    },
  ];
  readonly log: OpSeen[] = [];
  private n = 0;

  act({ key, method = 'PUT', path, body, from, to, refused, unanswered = 0, op, left, ...rest }: Act): this {
    const { client = 'writer', userId = BEN, status = 409, isUnknown } = rest;
    const n = ++this.n;
    const said = body ? { body } : {};
    this.lines.push({ is: 'begin', n, at: from, client, userId, key, method, path, ...said });
    for (let one = 0; one < unanswered; one++) this.lines.push({ is: 'sent', n, at: from, status: null });
    const v = rest.v ?? this.log.length + 1;
    if (isUnknown) this.lines.push({ is: 'end', n, at: to, outcome: 'unknown' });
    else if (refused !== undefined)
      this.lines.push({ is: 'end', n, at: to, outcome: 'refused', status, code: refused });
    else
      this.lines.push({
        is: 'end',
        n,
        at: to,
        outcome: 'ok',
        status: 200,
        answer: { v, ...(left && { left }) },
      });
    if (!op) return this;
    const patch = (op.patch ?? {}) as Record<string, unknown>;
    const { type, taskId = 'card' } = op;
    return this.put({
      v: this.log.length + 1,
      type,
      taskId,
      actorId: userId,
      mutationId: key,
      at: AT,
      patch,
    });
  }

  put(op: OpSeen): this {
    this.log.push(op);
    return this;
  }

  /** A card of Ben's at version 1. */
  card(changed: Partial<TaskSeen> = {}, at = 0): this {
    const rev = this.log.length + 1;
    const whole = task({ rev, ...changed });
    const { id, title, description, state, visibility, assignees, projectId } = whole;
    return this.act({
      key: `create ${id}`,
      method: 'POST',
      path: '/tasks',
      body: { id, title, description, state, visibility, assignees, projectId },
      from: at,
      to: at + 1,
      op: { type: 'task.created', taskId: id, patch: whole },
    });
  }

  title(title: string, from: number, to: number, changed: Partial<Act> = {}): this {
    const op = { type: 'task.patched', patch: { title } };
    return this.act({ key: title, path: '/tasks/card', body: { title }, from, to, op, ...changed });
  }

  read(v: number, tasks: TaskSeen[], changed: Partial<Read> = {}): this {
    const [from, at] = [100, 101];
    const said = { client: 'reader', userId: BEN, projectId: BOARD };
    this.lines.push({ is: 'read', from, at, v, tasks, ...said, ...changed });
    return this;
  }

  follow(userId: string, ops: OpSeen[], since = 0, client = `watcher of ${userId}`): this {
    this.lines.push({ is: 'ops', client, userId, at: 90, projectId: BOARD, since, ops });
    return this;
  }

  /** An owner follows the whole log and reads its end, unless a test says otherwise. */
  findings({ log = this.log, end = true } = {}): Finding[] {
    if (log.length > 0) this.follow(OWNER, log, 0, 'auditor');
    const last = this.lines.findLast((line) => line.is === 'read');
    if (end && last?.is === 'read') this.lines.push({ ...last, client: 'the end', from: 200, isLast: true });
    return check(gather(this.lines));
  }

  rules(options?: { log?: OpSeen[]; end?: boolean }): string[] {
    return [...new Set(this.findings(options).map(({ rule }) => rule))];
  }
}
