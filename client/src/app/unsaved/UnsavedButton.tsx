import SyncProblem from '@mui/icons-material/SyncProblemOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import { useEffect, useState } from 'react';
import { selectUnsaved } from '#board-sync/board.selectors';
import { useT } from '#i18n/useT';
import { onCommands } from '#lib/commands';
import type { RealtimeClient } from '#realtime/realtime.client';
import { useAppSelector } from '#store/hooks';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import { Tooltip } from '#ui/tooltip/Tooltip';

const UnsavedDialog = deferredDialog(async () => (await import('./UnsavedDialog')).default);

/** R18: shows that there are changes that were not saved, and opens their list. */
export function UnsavedButton({ live }: { live: RealtimeClient | null }) {
  const t = useT();
  const changes = useAppSelector(selectUnsaved);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => onCommands({ showUnsaved: () => setOpen(true) }), []);
  const label = t('unsaved_count', { count: changes.length });
  return (
    <>
      {changes.length > 0 && (
        <Tooltip title={label}>
          <IconButton size="small" aria-label={label} onClick={() => setOpen(true)}>
            <Badge badgeContent={changes.length} color="warning">
              <SyncProblem color="warning" />
            </Badge>
          </IconButton>
        </Tooltip>
      )}
      {isOpen && live && <UnsavedDialog changes={changes} live={live} onClose={() => setOpen(false)} />}
    </>
  );
}
