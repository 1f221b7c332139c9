import type { PresentUser } from '@livelane/shared/realtime/messages.schema';
import Avatar from '@mui/material/Avatar';
import Stack from '@mui/material/Stack';
import { selectPresent } from '#board-sync/board.selectors';
import { type Translate, useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { UserAvatar } from '#ui/avatar/UserAvatar';
import { Tooltip } from '#ui/tooltip/Tooltip';

/** People shown before the rest becomes a number. */
const MAX_SHOWN = 5;

const LABELS = {
  dragging: 'presence_dragging_task',
  editing: 'presence_editing_task',
  commenting: 'presence_commenting_task',
} as const;

/** Who else is on a project's board at the moment. */
export function PresentPeople({ projectId }: { projectId: string }) {
  const t = useT();
  const people = useAppSelector((state) => selectPresent(state, projectId));
  if (people.length === 0) return null;
  const rest = people.slice(MAX_SHOWN);
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={t('presence_people', { names: people.map((each) => labelOf(t, each)).join(', ') })}
      sx={{ flexShrink: 0, '& > * + *': { marginInlineStart: '-2px' } }}
    >
      {people.slice(0, MAX_SHOWN).map((person) => (
        <Tooltip key={person.userId} title={labelOf(t, person)}>
          <span>
            <UserAvatar user={{ ...person, id: person.userId }} size="small" />
          </span>
        </Tooltip>
      ))}
      {rest.length > 0 && (
        <Tooltip title={rest.map((person) => labelOf(t, person)).join(', ')}>
          <Avatar sx={{ width: 24, height: 24, fontSize: 10 }}>+{rest.length}</Avatar>
        </Tooltip>
      )}
    </Stack>
  );
}

function labelOf(t: Translate, { firstName, surname, mode }: PresentUser): string {
  const name = `${firstName} ${surname}`;
  if (mode === 'viewing') return name;
  return t(LABELS[mode], { name });
}
