import type { NewInvitation } from '@livelane/shared/invitations/invitation.schema';
import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogContentText from '@mui/material/DialogContentText';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useIntl } from 'react-intl';
import { useT } from '#i18n/useT';
import { authOptionsQuery } from '#lib/authOptions';
import { showToast } from '#ui/toast/toast.store';
import { useCopyText } from '#ui/useCopyText';

/** Width of the QR code in pixels: read from a screen at arm's length. */
const QR_SIZE = 176;

interface Props {
  invitation: NewInvitation;
  onDone: () => void;
}

/** The link of a new invitation, to copy or to scan with a phone. */
export function InvitationLink({ invitation: { url, email, expiresAt }, onDone }: Props) {
  const t = useT();
  const { formatDate } = useIntl();
  const { data: options } = useQuery(authOptionsQuery);
  const copy = useCopyText();
  return (
    <Stack spacing={2}>
      <DialogContentText>
        {t('invite_secret', { date: formatDate(expiresAt, { dateStyle: 'medium' }) })}
      </DialogContentText>
      {email && options?.mail && <Alert severity="success">{t('invite_mailed', { email })}</Alert>}
      <TextField
        label={t('invite_link')}
        value={url}
        slotProps={{ input: { readOnly: true }, htmlInput: { dir: 'ltr' } }}
        // The button that had the focus is gone.
        autoFocus
        onFocus={(event) => (event.target as HTMLInputElement).select()}
      />
      {/* White in both schemes, with the quiet zone that readers need. */}
      <Box sx={{ alignSelf: 'center', p: 2, bgcolor: '#fff', borderRadius: 1, lineHeight: 0 }}>
        <QRCodeSVG value={url} size={QR_SIZE} role="img" aria-label={t('invite_qr')} />
      </Box>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
        <Button onClick={onDone} color="inherit">
          {t('invite_done')}
        </Button>
        {copy && (
          <Button
            startIcon={<ContentCopy />}
            variant="contained"
            onClick={() => copy(url, () => showToast({ title: t('invite_copied'), variant: 'success' }))}
          >
            {t('invite_copy')}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
