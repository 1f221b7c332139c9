import type { TaskState } from '@livelane/shared/tasks/task.values';
import Settings from '@mui/icons-material/SettingsOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useT } from '#i18n/useT';
import { useBoard } from '../board.context';
import { focusSoon } from '../keyboard/cardFocus';
import { ColumnDialog } from './ColumnDialog';
import { useChangeColumn } from './useChangeColumn';
import { useColumnName } from './useColumnName';

interface Props {
  state: TaskState;
  anchor: HTMLElement;
  onClose: () => void;
}

/** A column's settings, with actions for those who may change them. */
export function ColumnMenu({ state, anchor, onClose }: Props) {
  const t = useT();
  const { settings, canEditColumns } = useBoard();
  const change = useChangeColumn();
  const name = useColumnName()(state);
  const [isEditing, setEditing] = useState(false);
  const hide = () => {
    onClose();
    change(state, { isHidden: true });
    const column = anchor.closest('[data-state]');
    const neighbours = [column?.nextElementSibling, column?.previousElementSibling];
    // The menu gives the focus back to its button, which goes with the column.
    focusSoon(() => neighbours.flatMap((each) => each?.querySelector('button') ?? [])[0] ?? null, {
      preventScroll: true,
    });
  };
  const policy = settings[state]?.policy;
  if (isEditing) return <ColumnDialog state={state} onClose={onClose} />;
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{
        list: { 'aria-label': t('column_menu', { state: name }) },
        paper: { sx: { maxWidth: 340 } },
      }}
    >
      {policy && (
        // A menu item, so that arrow keys reach it.
        <MenuItem onClick={onClose} sx={{ whiteSpace: 'normal' }}>
          <div>
            <Typography variant="overline" component="p" color="textSecondary">
              {t('column_policy')}
            </Typography>
            <Typography variant="body2" dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {policy}
            </Typography>
          </div>
        </MenuItem>
      )}
      {policy && canEditColumns && <Divider />}
      {canEditColumns && (
        <MenuItem onClick={() => setEditing(true)}>
          <ListItemIcon>
            <Settings fontSize="small" />
          </ListItemIcon>
          {t('column_settings')}
        </MenuItem>
      )}
      {canEditColumns && (
        <MenuItem onClick={hide}>
          <ListItemIcon>
            <VisibilityOff fontSize="small" />
          </ListItemIcon>
          {t('column_hide')}
        </MenuItem>
      )}
    </Menu>
  );
}
