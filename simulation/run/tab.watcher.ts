import { taskStates } from '@livelane/shared/tasks/task.values';
import type {
  BoardState,
  BoardsState,
  Pending,
  ProjectBoardState,
} from '../../client/src/board-sync/board.types';
import type { buildView } from '../../client/src/board-sync/board.view';
import type { History } from './history';
import { isSame } from './same';

/** A pending change that has left the list of its tab, and the board that the tab held then. */
export interface Settled {
  tab: string;
  mutationId: string;
  projectId: string;
  taskId: string;
  ackV: number | undefined;
  /** Null: the tab held no board of this project, or is changing to another epoch, so the answer's epoch is unknown. */
  held: { epoch: string; v: number } | null;
}

/** Watches a tab's store at every change. */
export class TabWatcher {
  readonly settled: Settled[] = [];
  private before: Pick<BoardsState, 'pending' | 'boards'> = { pending: [], boards: {} };

  constructor(
    private readonly tab: string,
    private readonly history: History,
    private readonly viewOf: typeof buildView,
  ) {}

  /** Checks the invariants of every moment. */
  watch({ pending, boards }: BoardsState): void {
    for (const board of Object.values(boards)) {
      this.checkVersion(board);
      this.checkView(board, pending);
    }
    for (const gone of this.before.pending) {
      if (pending.some((each) => each.mutationId === gone.mutationId)) continue;
      const board = boards[gone.projectId];
      this.settled.push({
        tab: this.tab,
        mutationId: gone.mutationId,
        projectId: gone.projectId,
        taskId: gone.taskId,
        ackV: gone.ackV,
        held:
          board?.kind === 'project' && !this.isRestored(board) ? { epoch: board.epoch, v: board.v } : null,
      });
    }
    this.before = { pending, boards };
  }

  private isRestored({ id, epoch }: ProjectBoardState): boolean {
    const before = this.before.boards[id];
    return before?.kind === 'project' && before.epoch !== epoch;
  }

  private checkVersion(board: BoardState): void {
    const before = this.before.boards[board.id];
    if (board.kind === 'personal' && before?.kind === 'personal') {
      for (const [projectId, { epoch, v }] of Object.entries(board.cursors)) {
        const old = before.cursors[projectId];
        if (old?.epoch === epoch && v < old.v)
          this.history.fail('I6 I13', `${this.tab}: the personal board is at version ${v} after ${old.v}`);
      }
    }
    if (board.kind !== 'project' || before?.kind !== 'project' || before.epoch !== board.epoch) return;
    if (board.v < before.v) this.history.fail('I6 I13', `${this.tab}: version ${board.v} after ${before.v}`);
  }

  /** R15, I10: whatever happened, the view is base with the pending changes on top. */
  private checkView(board: BoardState, pending: readonly Pending[]): void {
    if (this.before.boards[board.id] === board && this.before.pending === pending) return;
    const expected = this.viewOf(board, [...pending]);
    for (const state of taskStates) {
      const [shown, wanted] = [board.view[state], expected[state]];
      if (isSame(shown.ids, wanted.ids) && isSame(shown.cards, wanted.cards)) continue;
      const detail = `${this.tab}: ${state} shows ${shown.ids.join()}, not ${wanted.ids.join()}`;
      this.history.fail('I10 R15', detail);
    }
    const seen = new Set<string>();
    for (const state of taskStates) {
      for (const id of [...Object.keys(board.base[state])]) {
        if (seen.has(id)) this.history.fail('I9', `${this.tab}: ${id} stands in two columns`);
        seen.add(id);
      }
    }
  }
}
