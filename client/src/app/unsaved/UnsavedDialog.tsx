import type { CreateTaskInput } from '@livelane/shared/tasks/task.schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { assignableOf } from '#board-sync/assignable';
import { selectMembers } from '#board-sync/board.selectors';
import { projectBoard } from '#board-sync/board.types';
import { createTask } from '#board-sync/mutations';
import type { UnsavedChange } from '#board-sync/outbox.store';
import { keepMine, withTheirs } from '#board-sync/textChoices';
import { ConflictPanel } from '#features/tasks/components/ConflictPanel';
import { useT } from '#i18n/useT';
import { clock } from '#lib/clock';
import { combinedText } from '#lib/textDiff';
import { useCurrentUser } from '#lib/useSession';
import type { RealtimeClient } from '#realtime/realtime.client';
import { useAppSelector } from '#store/hooks';
import { CopyTextButton } from '#ui/CopyTextButton';
import { AppDialog } from '#ui/dialog/AppDialog';
import { KeptText } from '#ui/KeptText';
import { changeText } from './changeText';
import { creationOf, textOf } from './unsavedTexts';
import { useReason } from './useReason';

interface Props {
  changes: readonly UnsavedChange[];
  live: Pick<RealtimeClient, 'changes'>;
  onClose: () => void;
}

/** R18: each change that was refused or waited too long, with the reason, its text, and possible actions. */
export default function UnsavedDialog({ changes, live, onClose }: Props) {
  const t = useT();
  return (
    <AppDialog open onClose={onClose} title={t('unsaved_title')} size="md" closeOnOutsideClick>
      <DialogContent>
        <DialogContentText>{t(changes.length > 0 ? 'unsaved_text' : 'unsaved_none')}</DialogContentText>
        <List disablePadding>
          {changes.map((change) => (
            <UnsavedItem key={change.mutation.entry.mutationId} change={change} live={live} />
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('action_close')}</Button>
      </DialogActions>
    </AppDialog>
  );
}

function UnsavedItem({ change, live }: { change: UnsavedChange; live: Props['live'] }) {
  const t = useT();
  const user = useCurrentUser();
  const { mutation, reason, message, code, conflict } = change;
  const { mutationId, projectId } = mutation.entry;
  const members = useAppSelector((state) => selectMembers(state, projectId));
  const other = members.find(({ id }) => id === conflict?.actorId);
  const settings = useAppSelector(({ board }) => projectBoard(board, projectId)?.settings);
  const reasonOf = useReason();
  const text = textOf(mutation);
  const isGone = code === 'task_deleted';
  const again = isGone ? creationOf(mutation, members.length > 0 ? assignableOf(members) : undefined) : null;
  const createAgain = (input: CreateTaskInput) => {
    live.changes.outbox.add(createTask(clock, undefined, user.id, input));
    live.changes.outbox.discard(mutationId);
  };
  const takeTheirs = () => {
    const rest = withTheirs(mutation);
    if (rest) live.changes.outbox.retry(mutationId, rest);
    else live.changes.outbox.discard(mutationId);
  };
  return (
    <ListItem
      disableGutters
      divider
      sx={{ display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: 1, py: 2 }}
    >
      <Typography variant="subtitle2" component="h3" sx={{ overflowWrap: 'anywhere' }}>
        {changeText(t, mutation.pending.change, mutation.title, settings)}
      </Typography>
      {conflict ? (
        <ConflictPanel
          conflict={conflict}
          onTakeTheirs={takeTheirs}
          onKeepMine={() => keepMine(live.changes.outbox, clock, mutation, conflict)}
          onCombine={() => {
            const { base, theirs, mine } = conflict;
            keepMine(live.changes.outbox, clock, mutation, conflict, combinedText(base, theirs, mine));
          }}
          name={other && `${other.firstName} ${other.surname}`}
        />
      ) : (
        <Alert severity="warning">
          {reason === 'old' ? t('unsaved_old') : reasonOf(mutation, code, message)}
        </Alert>
      )}
      {text && !conflict && <KeptText text={text} />}
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
        {again && (
          <Button size="small" variant="contained" onClick={() => createAgain(again)}>
            {t('task_create_again')}
          </Button>
        )}
        {!isGone && !conflict && (
          <Button size="small" variant="contained" onClick={() => live.changes.outbox.retry(mutationId)}>
            {t(reason === 'stale' ? 'unsaved_move_anyway' : 'unsaved_retry')}
          </Button>
        )}
        {text && <CopyTextButton text={text} />}
        <Button size="small" color="error" onClick={() => live.changes.outbox.discard(mutationId)}>
          {t('unsaved_discard')}
        </Button>
      </Stack>
    </ListItem>
  );
}
