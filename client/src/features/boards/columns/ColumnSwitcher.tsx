import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import IconButton from '@mui/material/IconButton';
import { type CSSProperties, useEffect, useState } from 'react';
import { useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { focusableDisabled } from '#ui/focusableDisabled';
import { stateColours } from '#ui/task-looks/taskLooks';
import { useBoard } from '../board.context';
import { countCards } from '../cards/shownCards';
import { columnElement } from '../keyboard/cardFocus';
import classes from './columnSwitcher.module.css';
import { rememberColumn } from './openingColumn';
import { useColumnName } from './useColumnName';
import { useShownStates } from './useShownStates';

/** At the bottom of a phone's screen: the column in view, the ones beside it and a list of all. */
export function ColumnSwitcher() {
  const t = useT();
  const { boardId } = useBoard();
  const nameOf = useColumnName();
  const shown = useShownStates();
  const state = useColumnInView(boardId, shown);
  const at = shown.indexOf(state);
  const isRtl = document.documentElement.dir === 'rtl';
  const step = (to: TaskState | undefined, Icon: typeof ChevronLeft) => (
    <IconButton
      size="large"
      {...focusableDisabled(!to)}
      aria-label={to ? nameOf(to) : t('columns')}
      onClick={() => to && show(to)}
    >
      <Icon />
    </IconButton>
  );
  return (
    <nav
      className={classes.switcher}
      aria-label={t('columns')}
      style={{ '--state-colour': stateColours[state] } as CSSProperties}
    >
      {step(shown[at - 1], isRtl ? ChevronRight : ChevronLeft)}
      <span className={classes.switcherField}>
        <select
          className={classes.switcherSelect}
          aria-label={t('columns')}
          value={state}
          onChange={({ target }) => show(target.value as TaskState)}
        >
          {shown.map((each) => (
            <ColumnOption key={each} state={each} />
          ))}
        </select>
      </span>
      {step(shown[at + 1], isRtl ? ChevronLeft : ChevronRight)}
    </nav>
  );
}

/** A column with the number of its cards, so that nobody swipes through empty ones to find out. */
function ColumnOption({ state }: { state: TaskState }) {
  const t = useT();
  const board = useBoard();
  const nameOf = useColumnName();
  const count = useAppSelector((store) => countCards(store, state, board));
  return <option value={state}>{t('column_option', { state: nameOf(state), count })}</option>;
}

function show(state: TaskState): void {
  columnElement(state)?.scrollIntoView({ inline: 'start', block: 'nearest', behavior: 'smooth' });
}

/** The column nearest to the window's middle; null once a board has been removed from the page. */
export function nearestColumn(): TaskState | null {
  const middle = document.documentElement.clientWidth / 2;
  let nearest: { state: TaskState; away: number } | null = null;
  for (const state of taskStates) {
    const box = columnElement(state)?.getBoundingClientRect();
    const away = box && Math.abs(box.left + box.width / 2 - middle);
    if (away !== undefined && (!nearest || away < nearest.away)) nearest = { state, away };
  }
  return nearest?.state ?? null;
}

/** The column in view. @param shown those on the page: without one of them another is in view, and nothing scrolls */
function useColumnInView(boardId: string, shown: readonly TaskState[]): TaskState {
  const [state, setState] = useState<TaskState>(taskStates[0]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns on the page are looked at
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const seen = nearestColumn();
      // Removing the columns makes the page narrow, which also scrolls it.
      if (!seen) return;
      setState(seen);
      rememberColumn(boardId, seen);
    };
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look);
    };
    // The column at which the board opened was not the user's choice.
    setState(nearestColumn() ?? taskStates[0]);
    window.addEventListener('scroll', lookSoon, { passive: true });
    return () => {
      window.removeEventListener('scroll', lookSoon);
      cancelAnimationFrame(frame);
    };
  }, [boardId, shown]);
  return state;
}
