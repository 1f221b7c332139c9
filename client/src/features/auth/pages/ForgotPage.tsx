import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { joiningTexts } from '#i18n/en-GB.joining';
import { addEnglish } from '#i18n/language.store';
import { useT } from '#i18n/useT';
import { type WayIn, wayInAt } from '#lib/wayIn';
import { LinkCard } from '#ui/page/LinkCard';
import { TextLink } from '#ui/TextLink';
import { ForgotForm } from '../components/ForgotForm';
import { useAuthOptions } from '../useAuthOptions';

addEnglish(joiningTexts);

/** Requests a link for a new password, if mail is set up. */
export default function ForgotPage() {
  const t = useT();
  const way = wayInAt(useLocation());
  const [email, setEmail] = useState(way.email ?? '');
  const [isAsked, setAsked] = useState(false);
  const options = useAuthOptions();
  const login = (
    <Typography variant="body2" sx={{ mt: 3 }}>
      <TextLink to="/login" state={{ ...way, email } satisfies WayIn}>
        {t('nav_login')}
      </TextLink>
    </Typography>
  );
  if (options && !options.mail)
    return (
      <LinkCard title={t('forgot_title')} text={t('forgot_no_mail')}>
        {login}
      </LinkCard>
    );
  return (
    <LinkCard title={t('forgot_title')} text={t('forgot_text')}>
      {isAsked ? (
        <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
          <Alert severity="success" sx={{ overflowWrap: 'anywhere' }}>
            {t('forgot_done', { email })}
          </Alert>
          <Button variant="outlined" onClick={() => setAsked(false)}>
            {t('forgot_again')}
          </Button>
        </Stack>
      ) : (
        <ForgotForm
          email={email}
          onDone={(asked) => {
            setEmail(asked);
            setAsked(true);
          }}
        />
      )}
      {login}
    </LinkCard>
  );
}
