import type { CreatorField, StoredTask } from '@livelane/shared/tasks/task.fields';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ActivityNames, ChangedField, fieldLabel } from '#features/activity/components/ChangedField';
import { useT } from '#i18n/useT';
import { AppDialog } from '#ui/dialog/AppDialog';
import { MarkdownText } from '#ui/markdown/MarkdownText';

interface Props {
  then: StoredTask;
  /** Undefined: it has been deleted since. */
  now: StoredTask | undefined;
  /** The fields that have changed since. */
  changed: readonly CreatorField[];
  hasLostAssignees: boolean;
  names: ActivityNames;
  /** Absent if this user may not. */
  onTakeBack?: ((fields: readonly CreatorField[]) => void) | undefined;
  onBringBack?: (() => void) | undefined;
  onClose: () => void;
}

/** A past card, its changes since, and an action to restore it. */
export function PastTaskDialog(props: Props) {
  const { then, now, changed, hasLostAssignees, names, onTakeBack, onBringBack, onClose } = props;
  const t = useT();
  return (
    <AppDialog
      open
      onClose={onClose}
      size="sm"
      title={t('rewind_was', { title: then.title })}
      closeOnOutsideClick
    >
      <DialogContent>
        {!now && then.description && (
          <Box sx={{ fontSize: '0.9375rem' }}>
            <MarkdownText text={then.description} />
          </Box>
        )}
        {now && changed.length === 0 && <Typography color="textSecondary">{t('rewind_same')}</Typography>}
        <Stack spacing={2}>
          {now &&
            changed.map((field) => {
              const label = fieldLabel(field);
              return (
                <div key={field}>
                  <ChangedField change={{ field, from: now[field], to: then[field] }} names={names} />
                  {onTakeBack && label && (
                    <Button size="small" onClick={() => onTakeBack([field])}>
                      {t('rewind_take_field', { field: t(label) })}
                    </Button>
                  )}
                </div>
              );
            })}
          {hasLostAssignees && (
            <Typography variant="body2" color="textSecondary">
              {t('rewind_left_out')}
            </Typography>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('action_close')}
        </Button>
        {now && onTakeBack && changed.length > 0 && (
          <Button variant="contained" onClick={() => onTakeBack(changed)}>
            {t('rewind_take_back')}
          </Button>
        )}
        {!now && onBringBack && (
          <Button variant="contained" onClick={onBringBack}>
            {t('rewind_bring_back')}
          </Button>
        )}
      </DialogActions>
    </AppDialog>
  );
}
