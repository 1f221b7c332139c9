import { NAME_MAX } from '@livelane/shared/http/limits';
import { canInWorkspace } from '@livelane/shared/permissions/permissions';
import type { WorkspaceRole } from '@livelane/shared/permissions/roles';
import People from '@mui/icons-material/PeopleOutlined';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState, useTransition } from 'react';
import { useT } from '#i18n/useT';
import { containsLike } from '#lib/likeness';
import { useCurrentUser } from '#lib/useSession';
import { AvatarColoursContext, coloursFor } from '#ui/avatar/avatar.colours';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog';
import { EmptyState } from '#ui/EmptyState';
import { SearchField } from '#ui/form/SearchField';
import { LoadError } from '#ui/LoadError';
import { MoreButton } from '#ui/MoreButton';
import { showToast } from '#ui/toast/toast.store';
import { useErrorText, useErrorTexts } from '#ui/useErrorText';
import { useRowFocus } from '#ui/useRowFocus';
import { refusalsOf } from '../member.rights';
import {
  type Member,
  type MemberScope,
  membersQuery,
  rolesQuery,
  useChangeRole,
  useRemoveMember,
} from '../members.api';
import { useWorkspaceRoles } from '../useWorkspaceRoles';
import { MemberRow } from './MemberRow';
import { RoleUpdates } from './RoleUpdates';

/** More people than these can be searched by name. */
const SEARCH_FROM = 20;

/** A row has a choice of roles: a thousand at once would take seconds to draw. */
const ROWS_AT_ONCE = 100;

/** First name, space and surname. */
const SEARCH_MAX = 2 * NAME_MAX + 1;

interface Props {
  scope: MemberScope;
  id: string;
  /** The workspace itself, or the project's. */
  workspaceId: string;
  /** Of the workspace or project. */
  name: string;
  /** The caller's own role here. */
  role: string;
  /** After the caller has left. */
  onLeft: () => void;
}

/** The members of a workspace or project. */
export function MemberList({ scope, id, workspaceId, name: placeName, role, onLeft }: Props) {
  const t = useT();
  const { id: currentUserId } = useCurrentUser();
  const members = useQuery(membersQuery(scope, id));
  const roles = useQuery(rolesQuery(scope, id));
  const workspaceRoles = useWorkspaceRoles(scope === 'project' ? workspaceId : null);
  const change = useChangeRole(scope, id);
  const remove = useRemoveMember(scope, id);
  const [leaving, setLeaving] = useState<Member | null>(null);
  /** Someone who becomes a viewer is unassigned: the dialog warns before it happens. */
  const [lowered, setLowered] = useState<Member | null>(null);
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(ROWS_AT_ONCE);
  const [isGrowing, grow] = useTransition();
  const rows = useRowFocus();
  const textOf = useErrorTexts();
  const removeText = useErrorText(remove.error);
  const isLeavingSelf = leaving?.user.id === currentUserId;
  const nameOf = ({ user }: Member) => `${user.firstName} ${user.surname}`;
  const sought = useDeferredValue(search.trim());
  const found = members.data?.filter((member) => containsLike(nameOf(member), sought)) ?? [];
  const shown = found.slice(0, limit);

  const changeRole = (userId: string, roleId: string) =>
    // Callbacks of `mutate` would be called for the last change only.
    change.mutateAsync({ userId, roleId: roleId as 'member' }).then(
      () => showToast({ title: t('role_changed'), variant: 'success' }),
      (error) => showToast({ title: t('label_error'), description: textOf(error), variant: 'destructive' }),
    );
  const confirmRemoval = ({ user: { id: userId } }: Member) =>
    // A list that its own user has lost by then is gone, and with it callbacks of `mutate`.
    remove.mutateAsync(userId).then(
      () => {
        const isSelf = userId === currentUserId;
        const title = isSelf ? t('members_left', { place: placeName }) : t('user_deleted');
        showToast({ title, variant: 'success' });
        setLeaving((asked) => (asked?.user.id === userId ? null : asked));
        if (isSelf) onLeft();
      },
      () => undefined,
    );

  return (
    <>
      <LoadError error={members.error} title={t('error_loading')} onRetry={members.refetch} />
      {scope === 'workspace' && canInWorkspace(role as WorkspaceRole, 'workspace.changeMember') && (
        <RoleUpdates workspaceId={id} />
      )}
      {!members.data && !members.error && <Skeleton variant="rounded" height={160} />}
      {members.data && (
        <Stack spacing={2}>
          {(members.data.length > SEARCH_FROM || search !== '') && (
            <Stack role="search" spacing={1}>
              <SearchField
                value={search}
                label={t('members_search')}
                maxLength={SEARCH_MAX}
                onType={(text) => {
                  setSearch(text);
                  setLimit(ROWS_AT_ONCE);
                }}
              />
              <Typography role="status" variant="body2" color="textSecondary">
                {t('members_shown', { shown: shown.length, count: members.data.length })}
              </Typography>
            </Stack>
          )}
          {found.length === 0 && <EmptyState icon={<People fontSize="large" />} title={t('members_none')} />}
          {found.length > 0 && (
            <Card component="ul" {...rows} sx={{ p: 0, m: 0, '& > li:first-of-type': { borderTop: 0 } }}>
              <AvatarColoursContext value={coloursFor(members.data.map(({ user }) => user.id))}>
                {shown.map((member) => (
                  <MemberRow
                    key={member.user.id}
                    scope={scope}
                    placeName={placeName}
                    member={member}
                    roles={roles.data ?? [{ id: member.roleId }]}
                    role={role}
                    currentUserId={currentUserId}
                    refusals={refusalsOf({
                      scope,
                      role,
                      callerId: currentUserId,
                      member,
                      members: members.data,
                      workspaceRoles,
                    })}
                    onRoleChange={(roleId) => {
                      if (scope === 'project' && roleId === 'viewer') setLowered(member);
                      else void changeRole(member.user.id, roleId);
                    }}
                    onRemove={() => {
                      // A removal under way still has to tell how it ended.
                      if (remove.isError) remove.reset();
                      setLeaving(member);
                    }}
                  />
                ))}
              </AvatarColoursContext>
            </Card>
          )}
          <MoreButton
            list={{
              hasNextPage: found.length > limit,
              isFetchingNextPage: isGrowing,
              fetchNextPage: () => grow(() => setLimit(limit + ROWS_AT_ONCE)),
            }}
          >
            {t('show_more')}
          </MoreButton>
        </Stack>
      )}
      {lowered && (
        <ConfirmDialog
          open
          title={t('role_lowered_title', { name: nameOf(lowered), project: placeName })}
          text={t('role_lowered_text')}
          confirmLabel={t('role_lowered_verb')}
          onConfirm={() => {
            void changeRole(lowered.user.id, 'viewer');
            setLowered(null);
          }}
          onClose={() => setLowered(null)}
        />
      )}
      {leaving && (
        <ConfirmDialog
          open
          title={
            isLeavingSelf
              ? t('members_leave_title', { place: placeName })
              : t('members_remove_title', { name: nameOf(leaving) })
          }
          text={t(isLeavingSelf ? 'members_leave_text' : 'members_remove_text')}
          confirmLabel={t(isLeavingSelf ? 'members_leave_verb' : 'members_remove_verb')}
          pending={remove.isPending}
          errorTitle={t('error_deleting_user')}
          error={
            removeText ? t('label_pair', { name: t('error_delete_user'), value: removeText }) : undefined
          }
          onConfirm={() => confirmRemoval(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}
