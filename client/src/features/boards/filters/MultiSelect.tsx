import CheckBox from '@mui/icons-material/CheckBox';
import CheckBoxOutlineBlank from '@mui/icons-material/CheckBoxOutlineBlank';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useT } from '../../../i18n/useT';
import { NAME_IN_CHIP, truncate } from '../../../lib/truncate';

/** The least width of a filter, and what arrow and padding take beside its label, in pixels. */
const MIN_WIDTH = 120;
const BESIDE_LABEL = 56;
/** Letters are narrower than the digit that CSS measures by; Chinese and Japanese characters are twice as wide. */
const LETTER_CH = 0.82;
const FIRST_WIDE = '\u2e80';

interface Props {
  label: string;
  options: readonly { id: string; name: string }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** A select of several options; an empty one says so. */
export function MultiSelect({ label, options, value, onChange }: Props) {
  const t = useT();
  const nameOf = new Map(options.map(({ id, name }) => [id, name]));
  return (
    <TextField
      select
      label={label}
      value={value}
      sx={{ width: selectWidth(label) }}
      onChange={(event) => onChange(event.target.value as unknown as string[])}
      slotProps={{
        select: {
          multiple: true,
          renderValue: (chosen) =>
            (chosen as string[]).map((id) => truncate(nameOf.get(id) ?? id, NAME_IN_CHIP)).join(', '),
        },
      }}
    >
      {options.length === 0 && <MenuItem disabled>{t('label_no_options')}</MenuItem>}
      {options.map(({ id, name }) => (
        <MenuItem key={id} value={id} dense>
          <ListItemIcon sx={{ color: value.includes(id) ? 'primary.main' : 'text.secondary' }}>
            {value.includes(id) ? <CheckBox fontSize="small" /> : <CheckBoxOutlineBlank fontSize="small" />}
          </ListItemIcon>
          <ListItemText primary={name} />
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The label fits beside its arrow, in every language. */
export const selectWidth = (label: string) =>
  `max(${MIN_WIDTH}px, calc(${widthOf(label)}ch + ${BESIDE_LABEL}px))`;

/** About how wide a label is, in CSS `ch`. */
function widthOf(label: string): number {
  const letters = [...label].reduce((sum, character) => sum + (character >= FIRST_WIDE ? 2 : 1), 0);
  return letters * LETTER_CH;
}
