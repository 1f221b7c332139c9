import Alert from '@mui/material/Alert';
import type { ComponentProps } from 'react';
import { StrandedText } from '#features/tasks/components/StrandedText';

interface Props extends ComponentProps<typeof StrandedText> {
  /** What has become of that which was edited. */
  notice: string;
}

/** A text typed into something that is gone, where it was. */
export function StrandedEdit({ notice, ...text }: Props) {
  return (
    <Alert severity="warning" sx={{ mt: 1, '& .MuiAlert-message': { width: '100%' } }}>
      {notice}
      <StrandedText {...text} />
    </Alert>
  );
}
