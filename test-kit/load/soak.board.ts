import type { BoardOps } from '@livelane/shared/realtime/messages.schema';
import { LiveClient } from './live.client';

/** How these events begin on the line. */
const OPS = '["board:ops",';
const RESET = '["board:reset",';

/** The ops that one subscriber has received. */
export interface Heard {
  /** The latest version. */
  v: number;
  ops: number;
  /** Ops that came before the ones in front of them. */
  gaps: number;
  resets: number;
  /** Times that the connection was lost. */
  losses: number;
}

/** One subscriber of a board over WebSocket. */
export class Subscriber {
  readonly heard: Heard = { v: 0, ops: 0, gaps: 0, resets: 0, losses: 0 };
  private constructor(private readonly client: LiveClient) {}

  /** @param onOp called with each op's mutation as it arrives */
  static async open(
    url: string,
    token: string,
    projectId: string,
    onOp: (mutationId: string) => void,
  ): Promise<Subscriber> {
    const client = await LiveClient.open(url, { token });
    const subscriber = new Subscriber(client);
    const { heard } = subscriber;
    client.onEvent = (text) => {
      if (text.startsWith(RESET)) heard.resets++;
      if (!text.startsWith(OPS)) return;
      const [, { ops }] = JSON.parse(text) as [string, BoardOps];
      for (const op of ops) {
        if (op.v !== heard.v + 1) heard.gaps++;
        heard.v = op.v;
        heard.ops++;
        if (op.type !== 'noop') onOp(op.mutationId);
      }
    };
    client.onLost = () => {
      heard.losses++;
    };
    heard.v = await client.subscribe(projectId);
    return subscriber;
  }

  async renew(token: string): Promise<void> {
    await this.client.ask('auth:renew', { token });
  }

  close(): void {
    this.client.close();
  }
}
