import Logout from '@mui/icons-material/LogoutOutlined';
import IconButton from '@mui/material/IconButton';
import { Link } from 'react-router-dom';
import { logout } from '#features/auth/auth.api';
import { useT } from '#i18n/useT';
import { mirrored } from '#ui/mirrored';
import { Tooltip } from '#ui/tooltip/Tooltip';

/** Ends the session; the layout then sends the visitor to login. */
export function LogoutLink() {
  const t = useT();
  return (
    <Tooltip title={t('nav_logout')}>
      <IconButton
        component={Link}
        to="/login"
        aria-label={t('nav_logout')}
        onClick={(event) => {
          event.preventDefault();
          void logout();
        }}
      >
        <Logout sx={mirrored} />
      </IconButton>
    </Tooltip>
  );
}
