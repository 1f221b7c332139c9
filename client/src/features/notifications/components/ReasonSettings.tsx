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
import useMediaQuery from '@mui/material/useMediaQuery';
import { visuallyHidden } from '@mui/utils';
import { useId } from 'react';
import { useT } from '#i18n/useT';

interface Props {
  reasons: NotificationSettings['reasons'];
  hasMail: boolean;
  onChange: (input: NotificationSettingsInput) => void;
}

/** A reason and the ways to be notified, in columns if there is room. */
const ROW = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  gridTemplateColumns: { xs: 'auto 1fr', sm: '1fr 96px 96px 160px' },
  // The names of the ways are too long for three in a phone's row.
  '& > :last-child': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
};

/** How the user is notified for each reason: in the app, by mail, by push. */
export function ReasonSettings({ reasons, hasMail, onChange }: Props) {
  const t = useT();
  const id = useId();
  // On a phone the ways are beneath their reason, each with its name.
  const isPhone = useMediaQuery('(max-width: 599px)');
  return (
    <Stack component="ul" spacing={{ xs: 2, sm: 0.5 }} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      <Box component="li" aria-hidden sx={{ ...ROW, display: { xs: 'none', sm: 'grid' } }}>
        <span />
        {(['app', 'push', 'mail'] as const).map((way) => (
          <Typography
            key={way}
            variant="overline"
            color="textSecondary"
            sx={{ textAlign: way === 'mail' ? 'start' : 'center', lineHeight: 1.4 }}
          >
            {t(`notify_${way}`)}
          </Typography>
        ))}
      </Box>
      {notificationReasons.map((reason) => (
        <li key={reason}>
          <Box role="group" aria-labelledby={`${id}-${reason}`} sx={ROW}>
            <Typography id={`${id}-${reason}`} sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
              {t(`notify_${reason}`)}
            </Typography>
            <Way reason={reason} reasons={reasons} way="app" onChange={onChange} />
            <Way reason={reason} reasons={reasons} way="push" onChange={onChange} />
            <TextField
              select
              size="small"
              label={isPhone ? t('notify_mail') : undefined}
              slotProps={{ select: { SelectDisplayProps: { 'aria-label': t('notify_mail') } } }}
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
        </li>
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
      sx={({ breakpoints }) => ({
        // The column's heading shows it, except to screen readers.
        [breakpoints.up('sm')]: { mx: 'auto', '& .MuiFormControlLabel-label': visuallyHidden },
      })}
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
