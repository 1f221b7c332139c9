import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import { waitingChanges } from '#board-sync/board.selectors';
import { projectBoard } from '#board-sync/board.types';
import { useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { AppDialog } from '#ui/dialog/AppDialog';
import { changeText } from './changeText';

/** R19: the changes that wait to be saved, in the order in which they will be. */
export default function WaitingDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const boards = useAppSelector(({ board }) => board);
  const changes = waitingChanges(boards);
  return (
    <AppDialog open onClose={onClose} title={t('waiting_title')} closeOnOutsideClick>
      <DialogContent>
        <DialogContentText>{t(changes.length > 0 ? 'waiting_text' : 'waiting_none')}</DialogContentText>
        <List>
          {changes.map(({ mutationId, projectId, change, title }) => (
            <ListItem key={mutationId} disableGutters divider>
              <ListItemText
                primary={changeText(t, change, title, projectBoard(boards, projectId)?.settings)}
                sx={{ overflowWrap: 'anywhere' }}
              />
            </ListItem>
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('action_close')}</Button>
      </DialogActions>
    </AppDialog>
  );
}
