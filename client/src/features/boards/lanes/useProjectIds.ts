import { useMemo } from 'react';
import { PERSONAL_BOARD, personalBoard } from '#board-sync/board.types';
import { useAppSelector } from '#store/hooks';
import { useBoard } from '../board.context';

/** The projects whose tasks can be put into lanes: the board's own, or on the board over all those the user may edit. */
export function useProjectIds(): readonly string[] {
  const { boardId, canEdit } = useBoard();
  const projects = useAppSelector(({ board }) =>
    boardId === PERSONAL_BOARD ? personalBoard(board)?.projects : undefined,
  );
  return useMemo(
    () => (boardId === PERSONAL_BOARD ? Object.keys(projects ?? {}).filter(canEdit) : [boardId]),
    [boardId, projects, canEdit],
  );
}
