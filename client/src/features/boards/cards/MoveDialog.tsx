import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { selectColumn } from '#board-sync/board.selectors';
import { useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { AppDialog } from '#ui/dialog/AppDialog';
import { FormActions } from '#ui/form/FormActions';
import { useBoard } from '../board.context';
import { useColumnName } from '../columns/useColumnName';

/** Moves a card without dragging: by column and position. */
export function MoveDialog({ task, onClose }: { task: StoredTask; onClose: () => void }) {
  const t = useT();
  const { boardId, onMove } = useBoard();
  const nameOf = useColumnName();
  const [state, setState] = useState<TaskState>(task.state);
  const column = useAppSelector((store) => selectColumn(store, boardId, state));
  const ownColumn = useAppSelector((store) => selectColumn(store, boardId, task.state)?.ids) ?? NO_CARDS;
  const others = (column?.ids ?? []).filter((id) => id !== task.id);
  const [position, setPosition] = useState(() => placeOf(ownColumn, task.id));
  const index = Math.min(Math.max(Math.round(position), 1), others.length + 1) - 1;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const place = { afterId: others[index - 1] ?? null, beforeId: others[index] ?? null };
    // The dialog names this card alone, also when others are selected.
    onMove(task.id, state, place, undefined, [task.id]);
    onClose();
  };
  return (
    <AppDialog open onClose={onClose} title={t('move_title', { title: task.title })} closeOnOutsideClick>
      <form noValidate onSubmit={submit}>
        <DialogContent>
          <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ pt: 1 }}>
            <TextField
              select
              autoFocus
              fullWidth
              label={t('move_column')}
              value={state}
              onChange={(event) => {
                setState(event.target.value as TaskState);
                // Starts at its present place in its own column, at the top in others.
                setPosition(event.target.value === task.state ? placeOf(ownColumn, task.id) : 1);
              }}
            >
              {taskStates.map((each) => (
                <MenuItem key={each} value={each}>
                  {nameOf(each)}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              fullWidth
              type="number"
              label={t('move_position')}
              value={position}
              onChange={(event) => setPosition(Number(event.target.value))}
              slotProps={{ htmlInput: { min: 1, max: others.length + 1 } }}
            />
          </Stack>
        </DialogContent>
        <FormActions onCancel={onClose}>
          <Button type="submit" variant="contained">
            {t('move_submit')}
          </Button>
        </FormActions>
      </form>
    </AppDialog>
  );
}

const NO_CARDS: readonly string[] = [];

/** Counted from 1. */
const placeOf = (ids: readonly string[], taskId: string) => Math.max(ids.indexOf(taskId), 0) + 1;
