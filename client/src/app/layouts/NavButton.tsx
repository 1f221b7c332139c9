import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { ENLARGED, NARROW, ROOMY } from './narrow';

interface Props {
  to: string;
  /** Passed to the linked page. */
  state?: object;
  end?: boolean;
  /** Replaces the label in a narrow header, where the labels of some languages would not fit. */
  icon?: ReactNode;
  label: string;
}

/** A header link, highlighted while its page is open. */
export function NavButton({ to, state, end = false, icon, label }: Props) {
  return (
    <Button
      component={NavLink}
      to={to}
      state={state}
      end={end}
      aria-label={label}
      color="inherit"
      sx={{
        color: 'text.secondary',
        minWidth: 0,
        whiteSpace: 'nowrap',
        px: { xs: 0.75, sm: 1 },
        [NARROW]: { px: 0 },
        [ENLARGED]: { lineHeight: 1.25 },
        '&.active': { color: 'primary.main' },
      }}
    >
      {icon && <Box sx={{ display: 'flex', [ROOMY]: { display: 'none' }, p: 0.5 }}>{icon}</Box>}
      <Box component="span" sx={icon ? { display: 'none', [ROOMY]: { display: 'inline' } } : {}}>
        {label}
      </Box>
    </Button>
  );
}
