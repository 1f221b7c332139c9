import { columnSettings, statesWithoutHardLimit } from '@livelane/shared/boards/column.settings';
import { POLICY_MAX, SHORT_NAME_MAX, WIP_LIMIT_MAX } from '@livelane/shared/http/limits';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import Checkbox from '@mui/material/Checkbox';
import DialogContent from '@mui/material/DialogContent';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useState } from 'react';
import { useT } from '#i18n/useT';
import { typedText } from '#lib/typedText';
import { AppDialog } from '#ui/dialog/AppDialog';
import { FormActions } from '#ui/form/FormActions';
import { FormError } from '#ui/form/FormError';
import { SubmitButton } from '#ui/form/SubmitButton';
import { useBoard } from '../board.context';
import { useChangeColumn } from './useChangeColumn';
import { useColumnName } from './useColumnName';
import { keepColumn } from './useShownStates';

/** A project's settings of a column: its name, limit, policy, and visibility. */
export function ColumnDialog({ state, onClose }: { state: TaskState; onClose: () => void }) {
  const t = useT();
  const change = useChangeColumn();
  const [before] = useState(columnSettings(useBoard().settings, state));
  const [name, setName] = useState(before.name ?? '');
  const [max, setMax] = useState(before.wipLimit ? String(before.wipLimit.max) : '');
  /** The field contains no number: its value is then empty. */
  const [isMistyped, setMistyped] = useState(false);
  const [isHard, setHard] = useState(before.wipLimit?.isHard ?? false);
  const [policy, setPolicy] = useState(before.policy);
  const [isHidden, setHidden] = useState(before.isHidden);
  const [error, setError] = useState<unknown>(null);
  const [isSaving, setSaving] = useState(false);
  const canBeHard = !statesWithoutHardLimit.includes(state);
  const shown = useColumnName()(state);
  // The dialog is a part of it.
  useEffect(() => keepColumn(state), [state]);
  const isWrong =
    isMistyped ||
    (max !== '' && !(Number.isInteger(Number(max)) && Number(max) >= 1 && Number(max) <= WIP_LIMIT_MAX));

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isWrong) return;
    const wipLimit = max === '' ? null : { max: Number(max), isHard: isHard && canBeHard };
    const wanted = { name: typedText(name) || null, wipLimit, policy: policy.trim(), isHidden };
    const changed = Object.fromEntries(
      Object.entries(wanted).filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof typeof wanted]),
      ),
    );
    setSaving(true);
    try {
      if (Object.keys(changed).length > 0) await change(state, changed, false);
      onClose();
    } catch (refusal) {
      setError(refusal);
      setSaving(false);
    }
  };
  return (
    <AppDialog open onClose={onClose} title={t('column_settings_of', { state: shown })}>
      <form noValidate onSubmit={save} style={{ display: 'contents' }}>
        <DialogContent>
          <Stack spacing={2.5} sx={{ pt: 1 }}>
            <TextField
              autoFocus
              label={t('column_name')}
              value={name}
              placeholder={t(`kanban_state_${state}`)}
              helperText={t('column_name_help', { state: t(`kanban_state_${state}`) })}
              onChange={({ target }) => setName(target.value)}
              slotProps={{ htmlInput: { maxLength: SHORT_NAME_MAX }, inputLabel: { shrink: true } }}
            />
            <TextField
              label={t('column_limit')}
              type="number"
              value={max}
              error={isWrong}
              helperText={t(isWrong ? 'input_invalid_wip_limit' : 'column_limit_help')}
              onChange={({ target }) => setMax(target.value)}
              slotProps={{
                htmlInput: {
                  min: 1,
                  max: WIP_LIMIT_MAX,
                  step: 1,
                  // React reports no change while the value stays empty.
                  onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) =>
                    setMistyped(currentTarget.validity.badInput),
                },
                inputLabel: { shrink: true },
              }}
            />
            {max !== '' && (
              <div>
                <FormControlLabel
                  control={
                    <Checkbox
                      checked={isHard && canBeHard}
                      disabled={!canBeHard}
                      onChange={({ target }) => setHard(target.checked)}
                    />
                  }
                  label={t('column_limit_hard')}
                />
                <Typography variant="body2" color="textSecondary" sx={{ marginInlineStart: '31px' }}>
                  {t(canBeHard ? 'column_limit_soft' : 'input_hard_limit_column')}
                </Typography>
              </div>
            )}
            <TextField
              multiline
              minRows={3}
              label={t('column_policy')}
              value={policy}
              helperText={t('column_policy_help')}
              onChange={({ target }) => setPolicy(target.value)}
              slotProps={{ htmlInput: { maxLength: POLICY_MAX }, inputLabel: { shrink: true } }}
            />
            <div>
              <FormControlLabel
                control={<Checkbox checked={isHidden} onChange={({ target }) => setHidden(target.checked)} />}
                label={t('column_hidden')}
              />
            </div>
            <FormError error={error} />
          </Stack>
        </DialogContent>
        <FormActions onCancel={onClose}>
          <SubmitButton isPending={isSaving}>{t('action_save')}</SubmitButton>
        </FormActions>
      </form>
    </AppDialog>
  );
}
