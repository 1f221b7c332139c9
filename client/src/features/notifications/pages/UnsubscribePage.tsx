import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { unsubscribe } from '#features/auth/links.api';
import { joiningTexts } from '#i18n/en-GB.joining';
import { addEnglish } from '#i18n/language.store';
import { useT } from '#i18n/useT';
import { FormError } from '#ui/form/FormError';
import { SubmitButton } from '#ui/form/SubmitButton';
import { LinkCard } from '#ui/page/LinkCard';

addEnglish(joiningTexts);

/** Opened by the link in a mail about notifications. Needs a click to unsubscribe: mail scanners only open links. */
export default function UnsubscribePage() {
  const t = useT();
  const { hash } = useLocation();
  const [state, setState] = useState<'asked' | 'pending' | 'done'>('asked');
  const [error, setError] = useState<unknown>(null);
  const stop = async () => {
    setState('pending');
    try {
      await unsubscribe(hash.slice(1));
      setState('done');
    } catch (refusal) {
      setError(refusal);
      setState('asked');
    }
  };
  return (
    <LinkCard title={t('unsubscribe_title')} text={t('unsubscribe_text')}>
      {state === 'done' ? (
        <Alert severity="success">{t('unsubscribe_done')}</Alert>
      ) : (
        <Stack spacing={2}>
          <SubmitButton
            type="button"
            size="large"
            isPending={state === 'pending'}
            onClick={() => void stop()}
          >
            {t(state === 'pending' ? 'unsubscribe_submitting' : 'unsubscribe_submit')}
          </SubmitButton>
          <FormError error={error} />
        </Stack>
      )}
    </LinkCard>
  );
}
