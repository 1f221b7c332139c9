import Typography from '@mui/material/Typography';
import { useT } from '#i18n/useT';
import { useErrorText } from '../useErrorText';

interface Props {
  error: unknown;
  /** The catalogue's text of what failed. */
  label?: string | undefined;
}

/** Why a form could not be sent, in red beneath it (specification section 8). */
export function FormError({ error, label }: Props) {
  const t = useT();
  const text = useErrorText(error);
  if (!text) return null;
  return (
    <Typography role="alert" color="error" variant="body2">
      {label ? t('label_pair', { name: label, value: text }) : text}
    </Typography>
  );
}
