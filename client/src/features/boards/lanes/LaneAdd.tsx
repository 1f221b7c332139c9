import type { TaskState } from '@livelane/shared/tasks/task.values';
import { useEffect, useRef, useState } from 'react';
import { PERSONAL_BOARD, personalBoard } from '#board-sync/board.types';
import { useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { useBoard } from '../board.context';
import { QuickAdd } from '../components/QuickAdd';
import { laneValues, projectWithLabel } from './lane.edit';
import classes from './lanes.module.css';

interface Props {
  laneKey: string;
  state: TaskState;
  /** The name of the cell. */
  place: string;
  /** Beneath the cell's last card, in pixels from the cell's top. */
  top: number;
}

/** Adds tasks with a lane's value: a button that becomes a field, which stays open for the next task. */
export function LaneAdd({ laneKey, state, place, top }: Props) {
  const t = useT();
  const { look, onQuickAdd } = useBoard();
  const projectId = useLaneProject(laneKey);
  const [isOpen, setOpen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each added card moves it down, out of view
  useEffect(() => {
    if (!isOpen) return;
    element.current?.querySelector('input')?.focus({ preventScroll: true });
    element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isOpen, top]);
  if (projectId === null) return null;
  if (!isOpen)
    return (
      <button
        type="button"
        className={classes.add}
        style={{ top }}
        aria-label={t('column_quick_add', { state: place })}
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M19 13h-6v6h-2v-6H5v-2h6V5h2v6h6z" />
        </svg>
      </button>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles events that bubble up from its field
    <div
      ref={element}
      className={classes.adding}
      style={{ top }}
      onBlur={({ target }) =>
        target instanceof HTMLInputElement && target.value.trim() === '' && setOpen(false)
      }
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      <QuickAdd
        state={state}
        place={place}
        onAdd={(title) =>
          onQuickAdd(state, title, {
            ...laneValues(look.lanes, laneKey),
            ...(projectId !== undefined && { projectId }),
          })
        }
      />
    </div>
  );
}

/**
 * The project of a task that is added to a label's lane: on the personal board labels belong to several workspaces.
 * Undefined if any project will do, null if none has the label.
 */
function useLaneProject(laneKey: string): string | null | undefined {
  const { boardId, look, labels, projectForNew } = useBoard();
  const label = look.lanes === 'label' && boardId === PERSONAL_BOARD ? labels.get(laneKey) : undefined;
  return useAppSelector(
    ({ board }) =>
      label && projectWithLabel(label, Object.values(personalBoard(board)?.projects ?? {}), projectForNew),
  );
}
