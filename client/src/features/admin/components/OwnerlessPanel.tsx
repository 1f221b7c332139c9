import type { OwnerlessWorkspace } from '@livelane/shared/admin/admin.schema';
import Workspaces from '@mui/icons-material/WorkspacesOutlined';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '#i18n/useT';
import { FormError } from '#ui/form/FormError';
import { SubmitButton } from '#ui/form/SubmitButton';
import { showToast } from '#ui/toast/toast.store';
import { ownerlessQuery, useGiveOwner } from '../admin.api';
import { PagedList } from './PagedList';

/** Workspaces without an owner who can sign in. */
export function OwnerlessPanel() {
  const t = useT();
  const list = useInfiniteQuery(ownerlessQuery);
  const hasSome = list.data?.pages.some(({ items }) => items.length > 0);
  return (
    <Stack spacing={2}>
      {hasSome && <Typography>{t('admin_workspaces_about')}</Typography>}
      <PagedList
        list={list}
        failed={t('admin_workspaces_error')}
        icon={<Workspaces fontSize="large" />}
        empty={t('admin_workspaces_none')}
      >
        {(workspace) => <WorkspaceRow key={workspace.id} workspace={workspace} />}
      </PagedList>
    </Stack>
  );
}

function WorkspaceRow({ workspace: { id, name, members } }: { workspace: OwnerlessWorkspace }) {
  const t = useT();
  const [chosen, setChosen] = useState('');
  const give = useGiveOwner();
  const save = () =>
    give.mutate(
      { workspaceId: id, userId: chosen },
      { onSuccess: () => showToast({ title: t('admin_owner_given', { name }), variant: 'success' }) },
    );
  return (
    <Card component="li">
      <CardContent sx={{ p: 2, '&:last-child': { pb: 2 } }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere', mb: 1.5 }}>
          <bdi>{name}</bdi>
        </Typography>
        {members.length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            {t('admin_workspaces_nobody')}
          </Typography>
        ) : (
          <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
            <TextField
              select
              fullWidth
              label={t('admin_owner_choose', { name })}
              value={chosen}
              onChange={({ target }) => setChosen(target.value)}
            >
              {members.map((person) => (
                <MenuItem key={person.id} value={person.id}>
                  {person.firstName} {person.surname}
                </MenuItem>
              ))}
            </TextField>
            <SubmitButton
              type="button"
              disabled={!chosen}
              isPending={give.isPending}
              onClick={save}
              sx={{ flexShrink: 0 }}
            >
              {t('admin_owner_give')}
            </SubmitButton>
          </Stack>
        )}
        <FormError error={give.error} />
      </CardContent>
    </Card>
  );
}
