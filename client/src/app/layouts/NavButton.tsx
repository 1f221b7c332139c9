import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';

/** A link of the header that shows where one is. */
export function NavButton({ to, end = false, children }: { to: string; end?: boolean; children: ReactNode }) {
  return (
    <Button
      component={NavLink}
      to={to}
      end={end}
      color="inherit"
      sx={{
        color: 'text.secondary',
        minWidth: 0,
        px: { xs: 0.75, sm: 1 },
        '&.active': { color: 'primary.main' },
      }}
    >
      {children}
    </Button>
  );
}
