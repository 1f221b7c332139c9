import type { TaskState } from '@livelane/shared/tasks/task.values';
import { useQuery } from '@tanstack/react-query';
import { readStoredColumns } from '#board-sync/board.storage';
import { projectBoard } from '#board-sync/board.types';
import { columnName } from '#features/boards/columns/columnName';
import { useT } from '#i18n/useT';
import { useCurrentUser } from '#lib/useSession';
import { useAppSelector } from '#store/hooks';

/**
 * Returns the name of a column in some projects: theirs if all call it the same, else the standard one. Of projects
 * whose boards are not on this device the standard names are all that is known.
 */
export function useColumnNames(): (projectIds: readonly string[], state: TaskState) => string {
  const t = useT();
  const userId = useCurrentUser().id;
  const boards = useAppSelector(({ board }) => board);
  const { data: stored } = useQuery({
    queryKey: ['storedColumns', userId],
    queryFn: () => readStoredColumns(userId),
    networkMode: 'always',
    staleTime: 0,
    retry: false,
  });
  return (projectIds, state) => {
    const [name, ...others] = new Set(
      projectIds.map((id) => columnName(t, projectBoard(boards, id)?.settings ?? stored?.[id], state)),
    );
    return name && others.length === 0 ? name : t(`kanban_state_${state}`);
  };
}
