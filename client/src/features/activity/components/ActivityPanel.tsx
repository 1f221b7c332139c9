import type { PublicUser } from '@livelane/shared/users/user.schema';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useT } from '#i18n/useT';
import { LoadError } from '#ui/LoadError';
import { DialogLayer } from '#ui/layers/DialogLayer';
import { type ActivityKind, activityKinds, typesOfKind } from '../activity.kinds';
import { useActivity } from '../useActivity';
import { ActivityEntry } from './ActivityEntry';
import type { ActivityNames } from './ChangedField';

interface Props {
  projectId: string;
  /** The board's version: when it changes, there are new entries. */
  headV: number;
  people: readonly PublicUser[];
  projectName: ActivityNames['projectName'];
  columnName: ActivityNames['columnName'];
  labelName: ActivityNames['labelName'];
  /** Only changes after this version. */
  after?: number | undefined;
  onOpen: (taskId: string) => void;
  onClose: () => void;
}

const KINDS = Object.keys(activityKinds) as ActivityKind[];

/** The changes of a board, newest first, in a panel beside it. */
export default function ActivityPanel(props: Props) {
  const { projectId, headV, people, projectName, columnName, labelName, after, onOpen, onClose } = props;
  const t = useT();
  const titleId = useId();
  const [actorId, setActorId] = useState('');
  const [kind, setKind] = useState<ActivityKind | ''>('');
  const filter = {
    projectId,
    after,
    actorId: actorId || undefined,
    types: kind ? typesOfKind(kind) : undefined,
  };
  const { data, error, readAgain, olderError, readOlder } = useActivity(filter, headV);
  const known = new Map([...people.map((person) => [person.id, person] as const), ...(data?.people ?? [])]);
  const names: ActivityNames = {
    personName: (id) => {
      const person = known.get(id);
      return person ? `${person.firstName} ${person.surname}` : t('comment_former_user');
    },
    projectName,
    columnName,
    labelName,
  };
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: { xs: '100%', sm: 400 } } },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', paddingInline: '16px 8px', pt: 1 }}>
        <Typography variant="h2" id={titleId} sx={{ flexGrow: 1 }}>
          {t('activity_title')}
        </Typography>
        <IconButton aria-label={t('action_close')} onClick={onClose} autoFocus>
          <Close />
        </IconButton>
      </Box>
      <Box sx={{ display: 'flex', gap: 1, px: 2, py: 1 }}>
        <TextField
          select
          size="small"
          fullWidth
          label={t('activity_person')}
          value={actorId}
          onChange={({ target }) => setActorId(target.value)}
        >
          <MenuItem value="">{t('activity_everybody')}</MenuItem>
          {[...known.keys()].map((id) => (
            <MenuItem key={id} value={id}>
              <bdi>{names.personName(id)}</bdi>
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          size="small"
          fullWidth
          label={t('activity_kind')}
          value={kind}
          onChange={({ target }) => setKind(target.value as ActivityKind | '')}
        >
          <MenuItem value="">{t('activity_kind_all')}</MenuItem>
          {KINDS.map((each) => (
            <MenuItem key={each} value={each}>
              {t(activityKinds[each])}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      <Box sx={{ px: 2, pb: 2, overflowY: 'auto', flexGrow: 1 }}>
        <LoadError error={error} title={t('activity_load_error')} onRetry={readAgain} />
        {!data && !error && <Skeleton variant="rounded" height={240} sx={{ mt: 1 }} />}
        {data?.items.length === 0 && !readOlder && (
          <Typography color="textSecondary" variant="body2" sx={{ mt: 1 }}>
            {t('activity_none')}
          </Typography>
        )}
        <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data?.items.map((item) => (
            <ActivityEntry key={item.v} item={item} names={names} onOpen={onOpen} />
          ))}
        </Box>
        {readOlder && (
          <>
            <LoadError error={olderError} title={t('activity_load_error')} onRetry={readOlder} />
            <Button size="small" onClick={readOlder}>
              {t('activity_older')}
            </Button>
          </>
        )}
      </Box>
      <DialogLayer />
    </Drawer>
  );
}
