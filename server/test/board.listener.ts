import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import { boardHash } from '@livelane/shared/boards/board-hash';
import type { VisibleOp } from '@livelane/shared/boards/op.schema';
import type { BoardOps } from '@livelane/shared/realtime/messages.schema';
import type { TestSocket } from './harness';

/** Only ends the wait of a broken test. */
const PUSH_LIMIT_MS = 60_000;

/** What one socket hears of one board. */
export class BoardListener {
  readonly ops: VisibleOp[] = [];
  private readonly looks = new Set<() => void>();

  private constructor(
    readonly socket: TestSocket,
    private readonly projectId: string,
  ) {
    socket.on('board:ops', (push: BoardOps) => {
      if (push.projectId !== projectId) return;
      this.ops.push(...push.ops);
      for (const look of this.looks) look();
    });
  }

  /** What a socket hears whose subscription is its own affair. */
  static hearing(socket: TestSocket, projectId: string): BoardListener {
    return new BoardListener(socket, projectId);
  }

  /** Subscribes. @throws when it is refused */
  static async on(socket: TestSocket, projectId: string): Promise<BoardListener> {
    const listener = BoardListener.hearing(socket, projectId);
    const answer = await socket.emitWithAck('board:subscribe', { projectId });
    if (!answer.ok) throw new Error(`refused: ${answer.code}`);
    return listener;
  }

  get versions(): number[] {
    return this.ops.map((op) => op.v);
  }

  /** Resolves once the version has been heard of. */
  until(v: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`version ${v} of ${this.projectId} was not pushed; heard: ${this.versions}`));
      }, PUSH_LIMIT_MS);
      const look = () => {
        if (!this.ops.some((op) => op.v >= v)) return;
        clearTimeout(timer);
        this.looks.delete(look);
        resolve();
      };
      this.looks.add(look);
      look();
    });
  }
}

export function hashOf(board: ProjectBoard): string {
  return boardHash(board.columns.flatMap((column) => column.tasks));
}

/** The whole numbers from `from` to `to`. */
export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
