import { useMemo } from 'react';
import { personalBoard } from '#board-sync/board.types';
import { useAppSelector } from '#store/hooks';
import { useBoard } from '../board.context';
import { keptOf } from './view.address';

/** The content of a saved view of the board as shown now. */
export function useKeptView() {
  const { filter, look } = useBoard();
  const projects = useAppSelector((state) => personalBoard(state.board)?.projects);
  return useMemo(() => {
    const workspaces = Object.values(projects ?? {}).map(({ id, workspaceId }) => [id, workspaceId] as const);
    return keptOf(filter, look, new Map(workspaces));
  }, [filter, look, projects]);
}
