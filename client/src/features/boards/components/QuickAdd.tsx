import { TITLE_MAX } from '@livelane/shared/http/limits';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { type KeyboardEvent, memo, useState } from 'react';
import { useT } from '../../../i18n/useT';
import { useBoard } from '../board.context';
import classes from './board.module.css';

/** Enter adds a task with the typed title and clears the field. */
export const QuickAdd = memo(function QuickAdd({ state }: { state: TaskState }) {
  const t = useT();
  const { onQuickAdd } = useBoard();
  const [title, setTitle] = useState('');
  const submit = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || title.trim() === '') return;
    onQuickAdd(state, title.trim());
    setTitle('');
  };
  return (
    <input
      className={classes.quickAdd}
      value={title}
      maxLength={TITLE_MAX}
      aria-label={t('column_quick_add', { state: t(`kanban_state_${state}`) })}
      placeholder={t('column_quick_add_hint')}
      onChange={(event) => setTitle(event.target.value)}
      onKeyDown={submit}
    />
  );
});
