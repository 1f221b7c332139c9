import type { Label } from '@livelane/shared/labels/label.schema';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useT } from '#i18n/useT';
import { AppDialog } from '#ui/dialog/AppDialog';
import { FormActions } from '#ui/form/FormActions';
import { FormError } from '#ui/form/FormError';
import { SubmitButton } from '#ui/form/SubmitButton';
import { LabelSwatch } from '#ui/label/LabelSwatch';
import { useMergeLabel } from '../labels.api';

interface Props {
  workspaceId: string;
  labels: readonly Label[];
  label: Label;
  /** @param message describes the change */
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Replaces a label by another one. */
export function MergeDialog({ workspaceId, labels, label, onDone, onClose }: Props) {
  const t = useT();
  const merge = useMergeLabel(workspaceId);
  const [into, setInto] = useState('');
  const { name } = label;
  const others = labels.filter(({ id }) => id !== label.id);
  const finish = () => {
    const target = others.find(({ id }) => id === into)?.name ?? '';
    onDone(t('label_merged', { name, into: target }));
  };
  return (
    <AppDialog open onClose={onClose} title={t('label_merge_title', { name })}>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{t('label_merge_text', { name })}</DialogContentText>
        <TextField
          select
          fullWidth
          label={t('label_merge_into')}
          value={into}
          onChange={({ target }) => setInto(target.value)}
          sx={{ '& .MuiSelect-select': { display: 'flex', alignItems: 'center', gap: 1 } }}
        >
          {others.map((each) => (
            <MenuItem key={each.id} value={each.id} sx={{ gap: 1 }}>
              <LabelSwatch colour={each.colour} />
              <bdi>{each.name}</bdi>
            </MenuItem>
          ))}
        </TextField>
        <FormError error={merge.error} />
      </DialogContent>
      <FormActions onCancel={onClose}>
        <SubmitButton
          type="button"
          disabled={!into}
          isPending={merge.isPending}
          onClick={() => merge.mutate({ id: label.id, into }, { onSuccess: finish })}
        >
          {t('label_merge')}
        </SubmitButton>
      </FormActions>
    </AppDialog>
  );
}
