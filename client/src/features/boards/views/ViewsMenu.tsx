import type { View } from '@livelane/shared/views/view.schema';
import BookmarkAdd from '@mui/icons-material/BookmarkAddOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Save from '@mui/icons-material/SaveOutlined';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useState } from 'react';
import { useT } from '#i18n/useT';
import { useErrorText } from '#ui/useErrorText';
import { useBoard } from '../board.context';
import { Choice } from '../components/Choice';
import { useAddress } from '../useAddress';
import { ManageViewsDialog } from './ManageViewsDialog';
import { SaveViewDialog } from './SaveViewDialog';
import { useKeptView } from './useKeptView';
import { useSaveView } from './useSaveView';
import { addressOf, isShown } from './view.address';
import { useViews } from './views.api';

interface Props {
  anchor: HTMLElement;
  onClose: () => void;
}

/** The saved views of a board: applies, saves and manages them. */
export function ViewsMenu({ anchor, onClose }: Props) {
  const t = useT();
  const { boardId, look, canEdit } = useBoard();
  const setAddress = useAddress();
  const { data: views = [], error } = useViews(boardId);
  const save = useSaveView(boardId);
  const failure = useErrorText(error);
  const kept = useKeptView();
  const [open, setOpen] = useState<'save' | 'manage' | null>(null);
  const mayChange = (view: View) => !view.isShared || canEdit(boardId);
  const current = views.find(({ id }) => id === look.viewId);
  if (open === 'save') return <SaveViewDialog kept={kept} onClose={onClose} />;
  if (open === 'manage') return <ManageViewsDialog views={views.filter(mayChange)} onClose={onClose} />;

  const show = (view: View) => {
    onClose();
    setAddress((params) => addressOf(params, view, look.sort));
  };
  const list = (isShared: boolean, heading: string) => {
    const own = views.filter((view) => view.isShared === isShared);
    if (own.length === 0) return [];
    return [
      <ListSubheader
        key={heading}
        aria-hidden
        sx={{ lineHeight: '32px', bgcolor: 'transparent', fontSize: '0.75rem' }}
      >
        {heading}
      </ListSubheader>,
      ...own.map((view) => (
        <Choice
          key={view.id}
          label={view.name}
          isChosen={view.id === look.viewId}
          onChoose={() => show(view)}
        />
      )),
    ];
  };
  const action = (label: string, icon: ReactNode, run: () => void) => (
    <MenuItem key={label} onClick={run}>
      <ListItemIcon>{icon}</ListItemIcon>
      {label}
    </MenuItem>
  );
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': t('saved_views') }, paper: { sx: { maxWidth: 360 } } }}
    >
      {list(false, t('saved_views_own'))}
      {list(true, t('saved_views_shared'))}
      {views.length === 0 && (
        <MenuItem disabled>{failure ? t('saved_views_error') : t('saved_views_none')}</MenuItem>
      )}
      <Divider />
      {current &&
        mayChange(current) &&
        !isShown(current, kept) &&
        action(t('saved_view_update', { name: current.name }), <Save fontSize="small" />, () =>
          save(current, kept).then((isSaved) => isSaved && onClose()),
        )}
      {action(t('saved_view_save'), <BookmarkAdd fontSize="small" />, () => setOpen('save'))}
      {views.some(mayChange) &&
        action(t('saved_view_manage'), <Edit fontSize="small" />, () => setOpen('manage'))}
    </Menu>
  );
}
