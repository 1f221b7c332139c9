import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import { selectBoard } from '#board-sync/board.selectors';
import { formatDay } from '#i18n/formatDay';
import { useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { stateColours } from '#ui/task-looks/taskLooks';
import { useBoard } from '../board.context';
import { shownCards, shownStates } from '../cards/shownCards';
import { useColumnName } from '../columns/useColumnName';
import classes from './printedBoard.module.css';

/** The board for printing: all cards that match the filter, in the shown columns that have any. */
export function PrintedBoard({ title }: { title: string }) {
  const nameOf = useColumnName();
  const { formatDate, formatNumber } = useIntl();
  const context = useBoard();
  const board = useAppSelector((store) => selectBoard(store, context.boardId));
  const columns = shownStates(context.settings).flatMap((state) => {
    const column = board?.view[state];
    const cards = shownCards(column, context).flatMap((id) => column?.cards[id] ?? []);
    return cards.length > 0 ? [{ state, cards }] : [];
  });
  return createPortal(
    <div className={classes.paper} data-print>
      <div className={classes.header}>
        <h1 dir="auto">{title}</h1>
        <span>{formatDate(Date.now(), { dateStyle: 'long' })}</span>
      </div>
      <div
        className={classes.columns}
        style={{ gridTemplateColumns: `repeat(${columns.length}, minmax(0, 70mm))` }}
      >
        {columns.map(({ state, cards }) => (
          <section key={state} className={classes.column} style={{ borderColor: stateColours[state] }}>
            <h2>
              {nameOf(state)} <span>{formatNumber(cards.length)}</span>
            </h2>
            {cards.map((task) => (
              <PrintedCard key={task.id} task={task} />
            ))}
          </section>
        ))}
      </div>
    </div>,
    document.body,
  );
}

function PrintedCard({ task }: { task: StoredTask }) {
  const t = useT();
  const intl = useIntl();
  const { people, labels } = useBoard();
  const { title, priority, dueDate, timeEstimate, checklist, assignees } = task;
  const shown = task.labels.flatMap((id) => labels.get(id) ?? []);
  const names = assignees.flatMap((id) => people.get(id)?.firstName ?? []);
  const facts = [
    priority && t(`priority_${priority}`),
    dueDate && formatDay(intl, dueDate, { day: 'numeric', month: 'short' }),
    timeEstimate && t(`${timeEstimate.name}_short`),
    checklist.length > 0 && `✓ ${checklist.filter(({ isDone }) => isDone).length}/${checklist.length}`,
    ...names,
  ].filter(Boolean);
  return (
    <article className={classes.card}>
      <p dir="auto">{title}</p>
      {shown.map(({ id, name }) => (
        <span key={id} dir="auto" className={classes.label}>
          {name}
        </span>
      ))}
      <small>{facts.join(' · ')}</small>
    </article>
  );
}
