import CheckBox from '@mui/icons-material/CheckBoxOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import SwapHoriz from '@mui/icons-material/SwapHorizOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { ReactNode } from 'react';
import { useT } from '#i18n/useT';
import { useBoard } from '../board.context';
import { toggle } from '../selection/selection';

interface Props {
  taskId: string;
  /** The button, or the pointer's position. */
  anchor: HTMLElement | { top: number; left: number };
  onClose: () => void;
}

/** The actions of a card: edit, move, complete, select, delete. */
export function CardMenu({ taskId, anchor, onClose }: Props) {
  const t = useT();
  const { onOpen, onMoveTo, onComplete, onDelete } = useBoard();
  const item = (label: string, icon: ReactNode, run: (taskId: string) => void) => (
    <MenuItem
      onClick={() => {
        onClose();
        run(taskId);
      }}
    >
      <ListItemIcon>{icon}</ListItemIcon>
      {label}
    </MenuItem>
  );
  return (
    // The menu is in a portal, but React passes its clicks on to the card.
    <Menu
      open
      {...(anchor instanceof HTMLElement
        ? { anchorEl: anchor }
        : { anchorReference: 'anchorPosition' as const, anchorPosition: anchor })}
      onClose={onClose}
      onClick={(event) => event.stopPropagation()}
    >
      {item(t('card_edit'), <Edit fontSize="small" />, onOpen)}
      {item(t('card_move'), <SwapHoriz fontSize="small" />, onMoveTo)}
      {item(t('card_complete'), <CheckCircle fontSize="small" />, onComplete)}
      {item(t('shortcut_select'), <CheckBox fontSize="small" />, toggle)}
      {item(t('card_delete'), <Delete fontSize="small" />, onDelete)}
    </Menu>
  );
}
