import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useT } from '#i18n/useT';
import { ConfirmDialog } from './dialog/ConfirmDialog';
import { useErrorText } from './useErrorText';

interface Props {
  label: string;
  confirmTitle: string;
  confirmText: string;
  pending: boolean;
  error: unknown;
  onConfirm: () => void;
}

/** A deletion that cannot be undone, apart from the other settings. */
export function DangerZone({ label, confirmTitle, confirmText, pending, error, onConfirm }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      sx={{
        borderColor: 'color-mix(in srgb, var(--mui-palette-error-main) 40%, var(--mui-palette-divider))',
      }}
    >
      <CardContent sx={{ p: 3 }}>
        <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
          {t('danger_zone')}
        </Typography>
        <Box>
          <Button color="error" variant="outlined" onClick={() => setOpen(true)}>
            {label}
          </Button>
        </Box>
      </CardContent>
      <ConfirmDialog
        open={isOpen}
        title={confirmTitle}
        text={confirmText}
        confirmLabel={label}
        pending={pending}
        error={useErrorText(error) ?? undefined}
        onConfirm={onConfirm}
        onClose={() => setOpen(false)}
      />
    </Card>
  );
}
