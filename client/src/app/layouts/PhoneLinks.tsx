import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Link } from 'react-router-dom';
import { useT } from '../../i18n/useT';

/** What the side panel links to, where there is no room for it. */
export function PhoneLinks({ scope, id }: { scope: 'workspace' | 'project'; id: string }) {
  const t = useT();
  return (
    <Stack direction="row" spacing={1} sx={{ display: { md: 'none' }, mb: 2 }}>
      <Button component={Link} to={`/${scope}/${id}/settings`} size="small" variant="outlined">
        {t('side_panel_settings')}
      </Button>
      <Button component={Link} to={`/${scope}/${id}/users`} size="small" variant="outlined">
        {t('side_panel_users')}
      </Button>
    </Stack>
  );
}
