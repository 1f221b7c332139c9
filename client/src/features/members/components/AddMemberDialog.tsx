import type { PublicUser } from '@livelane/shared/users/user.schema';
import { uuidSchema } from '@livelane/shared/values/uuid';
import Autocomplete from '@mui/material/Autocomplete';
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
import { eligibleQuery, findUser, type MemberScope, useAddMember } from '../api/members.api';
import { assignableRoles, roleKey } from '../member.rights';

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
  const [roleId, setRoleId] = useState(LOWEST_USUAL_ROLE);
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<PublicUser | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const eligible = useQuery({ ...eligibleQuery(id), enabled: scope === 'project' });
  const options = eligible.data?.map((member) => member.user) ?? [];

  const lookUp = async (): Promise<string | null> => {
    if (picked) return picked.id;
    const typed = text.trim();
    if (typed === '') return refuse(t('input_required_user_id'));
    if (uuidSchema.safeParse(typed).success) return typed;
    if (scope === 'project') return refuse(t('label_no_options'));
    const [found] = await findUser(typed);
    return found?.id ?? refuse(t('members_lookup_none'));
  };
  const refuse = (message: string): null => {
    setProblem(message);
    return null;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    try {
      const userId = await lookUp();
      if (!userId) return;
      await add.mutateAsync({ userId, roleId: roleId as 'member' });
      showToast({ title: t('user_added'), variant: 'success' });
      onClose();
    } catch (error) {
      // A refused addition is shown by `add.error`; a failed look-up has no other place.
      if (!add.error && error instanceof Error) setProblem(error.message);
    }
  };
  /** Typing an id that matches a workspace member selects that member (specification section 5). */
  const type = (typed: string) => {
    setText(typed);
    setProblem(null);
    const match = options.find((user) => user.id === typed.trim());
    if (match) setPicked(match);
  };

  return (
    <AppDialog open onClose={onClose} title={t('members_add_title')}>
      <DialogContent>
        <Stack component="form" noValidate spacing={2} onSubmit={submit} aria-label={t('members_add_title')}>
          <DialogContentText>
            {scope === 'project' ? t('members_pick_text') : t('members_add_text')}
          </DialogContentText>
          {scope === 'project' ? (
            <Autocomplete
              options={options}
              value={picked}
              loading={eligible.isLoading}
              noOptionsText={t('label_no_options')}
              getOptionLabel={(user) => `${user.firstName} ${user.surname}`}
              getOptionKey={(user) => user.id}
              isOptionEqualToValue={(a, b) => a.id === b.id}
              onChange={(_event, user) => setPicked(user)}
              onInputChange={(_event, typed) => type(typed)}
              renderInput={(params) => (
                <TextField
                  {...params}
                  label={t('members_pick')}
                  error={problem !== null}
                  helperText={problem}
                  autoFocus
                />
              )}
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
            {assignableRoles(scope, role).map((given) => (
              <MenuItem key={given} value={given}>
                {t(roleKey(scope, given))}
              </MenuItem>
            ))}
          </TextField>
          <FormError error={problem ? null : add.error} />
          <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
            <Button onClick={onClose} color="inherit">
              {t('action_cancel')}
            </Button>
            <Button type="submit" variant="contained" disabled={add.isPending}>
              {t('members_add')}
            </Button>
          </Stack>
        </Stack>
      </DialogContent>
    </AppDialog>
  );
}
