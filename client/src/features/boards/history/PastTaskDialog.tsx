import type { CreatorField, StoredTask } from '@livelane/shared/tasks/task.fields';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ActivityNames, ChangedField, fieldLabel } from '#features/activity/components/ChangedField';
import { useT } from '#i18n/useT';
import { AppDialog } from '#ui/dialog/AppDialog';
import { LoadError } from '#ui/LoadError';
import { MarkdownText } from '#ui/markdown/MarkdownText';

interface Props {
  then: StoredTask;
  /** Undefined: it is no longer on this board, or that is not known. */
  now: StoredTask | undefined;
  /** The fields that have changed since. */
  changed: readonly CreatorField[];
  hasLostAssignees: boolean;
  hasLostLabels: boolean;
  /** Where it is, if it was neither deleted nor is on this board. */
  place: string | undefined;
  /** Why that is not known. */
  error: unknown;
  onRetry: () => void;
  names: ActivityNames;
  /** Each is absent if this user may not. */
  onTakeBack?: ((fields: readonly CreatorField[]) => void) | undefined;
  /** Also absent unless it has been deleted. */
  onBringBack?: (() => void) | undefined;
  onClose: () => void;
}

/** A past card, its changes since, and an action to restore it. */
export function PastTaskDialog(props: Props) {
  const { then, now, changed, hasLostAssignees, hasLostLabels, place, error, onRetry, names } = props;
  const { onTakeBack, onBringBack, onClose } = props;
  const t = useT();
  return (
    <AppDialog
      open
      onClose={onClose}
      size="sm"
      title={then.title ? t('rewind_was', { title: then.title }) : t('activity_erased')}
      closeOnOutsideClick
    >
      <DialogContent>
        <LoadError error={error} title={t('error_loading')} onRetry={onRetry} />
        {place && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {place}
          </Alert>
        )}
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
          {hasLostAssignees && (now || onBringBack) && (
            <Typography variant="body2" color="textSecondary">
              {t('rewind_left_out')}
            </Typography>
          )}
          {hasLostLabels && (now || onBringBack) && (
            <Typography variant="body2" color="textSecondary">
              {t('rewind_labels_left_out')}
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
        {onBringBack && (
          <Button variant="contained" onClick={onBringBack}>
            {t('rewind_bring_back')}
          </Button>
        )}
      </DialogActions>
    </AppDialog>
  );
}
