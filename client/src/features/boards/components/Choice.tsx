import MenuItem from '@mui/material/MenuItem';

interface Props {
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** One of several options in a menu. The menu passes the other props, for its keys. */
export function Choice({ label, isChosen, onChoose, ...item }: Props) {
  return (
    <MenuItem {...item} role="menuitemradio" aria-checked={isChosen} selected={isChosen} onClick={onChoose}>
      {label}
    </MenuItem>
  );
}
