import History from '@mui/icons-material/History';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { projectBoard } from '#board-sync/board.reducer';
import { useT } from '#i18n/useT';
import { sendCommand } from '#lib/commands';
import { useAppSelector } from '#store/hooks';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import { Tooltip } from '#ui/tooltip/Tooltip';

export const ActivityPanel = deferredDialog(
  async () => (await import('#features/activity/components/ActivityPanel')).default,
);

interface Props {
  projectId: string;
  projectName: (projectId: string) => string | undefined;
}

/** Opens what has happened on a board. */
export function ActivityButton({ projectId, projectName }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tooltip title={t('activity_open')}>
        <IconButton aria-label={t('activity_open')} onClick={() => setOpen(true)}>
          <History />
        </IconButton>
      </Tooltip>
      {isOpen && (
        <BoardActivity projectId={projectId} projectName={projectName} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

interface BoardActivityProps extends Props {
  after?: number | undefined;
  onClose: () => void;
}

/** The panel beside a board, whose entries lead to their tasks. */
export function BoardActivity({ projectId, onClose, ...more }: BoardActivityProps) {
  const headV = useAppSelector((state) => projectBoard(state.board.sync, projectId)?.v ?? 0);
  const members = useAppSelector((state) => projectBoard(state.board.sync, projectId)?.members);
  const open = (taskId: string) => {
    onClose();
    sendCommand({ kind: 'openTask', taskId });
  };
  return (
    <ActivityPanel
      {...more}
      projectId={projectId}
      headV={headV}
      people={members ?? []}
      onOpen={open}
      onClose={onClose}
    />
  );
}
