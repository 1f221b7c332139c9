import type { SubscribeAnswer } from '@livelane/shared/realtime/messages.schema';
import { HttpConnection } from '../../../test-kit/load/http.client';
import { LiveClient } from '../../../test-kit/load/live.client';
import { type Run, run } from '../../../test-kit/load/measure';
import type { SeededBoard } from '../../../test-kit/load/seed';
import { BoardLoad } from './board.load';

const RECONNECTS = 40;

/** From nothing to in sync: connect, shake hands, subscribe, and read what was missed. */
export class ReconnectLoad {
  constructor(
    private readonly url: string,
    private readonly board: SeededBoard,
    private readonly token: string,
  ) {}

  /** A client that is this many ops behind catches up with those ops. */
  async byDelta(missed: number): Promise<Run> {
    const { epoch, v } = await this.onNewConnection((load) => load.cursor());
    return run(1, RECONNECTS, () => this.subscribe({ epoch, sinceV: v - missed }, 'delta'));
  }

  bySnapshot(): Promise<Run> {
    return run(1, RECONNECTS, () =>
      this.subscribe({}, 'refetch', () => this.onNewConnection((load) => load.read(0))),
    );
  }

  /** A new one each time, as a browser has that comes back. */
  private async onNewConnection<T>(work: (load: BoardLoad) => Promise<T>): Promise<T> {
    const connection = await HttpConnection.open(this.url);
    const done = await work(new BoardLoad(this.board, [{ connection, token: this.token }]));
    connection.close();
    return done;
  }

  private async subscribe(cursor: object, mode: string, then?: () => Promise<unknown>): Promise<void> {
    const { projectId } = this.board;
    const client = await LiveClient.open(this.url, { token: this.token });
    const answer = await client.ask<SubscribeAnswer>('board:subscribe', { projectId, ...cursor });
    if (!answer.ok || answer.mode !== mode) throw new Error(JSON.stringify(answer));
    await then?.();
    client.close();
  }
}
