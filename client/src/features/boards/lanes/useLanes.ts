import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import { useMemo, useState } from 'react';
import { selectBoard } from '#board-sync/board.selectors';
import { createObservable } from '#lib/observable';
import { useObservable } from '#lib/useObservable';
import { useAppSelector } from '#store/hooks';
import { useBoard } from '../board.context';
import { shownCards } from '../cards/shownCards';
import { useShownStates } from '../columns/useShownStates';
import { isAssignable } from './lane.edit';
import { type Lane, laneGrouper, laneKeys } from './lane.groups';
import { useProjectIds } from './useProjectIds';

/** The lanes at the lift of a card, like `dnd/dragHold` for columns. */
const held = createObservable<readonly Lane[] | null>(null);
export const holdLanes = held.set;
export const heldLanes = held.get;
/** Calls when a dragged card has been dropped. @returns ends it */
export const onRelease = (listener: () => void): (() => void) =>
  held.subscribe((lanes) => {
    if (lanes === null) listener();
  });

const NO_LANES: readonly Lane[] = [];

/** The lanes of a board with their cards, and the columns that are shown. */
export function useLanes(): { lanes: readonly Lane[]; states: readonly TaskState[] } {
  const { boardId, filter, look, workspaceOf, people, labels, projectOf, assignableIn } = useBoard();
  const ownProjects = useProjectIds();
  const view = useAppSelector((store) => selectBoard(store, boardId)?.view);
  const [group] = useState(() => laneGrouper(look.lanes));
  const states = useShownStates();
  const lanes = useMemo(() => {
    if (!view) return NO_LANES;
    const projectIds =
      look.lanes === 'project'
        ? taskStates.flatMap((state) => Object.values(view[state].cards).map(({ projectId }) => projectId))
        : [];
    const known = {
      isAssignable: (personId: string) => ownProjects.some((id) => isAssignable(assignableIn(id), personId)),
      people,
      labels,
      projectIds,
      projectName: (id: string) => projectOf(id)?.name ?? '',
    };
    const { keys, isKept } = laneKeys(look.lanes, known);
    const shown = (state: TaskState) => shownCards(view[state], { filter, look, workspaceOf });
    return group(view, states, shown, keys, isKept);
  }, [group, view, states, filter, look, workspaceOf, people, labels, projectOf, ownProjects, assignableIn]);
  return { lanes: useObservable(held) ?? lanes, states };
}
