import type { ActivityChange, ActivityItem } from '@livelane/shared/history/history.schema';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useIntl } from 'react-intl';
import { useT } from '#i18n/useT';
import { CUT_AT_ITS_END } from '#ui/mirrored';
import type { ShownType } from '../activity.kinds';
import { type ActivityNames, ChangedField, GivenField, isNothing } from './ChangedField';

interface Props {
  item: ActivityItem;
  names: ActivityNames;
  /** Absent in the view of the task itself. */
  onOpen?: ((taskId: string) => void) | undefined;
}

/** Each task on the board has a state, and each member a role: without one, they are no longer there. */
const WHILE_THERE = new Set(['state', 'roleId']);

/** The value to tell alone: the first one that a field has, or the last one of what is no longer there. */
function onlyValue({ field, from, to }: ActivityChange): unknown {
  if (isNothing(from)) return to;
  return WHILE_THERE.has(field) && isNothing(to) ? from : undefined;
}

/** One change: who made it, when, and the changed values. */
export function ActivityEntry({ item, names, onOpen }: Props) {
  const t = useT();
  const intl = useIntl();
  const { type, actorId, userId = '', at, taskId, title, state, changes } = item;
  const values = {
    name: names.personName(actorId),
    member: names.personName(userId),
    column: state ? names.columnName(state) : '',
  };
  const hasLeft = type === 'member.removed' && actorId === userId;
  return (
    <Box
      component="li"
      data-v={item.v}
      sx={{ py: 0.75, fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}
    >
      {onOpen && taskId && (
        <Link
          component="button"
          type="button"
          onClick={() => onOpen(taskId)}
          sx={{
            ...CUT_AT_ITS_END,
            fontWeight: 600,
            fontSize: '0.875rem',
            maxWidth: '100%',
          }}
          noWrap
        >
          <bdi>{title ?? t('activity_erased')}</bdi>
        </Link>
      )}
      <span>{t(hasLeft ? 'activity_member_left' : `activity_${type as ShownType}`, values)}</span>
      {' · '}
      <Box component="time" dateTime={at}>
        {intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })}
      </Box>
      {changes.map((change) => {
        const { field } = change;
        const only = onlyValue(change);
        if (isNothing(only)) return <ChangedField key={field} change={change} names={names} />;
        return <GivenField key={field} field={field} value={only} names={names} />;
      })}
    </Box>
  );
}
