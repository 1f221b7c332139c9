import { type BoardsState, type PersonalBoardState, personalBoard } from './board.types';

/** Computed once for each state of the board. */
const found = new WeakMap<PersonalBoardState, string>();

/** The projects with cards on the personal board that show a person without a known name, separated by commas. */
export function selectStrangersIn({ board: boards }: { board: BoardsState }): string {
  const board = personalBoard(boards);
  if (!board) return '';
  const known = found.get(board);
  if (known !== undefined) return known;
  const projectIds = new Set<string>();
  for (const cards of Object.values(board.base))
    for (const { assignees, projectId } of Object.values(cards))
      if (assignees.some((id) => !board.people?.[id])) projectIds.add(projectId);
  const ids = [...projectIds].join();
  found.set(board, ids);
  return ids;
}
