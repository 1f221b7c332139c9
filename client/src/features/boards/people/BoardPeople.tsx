import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { PresentUser } from '@livelane/shared/realtime/messages.schema';
import Stack from '@mui/material/Stack';
import { useIntl } from 'react-intl';
import { selectPresent } from '#board-sync/board.selectors';
import { listOf } from '#i18n/listOf';
import { type Translate, useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { UserAvatar } from '#ui/avatar/UserAvatar';
import { Tooltip } from '#ui/tooltip/Tooltip';
import classes from './people.module.css';

/** People shown before the rest becomes a number. */
const MAX_SHOWN = 5;

const LABELS = {
  dragging: 'presence_dragging_task',
  editing: 'presence_editing_task',
  commenting: 'presence_commenting_task',
} as const;

/** The members of a project; those present on its board come first and are marked. */
export function BoardPeople({ projectId, members }: { projectId: string; members: readonly BoardMember[] }) {
  const t = useT();
  const intl = useIntl();
  const present = useAppSelector((state) => selectPresent(state, projectId));
  const isHere = new Set(present.map(({ userId }) => userId));
  const away = members.filter(({ id }) => !isHere.has(id));
  const people = [
    ...present.map((each) => ({ ...each, id: each.userId, label: labelOf(t, each), isHere: true })),
    ...away.map((each) => ({ ...each, label: `${each.firstName} ${each.surname}`, isHere: false })),
  ];
  const rest = people.slice(MAX_SHOWN);
  const names = (list: readonly { label: string }[]) =>
    listOf(
      intl,
      list.map(({ label }) => label),
    );
  const label =
    present.length > 0
      ? t('presence_people', { names: names(people.slice(0, present.length)) })
      : t('board_members', { names: names(people) });
  return (
    <Stack direction="row" role="group" aria-label={label} className={classes.people}>
      {people.slice(0, MAX_SHOWN).map((person) => (
        <Tooltip key={person.id} title={person.label}>
          <span role="img" {...(person.isHere && { className: classes.here })}>
            <UserAvatar user={person} size="small" />
          </span>
        </Tooltip>
      ))}
      {rest.length > 0 && (
        <Tooltip title={names(rest)}>
          <span role="img" className={classes.rest}>
            <bdi dir="ltr">+{rest.length}</bdi>
          </span>
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
