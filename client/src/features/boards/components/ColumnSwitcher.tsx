import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import Add from '@mui/icons-material/Add';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import IconButton from '@mui/material/IconButton';
import { type CSSProperties, useEffect, useState } from 'react';
import { useT } from '../../../i18n/useT';
import { useBoard } from '../board.context';
import { stateColours } from '../board.looks';
import { columnElement } from '../keyboard/card.focus';
import classes from './board.module.css';

/** On a phone, at its lower edge: the column in view, the ones beside it, all of them, and a new task. */
export function ColumnSwitcher() {
  const t = useT();
  const { canCreate, onNew } = useBoard();
  const state = useColumnInView();
  const at = taskStates.indexOf(state);
  const isRtl = document.documentElement.dir === 'rtl';
  const step = (to: TaskState | undefined, Icon: typeof ChevronLeft) => (
    <IconButton
      size="large"
      disabled={!to}
      aria-label={to ? t(`kanban_state_${to}`) : t('columns')}
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
      {step(taskStates[at - 1], isRtl ? ChevronRight : ChevronLeft)}
      <span className={classes.switcherField}>
        <select
          className={classes.switcherSelect}
          aria-label={t('columns')}
          value={state}
          onChange={({ target }) => show(target.value as TaskState)}
        >
          {taskStates.map((each) => (
            <option key={each} value={each}>
              {t(`kanban_state_${each}`)}
            </option>
          ))}
        </select>
      </span>
      {step(taskStates[at + 1], isRtl ? ChevronLeft : ChevronRight)}
      {canCreate && (
        <IconButton
          size="large"
          color="primary"
          aria-label={t('column_add', { state: t(`kanban_state_${state}`) })}
          onClick={() => onNew(state)}
        >
          <Add />
        </IconButton>
      )}
    </nav>
  );
}

function show(state: TaskState): void {
  columnElement(state)?.scrollIntoView({ inline: 'start', block: 'nearest', behavior: 'smooth' });
}

/** The column that is nearest to the window's middle. */
function useColumnInView(): TaskState {
  const [state, setState] = useState<TaskState>(taskStates[0]);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const middle = document.documentElement.clientWidth / 2;
      const away = (each: TaskState) => {
        const box = columnElement(each)?.getBoundingClientRect();
        return box ? Math.abs(box.left + box.width / 2 - middle) : Number.POSITIVE_INFINITY;
      };
      setState(taskStates.reduce((best, each) => (away(each) < away(best) ? each : best)));
    };
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    window.addEventListener('scroll', lookSoon, { passive: true });
    return () => {
      window.removeEventListener('scroll', lookSoon);
      cancelAnimationFrame(frame);
    };
  }, []);
  return state;
}
