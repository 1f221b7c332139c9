import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useIntl } from 'react-intl';
import { selectConnection, selectPendingCount } from '../../board-sync/board.selectors';
import type { Connection } from '../../board-sync/board.slice';
import type { CatalogueKey } from '../../i18n/en-GB';
import { useT } from '../../i18n/useT';
import { useAppSelector } from '../../lib/store';
import { Tooltip } from '../../ui/tooltip/Tooltip';
import { useWaitingCount } from './useWaitingCount';

/** R19: `sending` while changes wait in spite of a live connection: what is not saved is not live. */
type BadgeState = Connection | 'sending';

const looks: Record<
  BadgeState,
  { colour: 'success' | 'warning' | 'error'; label: CatalogueKey; hint: CatalogueKey }
> = {
  live: { colour: 'success', label: 'connection_live', hint: 'connection_live_hint' },
  polling: { colour: 'warning', label: 'connection_polling', hint: 'connection_polling_hint' },
  sending: { colour: 'warning', label: 'connection_sending', hint: 'connection_sending_hint' },
  offline: { colour: 'error', label: 'connection_offline', hint: 'connection_offline_hint' },
};

/** As MUI's small outlined chip, which would bring more script than a board has to spare. */
const BADGE = {
  minWidth: 0,
  height: 24,
  px: '7px',
  border: 1,
  borderRadius: '16px',
  fontSize: '0.8125rem',
  lineHeight: '22px',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  cursor: 'default',
};

/** R19: how changes come and go at the moment. */
export function ConnectionBadge() {
  const t = useT();
  const connection = useAppSelector(selectConnection);
  const pending = useAppSelector(selectPendingCount);
  const waiting = useWaitingCount();
  const count = connection === 'offline' ? pending : waiting;
  const state = connection === 'live' && count > 0 ? 'sending' : connection;
  // The header of a phone has no room for a sentence.
  const isPhone = useMediaQuery('(max-width: 599px)');
  const intl = useIntl();
  const { colour, label, hint } = looks[state];
  return (
    <Tooltip describeChild title={t(hint)}>
      <Box
        data-connection={state === 'sending' ? 'polling' : state}
        role="status"
        sx={[BADGE, { color: `${colour}.main`, borderColor: `${colour}.main` }]}
      >
        {isPhone && count > 0
          ? `${t(label, { count: 0 })} (${intl.formatNumber(count)})`
          : t(label, { count })}
      </Box>
    </Tooltip>
  );
}
