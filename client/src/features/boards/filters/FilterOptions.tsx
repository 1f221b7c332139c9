import CheckBox from '@mui/icons-material/CheckBox';
import CheckBoxOutlineBlank from '@mui/icons-material/CheckBoxOutlineBlank';
import Box from '@mui/material/Box';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Popover from '@mui/material/Popover';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react';
import { useT } from '#i18n/useT';
import { isComposing } from '#lib/keyPress';
import { containsLike } from '#lib/likeness';
import { SearchField } from '#ui/form/SearchField';
import type { FilterOption } from './FilterPill';

/** More options than these can be searched: the list would have to be scrolled. */
const SEARCH_FROM = 12;

/** A thousand options at once would take seconds to draw. */
const SHOWN_AT_ONCE = 100;

const SEARCH_MAX = 255;

interface Props {
  id: string;
  label: string;
  anchor: HTMLElement;
  options: readonly FilterOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  onClose: () => void;
}

/** The options of one part of the filter; it stays open for another one. A long list can be searched. */
export function FilterOptions({ id, label, anchor, options, value, onChange, onClose }: Props) {
  const t = useT();
  const start = useTheme().direction === 'rtl' ? 'right' : 'left';
  const [search, setSearch] = useState('');
  const list = useRef<HTMLUListElement>(null);
  // Also while it hides options: others can go meanwhile.
  const isLong = options.length > SEARCH_FROM || search !== '';
  const sought = useDeferredValue(search.trim());
  const found = options.filter(({ name }) => containsLike(name, sought));
  const hidden = found.length - SHOWN_AT_ONCE;
  const toggle = (option: string) =>
    onChange(value.includes(option) ? value.filter((each) => each !== option) : [...value, option]);
  const fieldKey = (event: KeyboardEvent) => {
    const option = list.current?.querySelector<HTMLElement>('[role="option"]:not([aria-disabled="true"])');
    if (isComposing(event) || !option) return;
    if (event.key === 'ArrowDown') option.focus();
    else if (event.key === 'Enter' && sought !== '') option.click();
    else return;
    event.preventDefault();
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      anchorOrigin={{ vertical: 'bottom', horizontal: start }}
      transformOrigin={{ vertical: 'top', horizontal: start }}
      onClose={onClose}
      slotProps={{
        paper: { sx: { mt: 0.5, minWidth: 180, maxHeight: 400, display: 'flex', flexDirection: 'column' } },
      }}
    >
      {isLong && (
        <Box sx={{ px: 1, pt: 1.5 }} onKeyDown={fieldKey}>
          <SearchField
            autoFocus
            value={search}
            label={t('filter_find', { name: label })}
            maxLength={SEARCH_MAX}
            onType={setSearch}
          />
        </Box>
      )}
      <MenuList
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable
        dense
        autoFocusItem={!isLong}
        onKeyDown={(event) => {
          // As in every list of choices; from a search it is one step back.
          if (event.key !== 'Tab' || (isLong && event.shiftKey)) return;
          event.preventDefault();
          onClose();
        }}
        sx={{ overflowY: 'auto' }}
      >
        {found.length === 0 && (
          <MenuItem disabled role="option">
            {t('label_no_options')}
          </MenuItem>
        )}
        {found.slice(0, SHOWN_AT_ONCE).map(({ id: option, name }) => {
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
        {hidden > 0 && (
          <Typography
            component="li"
            role="option"
            aria-disabled
            variant="body2"
            color="textSecondary"
            sx={{ px: 2, py: 1 }}
          >
            {t('filter_more', { count: hidden })}
          </Typography>
        )}
      </MenuList>
    </Popover>
  );
}
