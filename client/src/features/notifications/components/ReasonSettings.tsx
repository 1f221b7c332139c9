import {
  mailModes,
  type NotificationReason,
  type NotificationSettings,
  type NotificationSettingsInput,
  notificationReasons,
} from '@livelane/shared/notifications/notification.schema';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useT } from '#i18n/useT';

interface Props {
  reasons: NotificationSettings['reasons'];
  hasMail: boolean;
  onChange: (input: NotificationSettingsInput) => void;
}

/** How the user is told, for each reason: in the app, by mail, by push. */
export function ReasonSettings({ reasons, hasMail, onChange }: Props) {
  const t = useT();
  return (
    <Stack component="ul" spacing={{ xs: 2, sm: 1 }} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {notificationReasons.map((reason) => (
        <Box
          component="li"
          key={reason}
          sx={{
            display: 'grid',
            alignItems: 'center',
            gap: 1,
            gridTemplateColumns: { xs: 'auto auto 1fr', sm: '1fr auto auto 160px' },
          }}
        >
          <Typography sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>{t(`notify_${reason}`)}</Typography>
          <Way reason={reason} reasons={reasons} way="app" onChange={onChange} />
          <Way reason={reason} reasons={reasons} way="push" onChange={onChange} />
          <TextField
            select
            size="small"
            label={t('notify_mail')}
            disabled={!hasMail}
            value={reasons[reason].mail}
            onChange={({ target }) =>
              onChange({ reasons: { [reason]: { mail: target.value as (typeof mailModes)[number] } } })
            }
          >
            {mailModes.map((mode) => (
              <MenuItem key={mode} value={mode}>
                {t(`notify_mail_${mode}`)}
              </MenuItem>
            ))}
          </TextField>
        </Box>
      ))}
    </Stack>
  );
}

interface WayProps extends Pick<Props, 'reasons' | 'onChange'> {
  reason: NotificationReason;
  way: 'app' | 'push';
}

function Way({ reason, reasons, way, onChange }: WayProps) {
  const t = useT();
  return (
    <FormControlLabel
      label={t(`notify_${way}`)}
      control={
        <Checkbox
          size="small"
          checked={reasons[reason][way]}
          onChange={(_event, checked) => onChange({ reasons: { [reason]: { [way]: checked } } })}
        />
      }
    />
  );
}
