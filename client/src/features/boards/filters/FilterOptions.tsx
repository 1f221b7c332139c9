import CheckBox from '@mui/icons-material/CheckBox';
import CheckBoxOutlineBlank from '@mui/icons-material/CheckBoxOutlineBlank';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useT } from '#i18n/useT';
import type { FilterOption } from './FilterPill';

interface Props {
  id: string;
  label: string;
  anchor: HTMLElement;
  options: readonly FilterOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  onClose: () => void;
}

/** The options of one part of the filter; it stays open for another one. */
export function FilterOptions({ id, label, anchor, options, value, onChange, onClose }: Props) {
  const t = useT();
  const toggle = (option: string) =>
    onChange(value.includes(option) ? value.filter((each) => each !== option) : [...value, option]);
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{
        list: { id, role: 'listbox', 'aria-label': label, 'aria-multiselectable': true, dense: true },
        paper: { sx: { mt: 0.5, minWidth: 180, maxHeight: 400 } },
      }}
    >
      {options.length === 0 && (
        <MenuItem disabled role="option">
          {t('label_no_options')}
        </MenuItem>
      )}
      {options.map(({ id: option, name }) => {
        const isChosen = value.includes(option);
        return (
          <MenuItem
            key={option}
            role="option"
            aria-selected={isChosen}
            onClick={() => toggle(option)}
            sx={{ minHeight: { xs: 44, sm: 32 } }}
          >
            <ListItemIcon sx={{ color: isChosen ? 'primary.main' : 'text.secondary' }}>
              {isChosen ? <CheckBox fontSize="small" /> : <CheckBoxOutlineBlank fontSize="small" />}
            </ListItemIcon>
            <ListItemText primary={<bdi>{name}</bdi>} />
          </MenuItem>
        );
      })}
    </Menu>
  );
}
