import { setTimeout as wait } from 'node:timers/promises';
import type { VisibleOp } from '@livelane/shared/boards/op.schema';
import type { ClientToServerEvents, ServerToClientEvents } from '@livelane/shared/realtime/events';
import type { BoardOps } from '@livelane/shared/realtime/messages.schema';
import { io, type Socket } from 'socket.io-client';
import type { OpSeen } from '../checker/history';
import type { Recorder } from '../recorder';
import { readBoard } from './boards';
import type { Session } from './session';

const RECONNECT_MS = 300;
const RECONNECT_MAX_MS = 2_000;
const ANSWER_MS = 6_000;
const RETRY_MS = 400;

/**
 * Someone who watches a board over a socket and records what they were told, in the order in which it counts for them (R9,
 * R10). Unlike a browser they never read the board again while they can get ops.
 */
export class Watcher {
  private cursor: { epoch: string; sinceV: number } | null = null;
  /** What is pushed before the answer waits for it. */
  private held: BoardOps[] | null = [];
  private connection = 0;
  private isClosed = false;
  private readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>;

  constructor(
    private readonly recorder: Recorder,
    readonly client: string,
    private readonly session: Session,
    private readonly url: string,
    readonly projectId: string,
  ) {
    this.socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: RECONNECT_MS,
      reconnectionDelayMax: RECONNECT_MAX_MS,
      timeout: ANSWER_MS,
      auth: (give) => give({ token: session.token }),
    });
    this.socket.on('connect', () => this.subscribe());
    this.socket.on('connect_error', () => this.comeBack(true));
    this.socket.on('disconnect', () => {
      this.connection++;
      this.comeBack(false);
    });
    this.socket.on('board:ops', (push) => {
      if (this.held) this.held.push(push);
      else this.take(push.ops);
    });
    this.socket.on('board:reset', () => {
      this.cursor = null;
      this.subscribe();
    });
    this.socket.on('board:head', ({ v, hash }) => {
      recorder.add({ is: 'head', client, projectId, v, hash });
    });
  }

  get v(): number {
    return this.cursor?.sinceV ?? -1;
  }

  /** Tells its version, and leaves. */
  close(): void {
    const { client, projectId, v } = this;
    this.recorder.add({ is: 'stand', client, projectId, v });
    this.isClosed = true;
    this.socket.disconnect();
  }

  /** What the server itself has refused or ended is not tried again by the library. */
  private comeBack(isRefused: boolean): void {
    const { socket, session } = this;
    if (this.isClosed || socket.active) return;
    const signedIn = isRefused ? session.renew() : Promise.resolve();
    void signedIn.then(() => wait(RETRY_MS)).then(() => socket.connect());
  }

  private subscribe(): void {
    this.connection++;
    void this.subscribeAs(this.connection);
  }

  private async subscribeAs(connection: number): Promise<void> {
    const isCurrent = () => connection === this.connection && !this.isClosed;
    this.held = [];
    while (isCurrent()) {
      const answer = await this.ask();
      if (!isCurrent()) return;
      if (answer?.ok) {
        const start = answer.mode === 'refetch' ? await this.read() : answer;
        if (!isCurrent()) return;
        if (start) {
          if (answer.mode === 'refetch') this.cursor = { epoch: start.epoch, sinceV: start.v };
          this.take(answer.ops ?? []);
          const { held } = this;
          this.held = null;
          for (const push of held ?? []) this.take(push.ops);
          return;
        }
      }
      await wait(RETRY_MS);
    }
  }

  private async ask() {
    const { projectId, cursor } = this;
    try {
      return await this.socket.timeout(ANSWER_MS).emitWithAck('board:subscribe', { projectId, ...cursor });
    } catch {
      return null;
    }
  }

  private read() {
    const { recorder, client, session, url, projectId } = this;
    return readBoard(recorder, { client, session, url }, projectId);
  }

  private take(ops: readonly VisibleOp[]): void {
    const { cursor, client, projectId, session } = this;
    if (!cursor) return;
    const since = cursor.sinceV;
    const fresh = ops.filter(({ v }) => v > since);
    const last = fresh.at(-1);
    if (!last) return;
    this.recorder.add({
      is: 'ops',
      client,
      userId: session.userId,
      at: performance.now(),
      projectId,
      since,
      ops: fresh as OpSeen[],
    });
    cursor.sinceV = last.v;
  }
}
