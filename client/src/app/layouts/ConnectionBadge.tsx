import Chip from '@mui/material/Chip';
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

/** R19: how changes come and go at the moment. */
export function ConnectionBadge() {
  const t = useT();
  const connection = useAppSelector(selectConnection);
  const count = useAppSelector(selectPendingCount);
  const { colour, label, hint } = looks[connection];
  return (
    <Tooltip describeChild title={t(hint)}>
      <Chip
        data-connection={connection}
        role="status"
        size="small"
        variant="outlined"
        color={colour}
        label={t(label, { count })}
      />
    </Tooltip>
  );
}
