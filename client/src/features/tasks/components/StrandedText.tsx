import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useT } from '#i18n/useT';
import { CopyTextButton } from '#ui/CopyTextButton';
import { KeptText } from '#ui/KeptText';

interface Props {
  /** The field that it was typed into. */
  label: string;
  text: string;
  /** Absent where it goes with its dialog. */
  onDiscard?: () => void;
}

/** A text whose field is gone, with what it was typed for. */
export function StrandedText({ label, text, onDiscard }: Props) {
  const t = useT();
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id}>
      <Typography id={id} variant="overline" color="textSecondary">
        {label}
      </Typography>
      <KeptText text={text} />
      <Stack direction="row" spacing={1} sx={{ mt: 1 }}>
        <CopyTextButton text={text} />
        {onDiscard && (
          <Button size="small" color="error" onClick={onDiscard}>
            {t('unsaved_discard')}
          </Button>
        )}
      </Stack>
    </Box>
  );
}
