import type { ClientToServerEvents, ServerToClientEvents } from '@livelane/shared/realtime/events';
import { io, type Socket } from 'socket.io-client';

type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** What one subscriber has heard. */
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
  private constructor(private readonly socket: LiveSocket) {}

  /** @param onOp hears of each op's mutation as it comes */
  static async open(
    url: string,
    token: string,
    projectId: string,
    onOp: (mutationId: string) => void,
  ): Promise<Subscriber> {
    const socket: LiveSocket = io(url, {
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    const subscriber = new Subscriber(socket);
    const { heard } = subscriber;
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    socket.on('board:ops', ({ ops }) => {
      for (const op of ops) {
        if (op.v !== heard.v + 1) heard.gaps++;
        heard.v = op.v;
        heard.ops++;
        if (op.type !== 'noop') onOp(op.mutationId);
      }
    });
    socket.on('board:reset', () => {
      heard.resets++;
    });
    socket.on('disconnect', () => {
      heard.losses++;
    });
    const answer = await socket.emitWithAck('board:subscribe', { projectId });
    if (!answer.ok) throw new Error(`a subscription was refused: ${answer.code}`);
    heard.v = answer.v;
    return subscriber;
  }

  async renew(token: string): Promise<void> {
    await this.socket.emitWithAck('auth:renew', { token });
  }

  close(): void {
    this.socket.off('disconnect');
    this.socket.disconnect();
  }
}
