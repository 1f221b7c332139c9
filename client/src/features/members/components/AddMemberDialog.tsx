import type { PublicUser } from '@livelane/shared/users/user.schema';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useT } from '../../../i18n/useT';
import { AppDialog } from '../../../ui/dialog/AppDialog';
import { FormError } from '../../../ui/form/FormError';
import { showToast } from '../../../ui/toast/toast.store';
import { type MemberScope, rolesQuery, useAddMember } from '../api/members.api';
import { assignableRoles, roleKey } from '../member.rights';
import { useLookUp } from '../useLookUp';
import { EligiblePicker } from './EligiblePicker';

interface Props {
  scope: MemberScope;
  id: string;
  /** The caller's own role here. */
  role: string;
  onClose: () => void;
}

const LOWEST_USUAL_ROLE = 'member';

/** Adds a user: to a workspace by e-mail or id, to a project from the members of its workspace. */
export function AddMemberDialog({ scope, id, role, onClose }: Props) {
  const t = useT();
  const add = useAddMember(scope, id);
  const lookUp = useLookUp();
  const roles = useQuery(rolesQuery(scope, id));
  const [roleId, setRoleId] = useState(LOWEST_USUAL_ROLE);
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<PublicUser | null>(null);
  /** The server's list, as far as the caller may give them; the chosen one while it is on its way. */
  const offered = roles.data
    ? assignableRoles(scope, role).filter((given) => roles.data.some(({ id: listed }) => listed === given))
    : [LOWEST_USUAL_ROLE];
  /** What is wrong with the person typed or picked. */
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = scope === 'project' ? { userId: picked?.id } : await lookUp.run(text);
    if ('error' in found) return;
    if (!found.userId) {
      const isUnknown = scope === 'workspace' && text.trim() !== '';
      setProblem(t(isUnknown ? 'members_lookup_none' : 'input_required_user_id'));
      return;
    }
    add.mutate(
      { userId: found.userId, roleId: roleId as 'member' },
      {
        onSuccess: () => {
          showToast({ title: t('user_added'), variant: 'success' });
          onClose();
        },
      },
    );
  };
  const type = (typed: string) => {
    setText(typed);
    setProblem(null);
  };

  return (
    <AppDialog open onClose={onClose} title={t('members_add_title')}>
      <DialogContent>
        <Stack component="form" noValidate spacing={2} onSubmit={submit} aria-label={t('members_add_title')}>
          <DialogContentText>
            {scope === 'project' ? t('members_pick_text') : t('members_add_text')}
          </DialogContentText>
          {scope === 'project' ? (
            <EligiblePicker
              projectId={id}
              value={picked}
              onChange={setPicked}
              onType={type}
              problem={problem}
            />
          ) : (
            <TextField
              label={t('members_lookup')}
              value={text}
              onChange={(event) => type(event.target.value)}
              error={problem !== null}
              helperText={problem}
              autoFocus
            />
          )}
          <TextField
            select
            label={t('members_role')}
            value={roleId}
            onChange={(event) => setRoleId(event.target.value)}
          >
            {offered.map((given) => (
              <MenuItem key={given} value={given}>
                {t(roleKey(scope, given))}
              </MenuItem>
            ))}
          </TextField>
          <FormError error={lookUp.error ?? add.error} />
          <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
            <Button onClick={onClose} color="inherit">
              {t('action_cancel')}
            </Button>
            <Button type="submit" variant="contained" disabled={add.isPending || lookUp.isPending}>
              {t('members_add')}
            </Button>
          </Stack>
        </Stack>
      </DialogContent>
    </AppDialog>
  );
}
