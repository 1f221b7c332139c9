import { API_BASE_PATH } from '@livelane/shared/http/headers';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { joiningTexts } from '#i18n/en-GB.joining';
import { addEnglish } from '#i18n/language.store';
import { useT } from '#i18n/useT';
import { forgetLeaving } from '#lib/session';

addEnglish(joiningTexts);

/** Why a sign-in at the provider failed, by the code in the address. */
const refusals = {
  oidc_failed: 'provider_failed',
  oidc_unverified: 'provider_unverified',
  oidc_unavailable: 'provider_unavailable',
  registration_closed: 'provider_closed',
} as const;

interface Props {
  /** The provider's name; undefined without one. */
  name: string | undefined;
  /** The path to continue at. */
  to: string;
  error: string | null;
}

/** Sign-in at the provider of single sign-on, and why the last one failed. */
export function ProviderSignIn({ name, to, error }: Props) {
  const t = useT();
  const refusal = Object.entries(refusals).find(([code]) => code === error)?.[1];
  return (
    <Stack spacing={2} sx={{ mb: 3 }}>
      {refusal && <Alert severity="error">{t(refusal)}</Alert>}
      {name && (
        <Button
          component="a"
          href={`${API_BASE_PATH}/auth/oidc/start?to=${encodeURIComponent(to)}`}
          onClick={forgetLeaving}
          variant="outlined"
          size="large"
        >
          {t('provider_sign_in', { name })}
        </Button>
      )}
    </Stack>
  );
}
