import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { FormattedDate } from 'react-intl';
import { useT } from '#i18n/useT';
import { UserAvatar } from '#ui/avatar/UserAvatar';
import { CUT_AT_ITS_END } from '#ui/mirrored';
import { WithReason } from '#ui/WithReason';
import { assignableRoles, type MemberRefusals, roleKey } from '../member.rights';
import type { Member, MemberScope } from '../members.api';

interface Props {
  scope: MemberScope;
  /** Name of the workspace or project. */
  placeName: string;
  member: Member;
  roles: readonly { id: string }[];
  /** The caller's own role here, and id. */
  role: string;
  currentUserId: string;
  /** Why the caller may not change or remove this member, if so. */
  refusals: MemberRefusals;
  onRoleChange: (roleId: string) => void;
  onRemove: () => void;
}

/** One member: name, role, date of joining, and the caller's actions. */
export function MemberRow({
  scope,
  placeName,
  member,
  roles,
  role,
  currentUserId,
  refusals,
  onRoleChange,
  onRemove,
}: Props) {
  const t = useT();
  const { user, roleId, createdAt, updatedAt } = member;
  const name = `${user.firstName} ${user.surname}`;
  const isSelf = user.id === currentUserId;
  const removal = isSelf ? t('members_leave', { place: placeName }) : t('members_remove', { name });
  const reasonOf = (key: MemberRefusals[keyof MemberRefusals]) => (key ? t(key) : null);
  const given = assignableRoles(scope, role) as readonly string[];
  return (
    <Stack
      component="li"
      direction={{ xs: 'column', sm: 'row' }}
      spacing={2}
      sx={{ alignItems: { sm: 'center' }, py: 2, px: 2, borderTop: 1, borderColor: 'divider' }}
    >
      <Stack direction="row" spacing={2} sx={{ alignItems: 'center', flexGrow: 1, minWidth: 0 }}>
        <UserAvatar user={user} />
        <Stack sx={{ minWidth: 0 }}>
          <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
            <Typography noWrap sx={{ fontWeight: 600, ...CUT_AT_ITS_END }} title={name}>
              <bdi>{name}</bdi>
            </Typography>
            {isSelf && <Chip size="small" label={t('members_you')} />}
          </Stack>
          <Typography variant="body2" color="textSecondary">
            <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
              {t('members_since')} <FormattedDate value={createdAt} dateStyle="medium" />
            </Box>
            {' · '}
            <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
              {t('members_changed')} <FormattedDate value={updatedAt} dateStyle="medium" />
            </Box>
          </Typography>
        </Stack>
      </Stack>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
        <WithReason grow reason={reasonOf(refusals.change)}>
          {(describedBy) => (
            <TextField
              select
              value={roleId}
              disabled={refusals.change !== null}
              onChange={(event) => onRoleChange(event.target.value)}
              sx={{ minWidth: 144, flexGrow: 1 }}
              slotProps={{
                select: { SelectDisplayProps: { 'aria-describedby': describedBy } },
                htmlInput: { 'aria-label': t('members_role_of', { name }) },
              }}
            >
              {roles.map(({ id }) => (
                <MenuItem key={id} value={id} disabled={!given.includes(id)}>
                  {t(roleKey(scope, id))}
                </MenuItem>
              ))}
            </TextField>
          )}
        </WithReason>
        <WithReason reason={reasonOf(refusals.remove)} hint={removal}>
          {(describedBy) => (
            <IconButton
              aria-label={removal}
              aria-describedby={describedBy}
              disabled={refusals.remove !== null}
              onClick={onRemove}
            >
              <DeleteOutlined />
            </IconButton>
          )}
        </WithReason>
      </Stack>
    </Stack>
  );
}
