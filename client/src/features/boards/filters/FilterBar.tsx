import { type TaskPriority, taskPriorities } from '@livelane/shared/tasks/task.values';
import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type MouseEvent, type ReactNode, startTransition, useOptimistic, useState } from 'react';
import { withLateTexts } from '#i18n/late.texts';
import { useT } from '#i18n/useT';
import { useLabelName } from '#ui/label/useLabelName';
import { deferred } from '#ui/lazy/deferred';
import { useBoard } from '../board.context';
import { useTimeEstimates } from '../boards.api';
import { type BoardFilter, isFiltering, NO_FILTER } from './board.filter';
import { DatePill } from './DatePill';
import { type FilterOption, FilterPill } from './FilterPill';
import classes from './filters.module.css';
import { TitleFilter } from './TitleFilter';
import { useCardCounts } from './useCardCounts';

const LookPills = deferred(
  withLateTexts(async () => (await import('./LookPills')).LookPills),
  undefined,
  () => null,
);

interface Props {
  filter: BoardFilter;
  onChange: (part: Partial<BoardFilter>) => void;
  /** Project board only. */
  assignees?: readonly FilterOption[];
  /** Personal board only. */
  workspaces?: readonly FilterOption[];
  projects?: readonly FilterOption[];
  /** Shown after the filters. */
  children?: ReactNode;
}

const DAYS_RIGHT = { dueFrom: false, dueTo: false };

/** The filter bar of a board (specification section 5): a row of pills that are filled while they hide cards. */
export function FilterBar({ filter: followed, onChange, assignees, workspaces, projects, children }: Props) {
  const t = useT();
  const timeEstimates = useTimeEstimates();
  const { labels, look } = useBoard();
  const labelName = useLabelName();
  const isNarrow = useMediaQuery('(max-width: 1099px)', { noSsr: true });
  const [isOpen, setOpen] = useState(false);
  const [wrong, setWrong] = useState(DAYS_RIGHT);
  /** Clearing the filter also clears invalid days in the fields. */
  const [clearings, setClearings] = useState(0);
  // The fields change at once, and the board follows in a transition: a choice is based on the shown fields.
  const [filter, show] = useOptimistic(followed, (now, part: Partial<BoardFilter>) => ({ ...now, ...part }));
  const change = (part: Partial<BoardFilter>) =>
    startTransition(() => {
      show(part);
      onChange(part);
    });
  const clear = () => {
    setWrong(DAYS_RIGHT);
    setClearings(clearings + 1);
    change(NO_FILTER);
  };
  const day = (name: 'dueFrom' | 'dueTo', label: string) => (
    <DatePill
      key={`${name} ${clearings}`}
      label={label}
      value={filter[name]}
      onChange={(value) => change({ [name]: value })}
      onWrong={(isWrong) => setWrong((now) => (now[name] === isWrong ? now : { ...now, [name]: isWrong }))}
    />
  );
  return (
    <Box role="search" aria-label={t('filters')} className={classes.bar} {...buttonsStayPut}>
      <TitleFilter value={filter.title} onChange={(title) => change({ title })} />
      {isNarrow && (
        <button
          type="button"
          className={classes.more}
          aria-label={t('filters')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M10 18h4v-2h-4zM3 6v2h18V6zm3 7h12v-2H6z" />
          </svg>
        </button>
      )}
      {(!isNarrow || isOpen) && (
        <>
          <FilterPill
            label={t('filter_priority')}
            options={taskPriorities.map((id) => ({ id, name: t(`priority_${id}`) }))}
            value={filter.priorities}
            onChange={(ids) => change({ priorities: ids as TaskPriority[] })}
          />
          <FilterPill
            label={t('filter_estimate')}
            options={timeEstimates.map(({ id, name }) => ({ id: String(id), name: t(name) }))}
            value={filter.estimates.map(String)}
            onChange={(ids) => change({ estimates: ids.map(Number) })}
          />
          {day('dueFrom', t('filter_due_from'))}
          {day('dueTo', t('filter_due_to'))}
          {assignees && (
            <FilterPill
              label={t('filter_assignees')}
              options={assignees}
              value={filter.assignees}
              onChange={(ids) => change({ assignees: ids })}
            />
          )}
          <FilterPill
            label={t('task_labels')}
            options={[...labels.values()].map((label) => ({ id: label.id, name: labelName(label) }))}
            value={filter.labels}
            onChange={(ids) => change({ labels: ids })}
          />
          {workspaces && (
            <FilterPill
              label={t('filter_workspace')}
              options={workspaces}
              value={filter.workspaceId ? [filter.workspaceId] : []}
              onChange={(ids) => change({ workspaceId: ids.at(-1) ?? null })}
            />
          )}
          {projects && (
            <FilterPill
              label={t('filter_project')}
              options={projects}
              value={filter.projectIds}
              onChange={(ids) => change({ projectIds: ids })}
            />
          )}
          {children}
        </>
      )}
      {(look.lanes !== 'none' || look.sort || look.viewId) && <LookPills />}
      {(isFiltering(filter) || wrong.dueFrom || wrong.dueTo) && <Result onClear={clear} />}
    </Box>
  );
}

/**
 * A typed day takes effect when its field is left, which moves the buttons beside it. So pressing a button keeps the
 * focus until the click, or the button would move away before the release.
 */
const buttonsStayPut = {
  onMouseDown: (event: MouseEvent<HTMLElement>) => {
    if (buttonOf(event)) event.preventDefault();
  },
  onClickCapture: (event: MouseEvent<HTMLElement>) => buttonOf(event)?.focus(),
};

/** Ignores buttons of an open list: React's events also bubble from there. */
function buttonOf({ target, currentTarget }: MouseEvent<HTMLElement>): HTMLElement | null {
  return currentTarget.contains(target as Node) ? (target as Element).closest('button') : null;
}

/** The number of matching cards, and a button to clear the filter. */
function Result({ onClear }: { onClear: () => void }) {
  const t = useT();
  const { shown, all } = useCardCounts();
  const press = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // This button goes with what it clears.
    currentTarget.closest('[role="search"]')?.querySelector('button')?.focus();
    onClear();
  };
  return (
    <span className={classes.result}>
      <span role="status">{t('filter_shown', { shown, count: all })}</span>
      <span aria-hidden> · </span>
      <button type="button" className={classes.clear} aria-label={t('filter_clear')} onClick={press}>
        {t('action_clear')}
      </button>
    </span>
  );
}
