import { taskStates } from '@livelane/shared/tasks/task.values';
import Bookmarks from '@mui/icons-material/BookmarksOutlined';
import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import FastRewind from '@mui/icons-material/FastRewind';
import History from '@mui/icons-material/History';
import Keyboard from '@mui/icons-material/KeyboardOutlined';
import PersonAdd from '@mui/icons-material/PersonAddOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Sort from '@mui/icons-material/SortOutlined';
import TableRows from '@mui/icons-material/TableRowsOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useColorScheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useState } from 'react';
import { useT } from '#i18n/useT';
import {
  chooseDensity,
  chooseLabelLook,
  type Density,
  densityNow,
  type LabelLook,
  labelLookNow,
} from '#lib/boardLooks';
import { sendCommand } from '#lib/commands';
import { mirrored } from '#ui/mirrored';
import { THEMES } from '#ui/ThemeField';
import { useBoard } from '../board.context';
import { useChangeColumn } from '../columns/useChangeColumn';
import { useColumnName } from '../columns/useColumnName';
import { Choice } from '../components/Choice';
import { ViewsMenu } from '../views/ViewsMenu';
import type { BoardCommands } from './BoardActions';
import { LookMenu } from './LookMenu';

interface Props extends BoardCommands {
  anchor: HTMLElement;
  onClose: () => void;
}

const DENSITIES = [
  ['comfortable', 'view_density_comfortable'],
  ['compact', 'view_density_compact'],
] as const;

const LABEL_LOOKS = [
  ['names', 'view_labels_names'],
  ['bars', 'view_labels_bars'],
] as const;

/** The menu of a board's view and actions. */
export default function ViewMenu({ anchor, onActivity, onRewind, onAddPeople, onTrash, onClose }: Props) {
  const t = useT();
  /** There the heading has no room for the actions. */
  const isPhone = useMediaQuery('(max-width: 599px)');
  const { mode, setMode } = useColorScheme();
  const { settings, look, canCreate, canEditColumns } = useBoard();
  /** The submenu shown in place of this menu. */
  const [part, setPart] = useState<'views' | 'lanes' | 'sort' | null>(null);
  const nameOf = useColumnName();
  const change = useChangeColumn();
  const hidden = canEditColumns ? taskStates.filter((state) => settings[state]?.isHidden) : [];
  const [density, setDensity] = useState(densityNow);
  const [labelLook, setLabelLook] = useState(labelLookNow);
  const chooseLabels = (next: LabelLook) => {
    chooseLabelLook(next);
    setLabelLook(next);
  };
  const choose = (next: Density) => {
    chooseDensity(next);
    setDensity(next);
  };
  const action = (label: string, icon: ReactNode, run: (() => void) | undefined) =>
    run && (
      <MenuItem
        key={label}
        onClick={() => {
          onClose();
          run();
        }}
      >
        <ListItemIcon>{icon}</ListItemIcon>
        {label}
      </MenuItem>
    );
  if (part === 'views') return <ViewsMenu anchor={anchor} onClose={onClose} />;
  if (part) return <LookMenu part={part} anchor={anchor} onClose={onClose} />;
  const more = (name: string, value: string, icon: ReactNode, open: () => void) => (
    <MenuItem aria-haspopup="menu" onClick={open}>
      <ListItemIcon>{icon}</ListItemIcon>
      {t('label_pair', { name, value })}
    </MenuItem>
  );
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: { 'aria-label': t('view_menu') } }}>
      {isPhone && action(t('activity_open'), <History fontSize="small" />, onActivity)}
      {isPhone && action(t('rewind_open'), <FastRewind fontSize="small" sx={mirrored} />, onRewind)}
      {isPhone && action(t('board_add_people'), <PersonAdd fontSize="small" />, onAddPeople)}
      {canCreate &&
        action(t('shortcut_undo'), <Undo fontSize="small" sx={mirrored} />, () =>
          sendCommand({ kind: 'undo' }),
        )}
      {(canCreate || (isPhone && onActivity)) && <Divider />}
      <MenuItem aria-haspopup="menu" onClick={() => setPart('views')}>
        <ListItemIcon>
          <Bookmarks fontSize="small" />
        </ListItemIcon>
        {t('saved_views')}
      </MenuItem>
      {more(t('view_lanes'), t(`view_lanes_${look.lanes}`), <TableRows fontSize="small" />, () =>
        setPart('lanes'),
      )}
      {more(t('view_sort'), t(`sort_${look.sort ?? 'none'}`), <Sort fontSize="small" sx={mirrored} />, () =>
        setPart('sort'),
      )}
      <ListSubheader aria-hidden sx={HEADING}>
        {t('view_density')}
      </ListSubheader>
      {DENSITIES.map(([each, label]) => (
        <Choice key={each} label={t(label)} isChosen={density === each} onChoose={() => choose(each)} />
      ))}
      <ListSubheader aria-hidden sx={HEADING}>
        {t('view_labels')}
      </ListSubheader>
      {LABEL_LOOKS.map(([each, label]) => (
        <Choice
          key={each}
          label={t(label)}
          isChosen={labelLook === each}
          onChoose={() => chooseLabels(each)}
        />
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
      {hidden.length > 0 && (
        <ListSubheader aria-hidden sx={HEADING}>
          {t('columns_hidden')}
        </ListSubheader>
      )}
      {hidden.map((state) =>
        action(
          t('column_show', { state: nameOf(state) }),
          <Visibility fontSize="small" />,
          () => void change(state, { isHidden: false }),
        ),
      )}
      <Divider />
      {action(t('trash_title'), <DeleteOutline fontSize="small" />, onTrash)}
      {action(t('view_print'), <Print fontSize="small" />, () => window.print())}
      {action(t('shortcuts_title'), <Keyboard fontSize="small" />, () =>
        sendCommand({ kind: 'showShortcuts' }),
      )}
    </Menu>
  );
}

const HEADING = { lineHeight: '32px', bgcolor: 'transparent', fontSize: '0.75rem' };
