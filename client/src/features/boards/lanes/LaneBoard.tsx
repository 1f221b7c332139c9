import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type CSSProperties, memo, useCallback, useEffect, useRef, useState } from 'react';
import { selectTask } from '#board-sync/board.selectors';
import { useT } from '#i18n/useT';
import { useAppStore } from '#store/hooks';
import { stateColours } from '#ui/task-looks/taskLooks';
import { showToast } from '#ui/toast/toast.store';
import { useBoard } from '../board.context';
import { useShownCards } from '../cards/useShownCards';
import { ColumnHeader } from '../columns/ColumnHeader';
import columnClasses from '../columns/column.module.css';
import { useColumnName } from '../columns/useColumnName';
import { useOpeningColumn } from '../columns/useOpeningColumn';
import { holdStates } from '../columns/useShownStates';
import boardClasses from '../components/board.module.css';
import { DragGround } from '../components/DragGround';
import { stateOf } from '../dnd/useCardDrag';
import { useBoardKeys } from '../keyboard/useBoardKeys';
import { loadMoving } from '../selection/moving';
import { carriedWith } from '../selection/selection';
import { Lanes } from './Lanes';
import { useLaneName } from './LaneTitle';
import { isAssignable, laneEdit } from './lane.edit';
import { NONE } from './lane.groups';
import classes from './lanes.module.css';
import { laterPlace, watchLetGo } from './laterCells';
import { useLaneMoves } from './useLaneMoves';
import { heldLanes, holdLanes, useLanes } from './useLanes';

/** The lanes that are closed on a board, until the page is loaded again. */
const closedOn = new Map<string, ReadonlySet<string>>();

const laneOf = (listId: string): string => listId.slice(listId.indexOf(' ') + 1);
const release = () => {
  holdLanes(null);
  holdStates(null);
};

/**
 * The board in lanes: by assignee, priority, label or project. The page scrolls vertically, not each cell, because the
 * drag library drops wrongly in nested scrollers; cells far from the window are empty drop targets.
 */
export function LaneBoard() {
  const t = useT();
  const { boardId, look, labels, workspaceOf, assignableIn, onPeopleWanted } = useBoard();
  const store = useAppStore();
  const { isPhone } = useOpeningColumn();
  const columnName = useColumnName();
  const laneName = useLaneName();
  const { lanes, states } = useLanes();
  const heads = useRef<HTMLDivElement>(null);
  const memory = `${boardId} ${look.lanes}`;
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => closedOn.get(memory) ?? new Set());
  const toggle = useCallback(
    (key: string) =>
      setClosed((now) => {
        const next = new Set(now);
        if (!next.delete(key)) next.add(key);
        closedOn.set(memory, next);
        return next;
      }),
    [memory],
  );
  useEffect(() => {
    document.documentElement.dataset.lanes = '';
    return () => {
      delete document.documentElement.dataset.lanes;
    };
  }, []);

  useEffect(watchLetGo, []);
  useEffect(() => void loadMoving().catch(() => undefined), []);

  const latest = useRef(lanes);
  useEffect(() => {
    latest.current = lanes;
  }, [lanes]);
  const carriedTasks = (taskId: string): StoredTask[] =>
    carriedWith(taskId).flatMap((id) => selectTask(store.getState(), boardId, id) ?? []);
  const editOf = (taskId: string, fromList: string, toList: string) => {
    const lane = laneOf(toList);
    if (laneOf(fromList) === lane) return undefined;
    const edit = laneEdit(look.lanes, laneOf(fromList), lane);
    const label = look.lanes === 'label' ? labels.get(lane) : undefined;
    const isPerson = look.lanes === 'assignee' && lane !== NONE;
    const fits = ({ projectId, assignees }: StoredTask) =>
      label
        ? workspaceOf(projectId) === label.workspaceId
        : !isPerson || assignees.includes(lane) || isAssignable(assignableIn(projectId), lane);
    if (edit && carriedTasks(taskId).every(fits)) return edit;
    const refusal = label ? 'lane_elsewhere' : 'lane_unassignable';
    showToast({
      description: edit ? t(refusal, { lane: label?.name ?? laneName(lane) }) : t('lane_fixed'),
    });
    return null;
  };
  const nameOf = (listId: string) =>
    t('lane_place', { state: columnName(stateOf(listId)), lane: laneName(laneOf(listId)) });
  const lists = {
    nameOf,
    hold: (taskId: string) => {
      if (look.lanes === 'assignee') onPeopleWanted(carriedTasks(taskId).map(({ projectId }) => projectId));
      holdLanes(latest.current);
      holdStates(states);
    },
    release,
    heldIn: (listId: string) =>
      heldLanes()?.find(({ key }) => key === laneOf(listId))?.cells[stateOf(listId)] ?? [],
    placeElsewhere: laterPlace,
    editOf,
  };
  useBoardKeys(useLaneMoves({ lanes, states, closed, nameOf, editOf }));
  const shownLists = useCallback(() => {
    const open = lanes.filter(({ key }) => !closed.has(key));
    return states.map((state) => [...new Set(open.flatMap(({ cells }) => cells[state]))]);
  }, [lanes, states, closed]);

  return (
    <DragGround
      lists={lists}
      isPhone={isPhone}
      className={`${boardClasses.board} ${classes.board}`}
      shownLists={shownLists}
    >
      <div ref={heads} className={classes.heads}>
        {states.map((state) => (
          <LaneColumn key={state} state={state} />
        ))}
      </div>
      <Lanes
        lanes={lanes}
        states={states}
        isPhone={isPhone}
        closed={closed}
        heads={heads}
        onToggle={toggle}
      />
    </DragGround>
  );
}

/** The name of a column above all lanes, with the number of its cards. */
const LaneColumn = memo(function LaneColumn({
  state,
}: {
  state: Parameters<typeof ColumnHeader>[0]['state'];
}) {
  const name = useColumnName()(state);
  const count = useShownCards(state).length;
  return (
    <section
      className={`${columnClasses.column} ${classes.head}`}
      data-state={state}
      aria-label={name}
      style={{ '--state-colour': stateColours[state] } as CSSProperties}
    >
      <ColumnHeader state={state} count={count} />
    </section>
  );
});
