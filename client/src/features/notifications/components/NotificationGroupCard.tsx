import Done from '@mui/icons-material/DoneOutlined';
import On from '@mui/icons-material/NotificationsActiveOutlined';
import Off from '@mui/icons-material/NotificationsOffOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { UserAvatar } from '#ui/avatar/UserAvatar';
import { Ago } from '#ui/date/Ago';
import { CUT_AT_ITS_END } from '#ui/mirrored';
import { Tooltip } from '#ui/tooltip/Tooltip';
import type { NotificationGroup } from '../notification.groups';

/** Most notices of one task that are shown, the latest ones. */
const SHOWN = 4;

/** Width of the dot between a notice and its time. */
const DOT = '12px';
/** Its dot is in the margin of what is before it, or outside where it begins a line. */
const timeAfterDot = {
  marginInlineStart: `-${DOT}`,
  color: 'text.secondary',
  whiteSpace: 'nowrap',
  '&::before': { content: '"·"', display: 'inline-block', width: DOT, textAlign: 'center' },
} as const;

interface Props {
  group: NotificationGroup;
  onRead: () => void;
  /** Mutes the task, or no longer. */
  onMute: () => void;
}

/** The notices about one task. Keyboard shortcuts focus its link. */
export function NotificationGroupCard({ group, onRead, onMute }: Props) {
  const t = useT();
  const { title, name, address, items, unreadIds, isMuted, taskId } = group;
  const isUnread = unreadIds.length > 0;
  return (
    <Card
      component="li"
      variant="outlined"
      sx={{
        display: 'flex',
        gap: 1,
        p: 2,
        borderInlineStartWidth: 4,
        borderInlineStartColor: (theme) =>
          isUnread ? theme.vars?.palette.primary.main : theme.vars?.palette.divider,
      }}
    >
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: isUnread ? 700 : 400, overflowWrap: 'anywhere' }}>
          <Link
            component={RouterLink}
            to={address ?? '/notifications'}
            color="inherit"
            underline="hover"
            data-notification={group.key}
            onClick={onRead}
          >
            <bdi>{title}</bdi>
          </Link>
        </Typography>
        {name && (
          <Typography variant="body2" color="textSecondary" noWrap sx={CUT_AT_ITS_END}>
            <bdi>{name}</bdi>
          </Typography>
        )}
        <Stack component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }} spacing={0.5}>
          {items.slice(0, SHOWN).map(({ id, reason, roleId, actor, at, readAt }) => (
            <Box component="li" key={id} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
              {actor && <UserAvatar user={actor} size="small" />}
              <Typography
                variant="body2"
                color={readAt ? 'textSecondary' : 'textPrimary'}
                // Aligns the first line with the initials beside it. Clips the dot of a time that begins a line.
                sx={{
                  display: 'flex',
                  flexWrap: 'wrap',
                  overflow: 'hidden',
                  overflowWrap: 'anywhere',
                  minWidth: 0,
                  lineHeight: '24px',
                }}
              >
                <Box component="span" sx={{ marginInlineEnd: DOT }}>
                  {t(roleId ? 'notification_role_changed_to' : `notification_${reason}`, {
                    actor: actor ? `${actor.firstName} ${actor.surname}` : t('notification_somebody'),
                    // Those of workspaces have the same names.
                    ...(roleId && { role: t(`project_role_${roleId}`) }),
                  })}
                </Box>{' '}
                <Box component="span" sx={timeAfterDot}>
                  <Ago at={at} />
                </Box>
              </Typography>
            </Box>
          ))}
        </Stack>
      </Box>
      <Stack direction="row" sx={{ alignItems: 'flex-start', flexShrink: 0 }}>
        {isUnread && (
          <Tooltip title={t('notifications_read')}>
            <IconButton
              size="small"
              aria-label={t('notifications_read_of', { name: title })}
              aria-keyshortcuts="E"
              onClick={onRead}
            >
              <Done />
            </IconButton>
          </Tooltip>
        )}
        {taskId !== undefined && address !== null && (
          <Tooltip title={t(isMuted ? 'notifications_unmute' : 'notifications_mute')}>
            <IconButton
              size="small"
              aria-label={t(isMuted ? 'notifications_unmute_of' : 'notifications_mute_of', { name: title })}
              aria-keyshortcuts="M"
              onClick={onMute}
            >
              {isMuted ? <On /> : <Off />}
            </IconButton>
          </Tooltip>
        )}
      </Stack>
    </Card>
  );
}
