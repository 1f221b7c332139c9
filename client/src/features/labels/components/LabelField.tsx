import { LABELS_MAX, SHORT_NAME_MAX } from '@livelane/shared/http/limits';
import { textLength } from '@livelane/shared/values/text-length';
import Add from '@mui/icons-material/Add';
import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '#i18n/useT';
import { ApiError } from '#lib/api';
import { clock } from '#lib/clock';
import { typedText } from '#lib/typedText';
import { keepEnter } from '#ui/form/keepEnter';
import { useAutocompleteTexts } from '#ui/form/useAutocompleteTexts';
import { LabelSwatch } from '#ui/label/LabelSwatch';
import { useErrorText } from '#ui/useErrorText';
import { labelNamed, nextColour } from '../label.names';
import { useCreateLabel, useLabels } from '../labels.api';

interface Props {
  /** Undefined until a project is chosen. */
  workspaceId: string | undefined;
  value: string[];
  onChange: (ids: string[]) => void;
  /** Called when the creation of a label begins, and once it has ended and the label is chosen. */
  onMaking: (isMaking: boolean) => void;
  label: ReactNode;
  note?: string | undefined;
}

/** Value of the option that creates the typed label. */
const NEW = 'new:';
const filterOptions = createFilterOptions<string>();

/** The labels of a task: chosen from the workspace's, or created while typing. */
export function LabelField({ workspaceId, value, onChange, onMaking, label, note }: Props) {
  const t = useT();
  const autocompleteTexts = useAutocompleteTexts();
  const { data: labels = [], refetch } = useLabels(workspaceId ? [workspaceId] : []);
  const { mutateAsync: create } = useCreateLabel(workspaceId ?? '');
  /** How many are being made. */
  const making = useRef(0);
  /** The user and others may change it while a label is made. */
  const present = useRef(value);
  useEffect(() => {
    present.current = value;
  });
  const [typed, setTyped] = useState('');
  const isTooLong = textLength(typed.trim()) > SHORT_NAME_MAX;
  const [error, setError] = useState<unknown>(null);
  const refusal = useErrorText(error);
  const problem = isTooLong ? t('input_max_short_name') : refusal;
  const labelOf = (id: string) => labels.find((each) => each.id === id);
  const nameOf = (id: string) => (id.startsWith(NEW) ? id.slice(NEW.length) : (labelOf(id)?.name ?? ''));

  /** The id of a new label, or of the one that someone else has just created. */
  const make = async (name: string): Promise<string | undefined> => {
    try {
      const made = await create({ id: clock.newId(), name, colour: nextColour(labels) });
      await refetch();
      return made.id;
    } catch (failure) {
      const isThere = failure instanceof ApiError && failure.code === 'label_exists';
      const known = isThere ? labelNamed((await refetch()).data ?? [], name) : undefined;
      if (!known) setError(failure);
      return known?.id;
    }
  };
  const choose = async (chosen: readonly string[]) => {
    setError(null);
    const wanted = chosen.find((id) => id.startsWith(NEW));
    if (!wanted) return onChange([...chosen]);
    const count = (more: 1 | -1) => {
      making.current += more;
      onMaking(making.current > 0);
    };
    count(1);
    const made = await make(nameOf(wanted));
    if (made) {
      // At once: another one may be made before this one is rendered.
      present.current = [...present.current.filter((id) => id !== made), made];
      onChange(present.current);
    } else setTyped((now) => now || nameOf(wanted));
    count(-1);
  };
  return (
    <Autocomplete
      {...autocompleteTexts}
      multiple
      autoHighlight
      disabled={!workspaceId}
      options={labels.map(({ id }) => id)}
      value={value}
      onChange={(_event, ids) => void choose(ids)}
      inputValue={typed}
      onInputChange={(_event, text, reason) => {
        // Another value empties it, also in the middle of a name when a label has been made or others choose one.
        if (reason !== 'reset') setTyped(text);
      }}
      onKeyDown={keepEnter}
      getOptionLabel={nameOf}
      getOptionDisabled={() => value.length + making.current >= LABELS_MAX}
      filterSelectedOptions
      filterOptions={(options, state) => {
        const found = filterOptions(options, state);
        const name = typedText(state.inputValue);
        const isNew = name !== '' && !isTooLong && !labelNamed(labels, name);
        return isNew ? [...found, NEW + name] : found;
      }}
      renderOption={({ key, ...props }, id) => {
        const shown = labelOf(id);
        return (
          <Box component="li" key={key} {...props} sx={{ gap: 1 }}>
            {shown ? <LabelSwatch colour={shown.colour} /> : <Add fontSize="small" />}
            {shown ? <bdi>{shown.name}</bdi> : t('label_create', { name: nameOf(id) })}
          </Box>
        );
      }}
      renderValue={(ids, itemProps) =>
        ids.map((id, index) => {
          const { key, ...props } = itemProps({ index });
          const shown = labelOf(id);
          return (
            <Chip
              key={key}
              {...props}
              label={<bdi>{shown?.name ?? '…'}</bdi>}
              {...(shown && { icon: <LabelSwatch colour={shown.colour} /> })}
              sx={{ '& > [aria-hidden]': { marginInlineStart: '6px' } }}
            />
          );
        })
      }
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          error={problem !== null}
          helperText={problem ?? note}
          placeholder={t(value.length === 0 ? 'label_hint' : 'field_add')}
        />
      )}
    />
  );
}
