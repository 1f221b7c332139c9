import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import { useMemo } from 'react';
import { type Control, useController } from 'react-hook-form';
import { useT } from '#i18n/useT';
import { UserAvatar } from '#ui/avatar/UserAvatar';
import { firstOptions } from '#ui/form/firstOptions';
import { keepEnter } from '#ui/form/keepEnter';
import { useAutocompleteTexts } from '#ui/form/useAutocompleteTexts';
import { useFieldText } from '#ui/form/useFieldText';
import type { TaskFormValues } from '../task.form';
import { PropertyLabel } from './PropertyLabel';

interface Props {
  control: Control<TaskFormValues>;
  /** Who can be assigned. */
  members: readonly BoardMember[];
  /** These and everyone else who may be assigned already. */
  people: readonly PublicUser[];
  note: string | undefined;
}

/** The people of a task. */
export function AssigneeField({ control, members, people, note }: Props) {
  const t = useT();
  const autocompleteTexts = useAutocompleteTexts();
  const known = useMemo(() => new Map(people.map((person) => [person.id, person])), [people]);
  const { field, fieldState } = useController({ control, name: 'assignees' });
  const error = useFieldText(fieldState.error?.message);
  return (
    <Autocomplete
      {...autocompleteTexts}
      multiple
      // Each person has a button of their own.
      disableClearable
      options={members.map((member) => member.id)}
      value={field.value}
      onChange={(_event, ids) => field.onChange(ids)}
      filterOptions={firstOptions}
      onKeyDown={keepEnter}
      getOptionLabel={(id) => nameOf(known, id)}
      renderOption={({ key, ...props }, id) => {
        const member = known.get(id);
        return (
          <Box component="li" key={key} {...props} sx={{ gap: 1 }}>
            {member && <UserAvatar user={member} size="small" />}
            {nameOf(known, id)}
          </Box>
        );
      }}
      renderValue={(ids, itemProps) =>
        ids.map((id, index) => {
          const { key, ...props } = itemProps({ index });
          const member = known.get(id);
          return (
            <Chip
              key={key}
              {...props}
              label={<bdi>{nameOf(known, id)}</bdi>}
              {...(member && { icon: <UserAvatar user={member} size="small" /> })}
              sx={{ '& > [aria-hidden]': { marginInlineStart: '4px' } }}
            />
          );
        })
      }
      renderInput={(params) => (
        <TextField
          {...params}
          label={<PropertyLabel of="assignees" />}
          error={error !== undefined}
          helperText={error ?? note}
          placeholder={t(field.value.length === 0 ? 'task_nobody' : 'field_add')}
        />
      )}
    />
  );
}

function nameOf(people: ReadonlyMap<string, PublicUser>, id: string): string {
  const member = people.get(id);
  return member ? `${member.firstName} ${member.surname}` : id;
}
