import type { ClientToServerEvents, ServerToClientEvents } from '@livelane/shared/realtime/events';
import type { BoardOps } from '@livelane/shared/realtime/messages.schema';
import { io, type Socket } from 'socket.io-client';

/** The back-off of the product's own client. */
const RECONNECT_MS = 1_000;
const RECONNECT_MAX_MS = 30_000;

/** A client that watches one board over WebSocket alone and catches up by delta after each reconnect (R10). */
export class BoardWatcher {
  /** Versions in the order in which they were applied. */
  readonly applied: number[] = [];
  /** When each version was applied, by `performance.now()`. */
  readonly at = new Map<number, number>();
  resets = 0;
  /** Ops that came before the ones in front of them: a server must never do that to a subscriber. */
  gaps = 0;
  connects = 0;
  private cursor: { epoch: string; sinceV: number } | undefined;
  /** R9: pushes before the answer wait for it. */
  private holding = true;
  private readonly held: BoardOps[] = [];
  private readonly looks = new Set<() => void>();
  private readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>;

  constructor(
    url: string,
    token: string,
    private readonly projectId: string,
  ) {
    this.socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: RECONNECT_MS,
      reconnectionDelayMax: RECONNECT_MAX_MS,
      auth: { token },
    });
    this.socket.on('connect', () => void this.subscribe());
    this.socket.on('disconnect', () => {
      this.holding = true;
      this.held.length = 0;
    });
    this.socket.on('board:ops', (push) => this.take(push));
    this.socket.on('board:reset', () => {
      this.resets++;
    });
  }

  /** Resolves once the condition holds; looked at after everything that happens. */
  until(condition: (watcher: this) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!condition(this)) return;
        this.looks.delete(look);
        resolve();
      };
      this.looks.add(look);
      look();
    });
  }

  get v(): number {
    return this.cursor?.sinceV ?? -1;
  }

  close(): void {
    this.socket.disconnect();
  }

  private async subscribe(): Promise<void> {
    const answer = await this.socket.emitWithAck('board:subscribe', {
      projectId: this.projectId,
      ...this.cursor,
    });
    if (!answer.ok) throw new Error(`refused: ${answer.code}`);
    this.connects++;
    if (this.cursor && answer.mode === 'refetch') this.resets++;
    if (!this.cursor || answer.mode === 'refetch') this.cursor = { epoch: answer.epoch, sinceV: answer.v };
    for (const op of answer.ops ?? []) this.apply(op.v);
    this.holding = false;
    for (const push of this.held.splice(0)) this.take(push);
    this.look();
  }

  private take(push: BoardOps): void {
    if (this.holding) {
      this.held.push(push);
      return;
    }
    for (const op of push.ops) this.apply(op.v);
    this.look();
  }

  private apply(v: number): void {
    if (!this.cursor || v <= this.cursor.sinceV) return;
    if (v > this.cursor.sinceV + 1) this.gaps++;
    this.cursor.sinceV = v;
    this.applied.push(v);
    this.at.set(v, performance.now());
  }

  private look(): void {
    for (const look of this.looks) look();
  }
}
