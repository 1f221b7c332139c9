import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { joiningTexts } from '#i18n/en-GB.joining';
import { addEnglish } from '#i18n/language.store';
import { useT } from '#i18n/useT';
import { getSession, refreshSession } from '#lib/session';
import { useSession } from '#lib/useSession';
import { FormError } from '#ui/form/FormError';
import { SubmitButton } from '#ui/form/SubmitButton';
import { LinkCard } from '#ui/page/LinkCard';
import { TextLink } from '#ui/TextLink';
import { confirmEmail } from '../links.api';
import { useSubmit } from '../useSubmit';

addEnglish(joiningTexts);

/** The button that had the focus is gone. */
const focus = (link: HTMLAnchorElement | null) => link?.focus();

/** Opened by the link in the mail to a new address. Needs a click: mail scanners only open links. */
export default function ConfirmPage() {
  const t = useT();
  const { hash } = useLocation();
  const { user } = useSession();
  const [isDone, setDone] = useState(false);
  const { submit, isPending, error } = useSubmit(confirmEmail, () => {
    setDone(true);
    // Someone who is signed in here sees their new address.
    if (getSession().user) refreshSession().catch(() => undefined);
  });
  return (
    <LinkCard title={t('confirm_title')} text={t('confirm_text')}>
      {isDone ? (
        <Stack spacing={2}>
          <Alert severity="success">{t('confirm_done')}</Alert>
          <TextLink to={user ? '/' : '/login'} ref={focus}>
            {t(user ? 'nav_home' : 'nav_login')}
          </TextLink>
        </Stack>
      ) : (
        <Stack spacing={2}>
          <SubmitButton
            type="button"
            size="large"
            isPending={isPending}
            onClick={() => void submit(hash.slice(1))}
          >
            {t(isPending ? 'confirm_submitting' : 'confirm_submit')}
          </SubmitButton>
          <FormError error={error} />
        </Stack>
      )}
    </LinkCard>
  );
}
