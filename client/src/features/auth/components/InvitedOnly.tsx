import Alert from '@mui/material/Alert';
import { joiningTexts } from '#i18n/en-GB.joining';
import { addEnglish } from '#i18n/language.store';
import { useT } from '#i18n/useT';

addEnglish(joiningTexts);

/** Says that an account takes an invitation. */
export function InvitedOnly() {
  const t = useT();
  return (
    <Alert severity="info" sx={{ mb: 3 }}>
      {t('registration_closed')}
    </Alert>
  );
}
