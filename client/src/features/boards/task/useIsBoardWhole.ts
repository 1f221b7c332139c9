import { selectBoard } from '#board-sync/board.selectors';
import { isWhole } from '#board-sync/board.types';
import { useAppSelector } from '#store/hooks';

/** Whether all cards of a board are here. */
export const useIsBoardWhole = (boardId: string): boolean =>
  useAppSelector((state) => {
    const board = selectBoard(state, boardId);
    return board !== undefined && isWhole(board);
  });
