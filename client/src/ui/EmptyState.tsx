import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  icon: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
  /** Whether it is the page's whole content: then its title is the page's heading. */
  isPage?: boolean;
}

/** The state of an empty list, with a next step. */
export function EmptyState({ icon, title, text, action, isPage = false }: Props) {
  return (
    <Stack
      spacing={1}
      sx={{
        alignItems: 'center',
        textAlign: 'center',
        py: 8,
        px: 2,
        border: '1px dashed',
        borderColor: 'divider',
        borderRadius: 2,
        color: 'text.secondary',
      }}
    >
      {icon}
      <Typography variant="h3" component={isPage ? 'h1' : 'p'} color="textPrimary">
        {title}
      </Typography>
      {text && <Typography sx={{ maxWidth: 420 }}>{text}</Typography>}
      {action}
    </Stack>
  );
}
