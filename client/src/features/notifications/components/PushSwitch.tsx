import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useT } from '#i18n/useT';
import { useCurrentUser } from '#lib/useSession';
import { FormError } from '#ui/form/FormError';
import { pushState, startPush, stopPush } from '../push.browser';

/** Push in this browser: on, off, or why it is not available. */
export function PushSwitch() {
  const t = useT();
  const { id: userId } = useCurrentUser();
  const [state, setState] = useState(() => pushState(userId));
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const change = async (isOn: boolean) => {
    setPending(true);
    setError(null);
    try {
      if (isOn) await startPush(userId);
      else await stopPush();
    } catch (refusal) {
      setError(refusal);
    } finally {
      setState(pushState(userId));
      setPending(false);
    }
  };
  return (
    <Stack>
      <FormControlLabel
        label={t('notify_push_here')}
        sx={{ mx: 0 }}
        control={
          <Switch
            checked={state === 'on'}
            // Disabled while it is switched, it would lose the focus.
            disabled={state === 'unsupported' || state === 'blocked'}
            onChange={(_event, isOn) => !isPending && void change(isOn)}
          />
        }
      />
      {(state === 'unsupported' || state === 'blocked') && (
        <Typography variant="body2" color="textSecondary">
          {t(state === 'blocked' ? 'notify_push_blocked' : 'notify_push_unsupported')}
        </Typography>
      )}
      <FormError error={error} label={t('notify_error')} />
    </Stack>
  );
}
