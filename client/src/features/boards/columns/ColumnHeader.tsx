import type { TaskState } from '@livelane/shared/tasks/task.values';
import Add from '@mui/icons-material/Add';
import IconButton from '@mui/material/IconButton';
import { memo, useState } from 'react';
import { useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import { Tooltip } from '#ui/tooltip/Tooltip';
import { useBoard } from '../board.context';
import { DOTS } from '../cards/CardFace';
import cardClasses from '../cards/card.module.css';
import boardClasses from '../components/board.module.css';
import { limitedCount } from './column.limit';
import classes from './column.module.css';
import { useColumnName } from './useColumnName';

export const ColumnMenu = deferredDialog(async () => (await import('./ColumnMenu')).ColumnMenu);

/** A column's name, the number of its cards, its menu and the button that adds a task. */
export const ColumnHeader = memo(function ColumnHeader({
  state,
  count,
}: {
  state: TaskState;
  count: number;
}) {
  const t = useT();
  const { canCreate, onNew, canEditColumns, settings } = useBoard();
  const name = useColumnName()(state);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const hasMenu = canEditColumns || settings[state]?.policy;
  return (
    <div className={classes.header}>
      <h2 className={classes.headerTitle} title={name}>
        <bdi>{name}</bdi>
      </h2>
      {settings[state]?.wipLimit ? (
        <LimitedCount state={state} />
      ) : (
        <span className={classes.count} title={t('column_tasks', { count })}>
          {count}
        </span>
      )}
      {hasMenu && (
        <button
          type="button"
          className={cardClasses.menu}
          aria-label={t('column_menu', { state: name })}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          {DOTS}
        </button>
      )}
      {anchor && <ColumnMenu state={state} anchor={anchor} onClose={() => setAnchor(null)} />}
      {canCreate && (
        <Tooltip title={t('column_add', { state: name })}>
          <IconButton size="small" aria-label={t('column_add', { state: name })} onClick={() => onNew(state)}>
            <Add fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </div>
  );
});

/** The counted cards and their limit; red beyond it. While a card is dragged, a full column is marked. */
function LimitedCount({ state }: { state: TaskState }) {
  const t = useT();
  const { boardId, settings } = useBoard();
  const count = useAppSelector((store) => limitedCount(store, boardId, state));
  const { max = 0, isHard } = settings[state]?.wipLimit ?? {};
  const text = t(count > max ? 'column_over' : 'column_of', { count, max });
  return (
    <>
      <span className={`${classes.count} ${count > max ? classes.over : ''}`} title={text}>
        <span aria-hidden>
          {count}/{max}
        </span>
        <span className={boardClasses.spoken}>{text}</span>
      </span>
      {isHard && (
        <span className={classes.full}>
          <span>{t('column_full', { count, max })}</span>
        </span>
      )}
    </>
  );
}
