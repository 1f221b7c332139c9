import Typography from '@mui/material/Typography';
import { useErrorText } from '../useErrorText';

/** Why a form could not be sent, in red beneath it (specification section 8). */
export function FormError({ error }: { error: unknown }) {
  const text = useErrorText(error);
  if (!text) return null;
  return (
    <Typography role="alert" color="error" variant="body2">
      {text}
    </Typography>
  );
}
