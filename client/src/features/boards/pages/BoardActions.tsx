import Add from '@mui/icons-material/Add';
import PersonAdd from '@mui/icons-material/PersonAddOutlined';
import Tune from '@mui/icons-material/TuneOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useRef, useState } from 'react';
import { useT } from '#i18n/useT';
import { sendCommand } from '#lib/commands';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import { Tooltip } from '#ui/tooltip/Tooltip';

const ViewMenu = deferredDialog(async () => (await import('./ViewMenu')).default);

interface Props {
  canCreate: boolean;
  /** Absent where the reader may not. */
  onAddPeople?: (() => void) | undefined;
  onTrash?: (() => void) | undefined;
}

/** What is done with a board as a whole, at the end of its heading. */
export function BoardActions({ canCreate, onAddPeople, onTrash }: Props) {
  const t = useT();
  const view = useRef<HTMLButtonElement>(null);
  const [isViewOpen, setViewOpen] = useState(false);
  return (
    <>
      {onAddPeople && (
        <Tooltip title={t('board_add_people')}>
          <IconButton size="small" aria-label={t('board_add_people')} onClick={onAddPeople}>
            <PersonAdd fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <Tooltip title={t('view_menu')}>
        <IconButton
          ref={view}
          size="small"
          aria-label={t('view_menu')}
          aria-haspopup="menu"
          aria-expanded={isViewOpen}
          onClick={() => setViewOpen(true)}
        >
          <Tune fontSize="small" />
        </IconButton>
      </Tooltip>
      {canCreate && (
        <Button
          variant="contained"
          size="small"
          startIcon={<Add />}
          aria-keyshortcuts="N"
          onClick={() => sendCommand({ kind: 'newTask' })}
          // On a phone each column has its own way to add.
          sx={{ display: { xs: 'none', sm: 'inline-flex' }, flexShrink: 0, whiteSpace: 'nowrap' }}
        >
          {t('task_new_title')}
        </Button>
      )}
      {isViewOpen && view.current && (
        <ViewMenu anchor={view.current} onTrash={onTrash} onClose={() => setViewOpen(false)} />
      )}
    </>
  );
}
