import type { AuditItem } from '@livelane/shared/admin/admin.schema';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useT } from '#i18n/useT';
import { personQuery } from '../admin.api';

interface Props {
  item: AuditItem;
  /** Filters for the lines by and about one person. */
  onPerson: (userId: string) => void;
}

/** As the days of the filter; with the zone's name. */
const IN_UTC = { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' } as const;

/** One line of the audit log: time, event, actor, affected person, address and details. */
export function AuditLine({ item, onPerson }: Props) {
  const t = useT();
  const { formatDate } = useIntl();
  const { at, event, actorId, userId, address, details } = item;
  const more = Object.entries(details).map(([name, value]) =>
    t('label_pair', { name, value: String(value) }),
  );
  // Someone who changed their own account is named only once.
  const [by, whom] = [actorId ?? userId, actorId && userId !== actorId ? userId : null];
  const people = [
    ...(by ? [{ label: t('admin_audit_by'), id: by }] : []),
    ...(whom ? [{ label: t('admin_audit_whom'), id: whom }] : []),
  ];
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '190px 1fr' },
        columnGap: 2,
        pb: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="body2" color="textSecondary">
        <time dateTime={at}>{formatDate(at, IN_UTC)}</time>
      </Typography>
      <Box sx={{ minWidth: 0 }}>
        <Typography component="code" dir="ltr" sx={{ fontFamily: 'monospace', fontWeight: 600 }}>
          {event}
        </Typography>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {people.map(({ label, id }) => (
            <Box component="span" key={id} sx={{ marginInlineEnd: 2 }}>
              {label} <Person userId={id} onPerson={onPerson} />
            </Box>
          ))}
          {address && (
            <span>
              {t('admin_audit_address')} <bdi>{address}</bdi>
            </span>
          )}
        </Typography>
        {more.length > 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{more.join(' · ')}</bdi>
          </Typography>
        )}
      </Box>
    </Box>
  );
}

function Person({ userId, onPerson }: { userId: string; onPerson: Props['onPerson'] }) {
  const { data } = useQuery(personQuery(userId));
  return (
    <Link component="button" type="button" onClick={() => onPerson(userId)} sx={{ textAlign: 'start' }}>
      <bdi>{data ? `${data.firstName} ${data.surname}` : userId}</bdi>
    </Link>
  );
}
