import { TITLE_MAX } from '@livelane/shared/http/limits';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { textLength } from '@livelane/shared/values/text-length';
import { type KeyboardEvent, memo, useEffect, useId, useState } from 'react';
import { useT } from '#i18n/useT';
import { isComposing } from '#lib/keyPress';
import { typedText } from '#lib/typedText';
import { useCurrentUser } from '#lib/useSession';
import { useAppSelector } from '#store/hooks';
import { useBoard } from '../board.context';
import { keepCardDraft, loadCardDraft } from './card.draft';
import { refusalOf } from './column.limit';
import classes from './quickAdd.module.css';
import { useColumnName } from './useColumnName';
import { keepColumn } from './useShownStates';

/** Tasks added here are visible to everyone. */
const NEW: Parameters<typeof refusalOf>[3] = [{ state: 'ARCHIVE', visibility: 'PUBLIC' }];

interface Props {
  state: TaskState;
  /** In a part of a column: its name, and its own handler. */
  place?: string;
  onAdd?: (title: string) => void;
}

/**
 * Enter adds a task with the typed title and clears the field. A title that is too long stays to be shortened, and one
 * that a full column does not take until it does. What is typed in a column outlives a reload and an ended session.
 */
export const QuickAdd = memo(function QuickAdd({ state, place, onAdd }: Props) {
  const t = useT();
  const board = useBoard();
  const { boardId, onQuickAdd } = board;
  const { id: userId } = useCurrentUser();
  const column = useColumnName()(state);
  const full = useAppSelector((store) => {
    const found = refusalOf(store, board, state, NEW);
    return found && t('column_full', { ...found });
  });
  const isKept = place === undefined;
  const [title, setTitle] = useState(() => (isKept ? loadCardDraft(userId, boardId, state) : ''));
  const change = (typed: string) => {
    setTitle(typed);
    if (isKept) keepCardDraft(userId, boardId, state, typed);
  };
  const problemId = useId();
  const wanted = typedText(title);
  const isTyped = wanted !== '';
  useEffect(() => (isTyped ? keepColumn(state) : undefined), [isTyped, state]);
  const isTooLong = textLength(wanted) > TITLE_MAX;
  // An empty field says as its placeholder that the column is full.
  const problem = (isTyped && full) || (isTooLong && t('input_max_task_title'));
  const submit = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event) || !isTyped || problem) return;
    // A dialog that it opens has the focus at once: there the key would type a line break instead of the selected title.
    event.preventDefault();
    if (onAdd) onAdd(wanted);
    else onQuickAdd(state, wanted);
    change('');
  };
  return (
    <>
      {problem && (
        <p id={problemId} role="alert" className={classes.quickAddProblem}>
          {problem}
        </p>
      )}
      <input
        className={classes.quickAdd}
        value={title}
        aria-label={t('column_quick_add', { state: place ?? column })}
        aria-invalid={isTooLong}
        aria-describedby={problem ? problemId : undefined}
        // Disabled it would lose the focus, and what is typed next would press shortcuts. What is typed can be given up.
        readOnly={full !== null && title === ''}
        placeholder={full ?? t('column_quick_add_hint')}
        onChange={(event) => change(event.target.value)}
        onKeyDown={submit}
      />
    </>
  );
});
