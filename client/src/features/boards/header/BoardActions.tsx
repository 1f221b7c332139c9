import Add from '@mui/icons-material/Add';
import FastRewind from '@mui/icons-material/FastRewind';
import History from '@mui/icons-material/History';
import PersonAdd from '@mui/icons-material/PersonAddOutlined';
import Tune from '@mui/icons-material/TuneOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useT } from '#i18n/useT';
import { sendCommand } from '#lib/commands';
import { preloadLater } from '#lib/quietMoment';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import { mirrored } from '#ui/mirrored';
import { Tooltip } from '#ui/tooltip/Tooltip';

const ViewMenu = deferredDialog(async () => (await import('./ViewMenu')).default);

/** The commands of a board; absent if the user may not, or if the board has none. */
export interface BoardCommands {
  onActivity?: (() => void) | undefined;
  onRewind?: (() => void) | undefined;
  onAddPeople?: (() => void) | undefined;
  onTrash?: (() => void) | undefined;
}

interface Props extends BoardCommands {
  canCreate: boolean;
}

const Rewind = () => <FastRewind fontSize="small" sx={mirrored} />;

/** The actions of a board, at the end of its heading; on a phone most are in the menu. */
export function BoardActions({ canCreate, ...commands }: Props) {
  const t = useT();
  const view = useRef<HTMLButtonElement>(null);
  const [isViewOpen, setViewOpen] = useState(false);
  useEffect(() => preloadLater([ViewMenu]), []);
  return (
    <>
      <Action label={t('activity_open')} Icon={History} onClick={commands.onActivity} />
      <Action label={t('rewind_open')} Icon={Rewind} onClick={commands.onRewind} />
      <Action label={t('board_add_people')} Icon={PersonAdd} onClick={commands.onAddPeople} />
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
        <ViewMenu {...commands} anchor={view.current} onClose={() => setViewOpen(false)} />
      )}
    </>
  );
}

interface ActionProps {
  label: string;
  Icon: ComponentType<{ fontSize: 'small' }>;
  onClick: (() => void) | undefined;
}

function Action({ label, Icon, onClick }: ActionProps) {
  if (!onClick) return null;
  return (
    <Tooltip title={label}>
      <IconButton
        size="small"
        aria-label={label}
        onClick={onClick}
        sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
      >
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
