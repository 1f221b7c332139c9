import type { TaskState } from '@livelane/shared/tasks/task.values';
import Settings from '@mui/icons-material/SettingsOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useT } from '#i18n/useT';
import { MarkdownText } from '#ui/markdown/MarkdownText';
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
  const policyId = useId();
  const policy = settings[state]?.policy;
  if (isEditing) return <ColumnDialog state={state} onClose={onClose} />;
  const start = document.dir === 'rtl' ? 'right' : 'left';
  const label = t('column_menu', { state: name });
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: start }}
      transformOrigin={{ vertical: 'top', horizontal: start }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': label, sx: { maxWidth: 340 } },
      }}
    >
      {policy && (
        // Beside the menu, so that its links can be reached.
        <Box id={policyId} sx={{ px: 2, pt: 1, pb: 1.5, fontSize: '0.875rem' }}>
          <Typography variant="overline" component="p" color="textSecondary">
            {t('column_policy')}
          </Typography>
          <MarkdownText text={policy} />
        </Box>
      )}
      {policy && canEditColumns && <Divider />}
      {canEditColumns && (
        <MenuList autoFocusItem aria-label={label} {...(policy && { 'aria-describedby': policyId })}>
          <MenuItem onClick={() => setEditing(true)}>
            <ListItemIcon>
              <Settings fontSize="small" />
            </ListItemIcon>
            {t('column_settings')}
          </MenuItem>
          <MenuItem onClick={hide}>
            <ListItemIcon>
              <VisibilityOff fontSize="small" />
            </ListItemIcon>
            {t('column_hide')}
          </MenuItem>
        </MenuList>
      )}
    </Popover>
  );
}
