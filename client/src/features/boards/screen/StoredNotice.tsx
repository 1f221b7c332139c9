import Alert from '@mui/material/Alert';
import { useIntl } from 'react-intl';
import { selectBoard, selectConnection } from '#board-sync/board.selectors';
import { useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { IN_VIEW } from '../components/inView';

/** Shows the age of a board that is shown without a server. */
export function StoredNotice({ boardId }: { boardId: string }) {
  const t = useT();
  const intl = useIntl();
  const storedAt = useAppSelector((state) => selectBoard(state, boardId)?.storedAt ?? null);
  const isOffline = useAppSelector((state) => selectConnection(state) === 'offline');
  if (storedAt === null || !isOffline) return null;
  const time = intl.formatDate(storedAt, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Alert severity="info" role="status" sx={{ ...IN_VIEW, py: 0 }}>
      {t('stored_board', { time })}
    </Alert>
  );
}
