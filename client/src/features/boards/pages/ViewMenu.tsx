import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import Keyboard from '@mui/icons-material/KeyboardOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useColorScheme } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { useT } from '#i18n/useT';
import { sendCommand } from '#lib/commands';
import { chooseDensity, type Density, densityNow } from '#lib/density';
import { THEMES } from '#ui/ThemeField';

interface Props {
  anchor: HTMLElement;
  /** Opens what was deleted; absent where the reader may not see it. */
  onTrash?: (() => void) | undefined;
  onClose: () => void;
}

const DENSITIES = [
  ['comfortable', 'view_density_comfortable'],
  ['compact', 'view_density_compact'],
] as const;

/** How the board is shown, and what is done with it as a whole. */
export default function ViewMenu({ anchor, onTrash, onClose }: Props) {
  const t = useT();
  const { mode, setMode } = useColorScheme();
  const [density, setDensity] = useState(densityNow);
  const choose = (next: Density) => {
    chooseDensity(next);
    setDensity(next);
  };
  const action = (label: string, icon: ReactNode, run: () => void) => (
    <MenuItem
      onClick={() => {
        onClose();
        run();
      }}
    >
      <ListItemIcon>{icon}</ListItemIcon>
      {label}
    </MenuItem>
  );
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: { 'aria-label': t('view_menu') } }}>
      <ListSubheader aria-hidden sx={HEADING}>
        {t('view_density')}
      </ListSubheader>
      {DENSITIES.map(([each, label]) => (
        <Choice key={each} label={t(label)} isChosen={density === each} onChoose={() => choose(each)} />
      ))}
      <ListSubheader aria-hidden sx={HEADING}>
        {t('view_theme')}
      </ListSubheader>
      {THEMES.map(([each, label]) => (
        <Choice
          key={each}
          label={t(label)}
          isChosen={(mode ?? 'system') === each}
          onChoose={() => setMode(each)}
        />
      ))}
      <Divider />
      {onTrash && action(t('trash_title'), <DeleteOutline fontSize="small" />, onTrash)}
      {action(t('view_print'), <Print fontSize="small" />, () => window.print())}
      {action(t('shortcuts_title'), <Keyboard fontSize="small" />, () =>
        sendCommand({ kind: 'showShortcuts' }),
      )}
    </Menu>
  );
}

const HEADING = { lineHeight: '32px', bgcolor: 'transparent', fontSize: '0.75rem' };

interface ChoiceProps {
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ label, isChosen, onChoose, ...item }: ChoiceProps) {
  return (
    <MenuItem {...item} role="menuitemradio" aria-checked={isChosen} selected={isChosen} onClick={onChoose}>
      {label}
    </MenuItem>
  );
}
