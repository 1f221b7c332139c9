import { randomUUID } from 'node:crypto';
import { BOARD_LINES_TYPE } from '@livelane/shared/boards/board.lines';
import type { HttpConnection } from '../../../test-kit/load/http.client';
import { type Run, run } from '../../../test-kit/load/measure';
import type { SeededBoard } from '../../../test-kit/load/seed';
import { seededState } from '../../../test-kit/load/seedCards';

/** Where cards are moved unless a part wants other states. */
const STATES = ['READY', 'IN_PROGRESS', 'TEST', 'DONE'] as const;

/** Moves between these notify nobody: only those to `DONE` do. */
export const SILENT: readonly string[] = ['READY', 'IN_PROGRESS', 'TEST'];
const AS_SCREENS_READ = { Accept: BOARD_LINES_TYPE, 'Accept-Encoding': 'br' };

/** Someone who calls: a connection and a token. */
export interface Caller {
  connection: HttpConnection;
  token: string;
}

/** The calls of one board that are measured. */
export class BoardLoad {
  private turn = 0;
  private bulks = 0;
  private readonly states = new Map<string, string>();

  constructor(
    private readonly board: SeededBoard,
    public callers: readonly Caller[],
    /** States that cards are moved between. */
    private readonly between: readonly string[] = STATES,
  ) {}

  moves(clients: number, count: number): Promise<Run> {
    return run(clients, count, (client) => this.move(client));
  }

  edits(clients: number, count: number): Promise<Run> {
    return run(clients, count, (client) => {
      const path = `/v1/tasks/${this.nextTask()}`;
      return this.call(client, 'PUT', path, { title: `Title ${this.turn}`, timeSpent: this.turn % 600 });
    });
  }

  /** Another description of the next card. */
  describe(client: number, description: string): Promise<Buffer> {
    return this.call(client, 'PUT', `/v1/tasks/${this.nextTask()}`, { description });
  }

  creations(clients: number, count: number): Promise<Run> {
    return run(clients, count, (client) =>
      this.call(client, 'POST', '/v1/tasks', {
        id: randomUUID(),
        title: `New card ${this.turn++}`,
        projectId: this.board.projectId,
        state: 'BACKLOG',
      }),
    );
  }

  reads(clients: number, count: number): Promise<Run> {
    return run(clients, count, (client) => this.read(client));
  }

  async unchangedReads(clients: number, count: number): Promise<Run> {
    const { epoch, v } = await this.cursor();
    const headers = { 'If-None-Match': `"${epoch}:${v}"` };
    return run(clients, count, (client) => this.read(client, headers, 304));
  }

  comments(clients: number, count: number): Promise<Run> {
    return run(clients, count, (client) => this.comment(client));
  }

  /** One comment of the next card. @param mentioned ids of users whom it names */
  comment(client: number, mentioned: readonly string[] = []): Promise<Buffer> {
    const path = `/v1/tasks/${this.nextTask()}/comments`;
    const names = mentioned.map((id) => ` @[Someone](user:${id})`).join('');
    return this.call(client, 'POST', path, {
      text: `What I found in turn ${this.turn}: **it works**.${names}`,
    });
  }

  /** That many cards, one after another, to the end of the next column, by one request. */
  moveMany(client: number, count: number): Promise<Buffer> {
    const state = STATES[this.bulks++ % STATES.length];
    const changes = Array.from({ length: count }, () => ({ taskId: this.nextTask(), move: { state } }));
    return this.call(client, 'POST', '/v1/kanban/bulk', { projectId: this.board.projectId, changes });
  }

  /**
   * Pages of activity from anywhere in the log.
   * @param ops in it
   * @param by what they are narrowed to: members and cards in turn, and these op types, by comma
   */
  activities(
    clients: number,
    count: number,
    ops: number,
    by: { person?: boolean; task?: boolean; types?: string } = {},
  ): Promise<Run> {
    const { memberIds, taskIds } = this.board;
    return run(clients, count, (client, turn) => {
      const query = new URLSearchParams({ before: `${anywhere(turn, 1, ops)}` });
      if (by.person) query.set('actorId', memberIds[turn % memberIds.length] ?? '');
      if (by.task) query.set('taskId', taskIds[turn % taskIds.length] ?? '');
      if (by.types !== undefined) query.set('type', by.types);
      return this.call(client, 'GET', `${this.path}/activity?${query}`);
    });
  }

  /** The board at versions from everywhere in the log after its cards were made. @param ops in it */
  pasts(clients: number, count: number, ops: number): Promise<Run> {
    return run(clients, count, (client, turn) =>
      this.call(client, 'GET', `${this.path}/at?v=${anywhere(turn, this.board.taskIds.length, ops)}`),
    );
  }

  private get path(): string {
    return `/v1/kanban/project/${this.board.projectId}`;
  }

  /** One move of the next card to another column: never to where it is, which would make no op to hear. */
  async move(client: number): Promise<Buffer> {
    const index = this.turn % this.board.taskIds.length;
    const taskId = this.nextTask();
    const at = this.states.get(taskId) ?? seededState(index);
    const [state = ''] = [0, 1]
      .map((more) => this.between[(this.turn + more) % this.between.length])
      .filter((to) => to !== at);
    this.states.set(taskId, state);
    const position = (this.turn * 7) % 40;
    return this.call(client, 'POST', '/v1/kanban/moveTask', { taskId, state, position });
  }

  async read(
    client: number,
    headers: Record<string, string> = AS_SCREENS_READ,
    status = 200,
  ): Promise<{ body: Buffer }> {
    const { connection, token } = this.caller(client);
    const answer = await connection.call({
      method: 'GET',
      path: `/v1/kanban/project/${this.board.projectId}`,
      headers: { Authorization: `Bearer ${token}`, ...headers },
    });
    if (answer.status !== status) throw new Error(`board: ${answer.status} ${answer.body}`);
    return answer;
  }

  /** The version of the board. */
  async cursor(): Promise<{ epoch: string; v: number }> {
    const { body } = await this.read(0, { 'Accept-Encoding': 'identity' });
    return JSON.parse(body.toString());
  }

  /** All cards of the caller, over all of their projects. */
  personalReads(clients: number, count: number): Promise<Run> {
    return run(clients, count, (client) => this.call(client, 'GET', '/v1/kanban/personal'));
  }

  private nextTask(): string {
    const { taskIds } = this.board;
    return taskIds[this.turn++ % taskIds.length] ?? '';
  }

  private async call(client: number, method: string, path: string, body?: object): Promise<Buffer> {
    const { connection, token } = this.caller(client);
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await connection.call({ method, path, headers, ...(body && { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return answer.body;
  }

  private caller(client: number): Caller {
    const caller = this.callers[client % this.callers.length];
    if (!caller) throw new Error('nobody calls');
    return caller;
  }
}

/** Numbers between two that are spread well, the same in every run. */
const anywhere = (turn: number, from: number, to: number): number =>
  from + Math.floor((((turn + 1) * 0.618_034) % 1) * (to - from));
