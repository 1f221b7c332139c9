import type { BoardHead } from '@livelane/shared/realtime/messages.schema';
import { taskStates } from '@livelane/shared/tasks/task.values';
import type { ProjectBoardState } from '#board-sync/board.types';
import { afterQuiet, quietMoment } from '#lib/quietMoment';

/**
 * Compares a held board with the server's hash (I1). A board that differs is read again, once per
 * version: repeated differences at the same version would cause an endless loop.
 */
export class BoardVerifier {
  private readonly differed = new Map<string, string>();
  /** Hashing is deferred, since the server's hash may arrive while a board first appears. */
  private readonly isLater = new Promise<void>((resolve) => afterQuiet(resolve));

  constructor(private readonly board: (projectId: string) => ProjectBoardState | undefined) {}

  /** Whether the board differs from the server's at the same version. */
  async differs({ projectId, v, hash }: BoardHead): Promise<boolean> {
    if (this.board(projectId)?.v !== v) return false;
    await this.isLater;
    // Without its script there is a next time: the server tells its hash again and again.
    const script = await import('@livelane/shared/boards/board-hash').catch(() => undefined);
    if (!script) return false;
    await quietMoment();
    const board = this.board(projectId);
    if (board?.v !== v) return false;
    const tasks = taskStates.flatMap((state) => Object.values(board.base[state]));
    const point = `${board.epoch}:${v}`;
    if (script.boardHash(tasks) === hash || this.differed.get(projectId) === point) return false;
    this.differed.set(projectId, point);
    return true;
  }
}
