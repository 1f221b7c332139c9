import { SEARCH_TEXT_MAX } from '@livelane/shared/search/search.limits';
import type { SearchItem } from '@livelane/shared/search/search.schema';
import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { logout } from '#features/auth/auth.api';
import { searchQuery } from '#features/search/search.api';
import { useWorkspaces } from '#features/workspaces/workspaces.api';
import type { CatalogueKey } from '#i18n/en-GB';
import { useT } from '#i18n/useT';
import { type CommandKind, commandHandlers, sendCommand } from '#lib/commands';
import { isComposing } from '#lib/keyPress';
import { typedText } from '#lib/typedText';
import { useObservable } from '#lib/useObservable';
import { useCurrentUser } from '#lib/useSession';
import { useSettled } from '#lib/useSettled';
import { useAppSelector } from '#store/hooks';
import { isSecondClick, keepFocus } from '#ui/dialog/secondClick';
import { DialogLayer } from '#ui/layers/DialogLayer';
import { type PaletteItem, paletteItems } from './palette.items';
import classes from './palette.module.css';

const titles: Record<PaletteItem['group'], CatalogueKey> = {
  actions: 'palette_actions',
  tasks: 'palette_tasks',
  projects: 'side_panel_projects',
  workspaces: 'nav_workspaces',
  found: 'palette_found',
};

/** Number of tasks to request. */
const FOUND_SHOWN = '8';
const NOTHING: readonly SearchItem[] = [];

const keyOf = ({ group, id }: PaletteItem) => `${group} ${id}`;

interface Props {
  /** Returns the text typed before the palette was there. */
  takeEarly: () => string;
  onClose: () => void;
}

/** Finds pages, tasks and actions by a part of their name. */
export default function CommandPalette({ takeEarly, onClose }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const isPhone = useMediaQuery('(max-width: 599px)');
  const { data: workspaces = [] } = useWorkspaces();
  const boards = useAppSelector((state) => state.board);
  const [typed, setTyped] = useState('');
  /** The key of the chosen item, whose place changes when others come; null while the user has not chosen. */
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const listId = useId();
  const chosenOption = useRef<HTMLDivElement>(null);
  const { isAdmin } = useCurrentUser();
  const handlers = useObservable(commandHandlers);
  const asked = useSettled(typedText(typed));
  const { data, error, isFetching, isPlaceholderData } = useInfiniteQuery(
    searchQuery({ q: asked, limit: FOUND_SHOWN }),
  );
  const found = useMemo(() => (asked && data?.pages[0]?.items) || NOTHING, [asked, data]);
  const items = useMemo(() => {
    const isHandled = (kind: CommandKind) => handlers.some((each) => each[kind]);
    return paletteItems(typed, { boards, workspaces, isHandled, isAdmin, found }, t);
  }, [typed, boards, workspaces, handlers, isAdmin, found, t]);
  useLayoutEffect(() => {
    const early = takeEarly();
    if (early) setTyped(early);
  }, [takeEarly]);
  const isFoundForLess = asked !== typedText(typed) || isPlaceholderData;
  // What was found for the text before may not fit: the item before it searches for all of it.
  const first = items[0]?.group === 'found' && items.length > 1 && !isFoundForLess ? 1 : 0;
  const place = items.findIndex((item) => keyOf(item) === chosenKey);
  const chosen = place < 0 ? first : place;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ref holds another option after each choice
  useEffect(() => {
    chosenOption.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen, items]);

  const run = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    const { does } = item;
    if ('go' in does) navigate(does.go);
    else if ('openTask' in does) sendCommand({ kind: 'openTask', taskId: does.openTask });
    else if (does.command === 'logout') void logout();
    else sendCommand({ kind: does.command });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = step && items[(chosen + step + items.length) % items.length];
    if (next) setChosenKey(keyOf(next));
    else if (event.key === 'Enter') run(items[chosen]);
    else return;
    event.preventDefault();
  };
  const optionId = (at: number) => `${listId}-${at}`;

  return (
    <Dialog
      open
      onClose={(event) => isSecondClick(event) || onClose()}
      onMouseDown={keepFocus}
      fullScreen={isPhone}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': t('palette') } }}
      sx={isPhone ? {} : { '& .MuiDialog-container': { alignItems: 'flex-start', pt: 6 } }}
    >
      <InputBase
        autoFocus
        fullWidth
        value={typed}
        placeholder={t('palette_hint')}
        onChange={({ target }) => {
          setTyped(target.value);
          setChosenKey(null);
        }}
        onKeyDown={onKeyDown}
        startAdornment={<Search sx={{ mr: 1, color: 'text.secondary' }} />}
        // On a phone it fills the screen, so there is nothing outside to press, and no Escape.
        endAdornment={
          isPhone && (
            <IconButton edge="end" aria-label={t('action_close')} onClick={onClose}>
              <Close />
            </IconButton>
          )
        }
        inputProps={{
          role: 'combobox',
          maxLength: SEARCH_TEXT_MAX,
          'aria-label': t('palette'),
          'aria-expanded': true,
          'aria-autocomplete': 'list',
          'aria-controls': listId,
          'aria-activedescendant': items.length > 0 ? optionId(chosen) : undefined,
        }}
        sx={{ px: 2, py: 1.5, fontSize: '1rem', flexShrink: 0 }}
      />
      <div id={listId} role="listbox" aria-label={t('palette')} className={classes.list}>
        {items.map((item, at) => (
          <div key={keyOf(item)} role="presentation">
            {items[at - 1]?.group !== item.group && (
              <div role="presentation" className={classes.group}>
                {t(titles[item.group])}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and takes the keys */}
            <div
              id={optionId(at)}
              ref={at === chosen ? chosenOption : undefined}
              role="option"
              aria-selected={at === chosen}
              tabIndex={-1}
              className={classes.option}
              onPointerMove={() => setChosenKey(keyOf(item))}
              onClick={() => run(item)}
            >
              <span className={classes.label}>
                <bdi>{item.label}</bdi>
              </span>
              {item.hint && <bdi className={classes.hint}>{item.hint}</bdi>}
            </div>
          </div>
        ))}
      </div>
      <Box role="status" sx={{ px: 2, pb: items.length === 0 ? 2 : 0 }}>
        {items.length === 0 && <Typography color="textSecondary">{t('palette_none')}</Typography>}
        {asked !== '' && (isFetching || error) && (
          <Typography variant="body2" color="textSecondary" sx={{ px: 0.5, pb: 1.5 }}>
            {t(error && !isFetching ? 'palette_offline' : 'palette_searching')}
          </Typography>
        )}
      </Box>
      <DialogLayer />
    </Dialog>
  );
}
