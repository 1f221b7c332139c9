import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { selectConnection, selectPendingCount } from '#board-sync/board.selectors';
import type { Connection } from '#board-sync/realtime.slice';
import type { CatalogueKey } from '#i18n/en-GB';
import { useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import { Tooltip } from '#ui/tooltip/Tooltip';
import { useWaitingCount } from './useWaitingCount';

/** R19: `sending` while changes wait in spite of a live connection: unsaved changes are not live. */
type BadgeState = Connection | 'sending' | 'connecting';

/** How long a new page may take to go live before the badge says "connecting". */
const CONNECTING_MS = 3_000;

const looks: Record<
  BadgeState,
  {
    colour: 'success.main' | 'warning.main' | 'error.main' | 'text.secondary';
    label: CatalogueKey;
    hint: CatalogueKey;
  }
> = {
  connecting: {
    colour: 'text.secondary',
    label: 'connection_connecting',
    hint: 'connection_connecting_hint',
  },
  live: { colour: 'success.main', label: 'connection_live', hint: 'connection_live_hint' },
  polling: { colour: 'warning.main', label: 'connection_polling', hint: 'connection_polling_hint' },
  sending: { colour: 'warning.main', label: 'connection_sending', hint: 'connection_sending_hint' },
  offline: { colour: 'error.main', label: 'connection_offline', hint: 'connection_offline_hint' },
};

/** Looks like MUI's small outlined chip, whose script would be too large for a board. */
const BADGE = {
  display: 'flex',
  minWidth: 0,
  maxWidth: '100%',
  height: '1.5rem',
  px: '7px',
  border: 1,
  borderRadius: '16px',
  fontSize: '0.8125rem',
  lineHeight: 'calc(1.5rem - 2px)',
  whiteSpace: 'nowrap',
  cursor: 'default',
};

/** Where the header has no room for all of it, the number stays whole. */
const WORDS = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' };

/** Reserves space while a page opens: its neighbours must not move when it goes live. */
const ROOM = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, auto)',
  justifyItems: 'end',
  minWidth: 0,
  // On a phone, up to the icon before it, whose button is larger. Twice: the row around it sets margins, too.
  '&&': { marginInlineStart: { xs: '-12px', sm: 0 } },
  '&::after': {
    content: 'attr(data-room)',
    visibility: 'hidden',
    height: 0,
    px: '8px',
    fontSize: BADGE.fontSize,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
  },
};

const OPENER = {
  all: 'unset',
  display: 'flex',
  minWidth: 0,
  cursor: 'pointer',
  '&:focus-visible': { outline: '2px solid', outlineOffset: 4, borderRadius: 1 },
};

const WaitingDialog = deferredDialog(async () => (await import('../unsaved/WaitingDialog')).default);

/** R19: the state of the connection. A press lists the waiting changes. */
export function ConnectionBadge() {
  const t = useT();
  const connection = useAppSelector(selectConnection);
  const pending = useAppSelector(selectPendingCount);
  const waiting = useWaitingCount();
  const count = connection === 'offline' ? pending : waiting;
  const isConnecting = useIsConnecting(connection);
  const isUnknown = isConnecting && count === 0;
  const state = connection === 'live' && count > 0 ? 'sending' : isUnknown ? 'connecting' : connection;
  // A phone's header has no room for a sentence.
  const isPhone = useMediaQuery('(max-width: 599px)');
  const intl = useIntl();
  const { colour, label, hint } = looks[state];
  const isShort = isPhone && count > 0;
  const text = (
    <>
      <Box component="span" sx={WORDS}>
        {t(label, { count: isShort ? 0 : count })}
      </Box>
      {isShort && <span>&nbsp;({intl.formatNumber(count)})</span>}
    </>
  );
  const [isOpen, setOpen] = useState(false);
  return (
    <Box sx={ROOM} data-room={t('connection_connecting')}>
      <Tooltip describeChild title={t(hint)}>
        <Box
          data-connection={state === 'sending' || state === 'connecting' ? 'polling' : state}
          role="status"
          sx={[BADGE, { color: colour, borderColor: state === 'connecting' ? 'divider' : colour }]}
        >
          {count > 0 ? (
            <Box component="button" type="button" sx={OPENER} onClick={() => setOpen(true)}>
              {text}
            </Box>
          ) : (
            text
          )}
          {isOpen && <WaitingDialog onClose={() => setOpen(false)} />}
        </Box>
      </Tooltip>
    </Box>
  );
}

/** True while the state of the connection is not known yet, and the badge shows it. */
function useIsConnecting(connection: Connection): boolean {
  const [isNew, setNew] = useState(true);
  const isSettled = connection !== 'polling';
  useEffect(() => {
    if (isSettled) setNew(false);
    const timer = window.setTimeout(() => setNew(false), CONNECTING_MS);
    return () => window.clearTimeout(timer);
  }, [isSettled]);
  return isNew && !isSettled;
}
