import Box from '@mui/material/Box';
import { selectConnection, selectPendingCount } from '../../board-sync/board.selectors';
import type { Connection } from '../../board-sync/board.slice';
import type { CatalogueKey } from '../../i18n/en-GB';
import { useT } from '../../i18n/useT';
import { useAppSelector } from '../../lib/store';
import { Tooltip } from '../../ui/tooltip/Tooltip';

const looks: Record<
  Connection,
  { colour: 'success' | 'warning' | 'error'; label: CatalogueKey; hint: CatalogueKey }
> = {
  live: { colour: 'success', label: 'connection_live', hint: 'connection_live_hint' },
  polling: { colour: 'warning', label: 'connection_polling', hint: 'connection_polling_hint' },
  offline: { colour: 'error', label: 'connection_offline', hint: 'connection_offline_hint' },
};

/** As MUI's small outlined chip, which would bring more script than a board has to spare. */
const BADGE = {
  display: 'inline-flex',
  alignItems: 'center',
  flexShrink: 0,
  height: 24,
  px: '7px',
  border: 1,
  borderRadius: '16px',
  fontSize: '0.8125rem',
  whiteSpace: 'nowrap',
  cursor: 'default',
};

/** R19: how changes come and go at the moment. */
export function ConnectionBadge() {
  const t = useT();
  const connection = useAppSelector(selectConnection);
  const count = useAppSelector(selectPendingCount);
  const { colour, label, hint } = looks[connection];
  return (
    <Tooltip describeChild title={t(hint)}>
      <Box
        data-connection={connection}
        role="status"
        sx={[BADGE, { color: `${colour}.main`, borderColor: `${colour}.main` }]}
      >
        {t(label, { count })}
      </Box>
    </Tooltip>
  );
}
