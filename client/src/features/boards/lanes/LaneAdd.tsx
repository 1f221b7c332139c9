import type { TaskState } from '@livelane/shared/tasks/task.values';
import { isBlank } from '@livelane/shared/values/blank';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useT } from '#i18n/useT';
import { isComposing } from '#lib/keyPress';
import { useBoard } from '../board.context';
import { QuickAdd } from '../columns/QuickAdd';
import { isAssignable, laneValues, projectInLane } from './lane.edit';
import { NONE } from './lane.groups';
import classes from './lanes.module.css';
import { useProjectIds } from './useProjectIds';

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
  const { look, projectForNew, onQuickAdd, onPeopleWanted } = useBoard();
  const projectId = useLaneProject(laneKey);
  const [isOpen, setOpen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each added card moves it down, out of view
  useEffect(() => {
    if (!isOpen) return;
    element.current?.querySelector('input')?.focus({ preventScroll: true });
    element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isOpen, top]);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event) || !isEmpty(event.target)) return;
    flushSync(() => setOpen(false));
    button.current?.focus({ preventScroll: true });
  };
  if (projectId === null) return null;
  if (!isOpen)
    return (
      <button
        ref={button}
        type="button"
        className={classes.add}
        style={{ top }}
        aria-label={t('column_quick_add', { state: place })}
        onClick={() => {
          if (look.lanes === 'assignee' && projectForNew) onPeopleWanted([projectForNew]);
          setOpen(true);
        }}
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
      onBlur={({ target }) => isEmpty(target) && setOpen(false)}
      onKeyDown={leave}
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

const isEmpty = (field: EventTarget) => field instanceof HTMLInputElement && isBlank(field.value);

/**
 * The project of a task that is added to a lane of a person or label: not every project has them. Undefined if any
 * project will do, null if none has.
 */
function useLaneProject(laneKey: string): string | null | undefined {
  const { look, labels, assignableIn, workspaceOf, projectForNew } = useBoard();
  const ids = useProjectIds();
  const label = look.lanes === 'label' ? labels.get(laneKey) : undefined;
  const isPerson = look.lanes === 'assignee' && laneKey !== NONE;
  if (!label && !isPerson) return undefined;
  const fits = (id: string) =>
    label ? workspaceOf(id) === label.workspaceId : isAssignable(assignableIn(id), laneKey);
  return projectInLane(ids.filter(fits), projectForNew);
}
