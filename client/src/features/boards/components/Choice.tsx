import MenuItem from '@mui/material/MenuItem';

interface Props {
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** One of several in a menu. What else it is given is the menu's, for its keys. */
export function Choice({ label, isChosen, onChoose, ...item }: Props) {
  return (
    <MenuItem {...item} role="menuitemradio" aria-checked={isChosen} selected={isChosen} onClick={onChoose}>
      {label}
    </MenuItem>
  );
}
