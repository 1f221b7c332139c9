import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { joiningTexts } from '#i18n/en-GB.joining';
import { addEnglish } from '#i18n/language.store';
import { useT } from '#i18n/useT';
import { LinkCard } from '#ui/page/LinkCard';
import { ForgotForm } from '../components/ForgotForm';
import { useAuthOptions } from '../useAuthOptions';

addEnglish(joiningTexts);

/** Requests a link for a new password, if mail is set up. */
export default function ForgotPage() {
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  const options = useAuthOptions();
  if (options && !options.mail) return <LinkCard title={t('forgot_title')} text={t('forgot_no_mail')} />;
  return (
    <LinkCard title={t('forgot_title')} text={t('forgot_text')}>
      {isAsked ? (
        <Alert severity="success">{t('forgot_done')}</Alert>
      ) : (
        <ForgotForm onDone={() => setAsked(true)} />
      )}
    </LinkCard>
  );
}
