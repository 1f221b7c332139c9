import { useQuery } from '@tanstack/react-query';
import { PAST_BOARD, projectBoard } from '#board-sync/board.types';
import { readActivity } from '#features/activity/activity.api';
import { useLabels } from '#features/labels/labels.api';
import { presentLabels } from '#features/rewind/presentLabels';
import { useAppSelector } from '#store/hooks';

/** The labels of a card of the past board as they are now; until that is known, as they were. */
export function usePresentLabels(
  { id: projectId, workspaceId }: { id: string; workspaceId: string },
  then: readonly string[],
): ReturnType<typeof presentLabels> {
  const { data: living } = useLabels([workspaceId]);
  const after = useAppSelector((state) => projectBoard(state.board, PAST_BOARD)?.v);
  const isLiving = (id: string) => living?.some((label) => label.id === id) ?? true;
  const gone = then.filter((id) => !isLiving(id));
  const { data: removals } = useQuery({
    queryKey: ['labelRemovals', projectId, after, ...gone],
    queryFn: () => readActivity({ projectId, types: ['label.removed'], after }),
    enabled: gone.length > 0,
    gcTime: 0,
  });
  return presentLabels(then, isLiving, removals?.items ?? []);
}
