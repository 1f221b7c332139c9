import type { PublicUser } from '@livelane/shared/users/user.schema';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useT } from '#i18n/useT';
import { firstOptions } from '#ui/form/firstOptions';
import { useAutocompleteTexts } from '#ui/form/useAutocompleteTexts';
import { useErrorText } from '#ui/useErrorText';
import { eligibleQuery } from '../members.api';

interface Props {
  projectId: string;
  value: PublicUser | null;
  onChange: (user: PublicUser | null) => void;
  text: string;
  onType: (text: string) => void;
  /** Whether people outside the workspace can be typed. */
  isFree: boolean;
  problem: string | null;
}

/** Picks one of the workspace's members who are not in the project yet. */
export function EligiblePicker({ projectId, value, onChange, text, onType, isFree, problem }: Props) {
  const t = useT();
  const texts = useAutocompleteTexts();
  const eligible = useQuery(eligibleQuery(projectId));
  const loadProblem = useErrorText(eligible.error);
  const nobody = eligible.data?.length === 0 ? t(isFree ? 'add_person_nobody' : 'members_pick_nobody') : null;
  const options = eligible.data?.map((member) => member.user) ?? [];
  const wanted = text.trim().toLowerCase();
  const match = options.find((user) => user.id === wanted);

  // Typing an id that matches a workspace member selects that member (specification section 5), also before they load.
  useEffect(() => {
    if (match) onChange(match);
  }, [match, onChange]);
  return (
    <Autocomplete
      {...texts}
      options={options}
      filterOptions={firstOptions}
      value={value}
      loading={eligible.isLoading}
      clearOnBlur={!isFree}
      inputValue={text}
      getOptionLabel={(user) => `${user.firstName} ${user.surname}`}
      getOptionKey={(user) => user.id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onChange={(_event, user) => onChange(user)}
      onInputChange={(_event, typed, reason) => {
        // Editing the text deselects the person.
        if (isFree && reason === 'input') onChange(null);
        onType(typed);
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t(isFree ? 'add_person' : 'members_pick')}
          error={problem !== null || loadProblem !== null}
          helperText={problem ?? loadProblem ?? nobody}
          autoFocus
        />
      )}
    />
  );
}
