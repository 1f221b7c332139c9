import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  label: string;
  onOpen: () => void;
  /** The dialog that asks once more. */
  children: ReactNode;
}

/** A card with the button of a deletion that cannot be undone. */
export function DangerCard({ title, label, onOpen, children }: Props) {
  return (
    <Card
      sx={{
        borderColor: 'color-mix(in srgb, var(--mui-palette-error-main) 40%, var(--mui-palette-divider))',
      }}
    >
      <CardContent sx={{ p: 3 }}>
        <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
          {title}
        </Typography>
        <Box>
          <Button color="error" variant="outlined" onClick={onOpen}>
            {label}
          </Button>
        </Box>
      </CardContent>
      {children}
    </Card>
  );
}
