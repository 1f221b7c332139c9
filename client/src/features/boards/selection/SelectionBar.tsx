import type { Label } from '@livelane/shared/labels/label.schema';
import type { BulkInput } from '@livelane/shared/tasks/bulk.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import {
  type TaskPriority,
  type TaskState,
  taskPriorities,
  taskStates,
} from '@livelane/shared/tasks/task.values';
import Close from '@mui/icons-material/Close';
import Delete from '@mui/icons-material/DeleteOutlined';
import Event from '@mui/icons-material/EventOutlined';
import Flag from '@mui/icons-material/FlagOutlined';
import Group from '@mui/icons-material/GroupOutlined';
import LabelOutlined from '@mui/icons-material/LabelOutlined';
import SelectAll from '@mui/icons-material/SelectAllOutlined';
import SwapHoriz from '@mui/icons-material/SwapHorizOutlined';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { selectBoard, selectTask } from '#board-sync/board.selectors';
import { besideOf, deleteMany, editMany } from '#board-sync/bulk.mutations';
import { AT_ITS_END, TOP } from '#board-sync/mutations';
import { useT } from '#i18n/useT';
import { clock } from '#lib/clock';
import { isTyping } from '#lib/isTyping';
import { isComposing, shortcutKey } from '#lib/keyPress';
import { areSingleKeysOn } from '#lib/singleKeys';
import { useCurrentUser } from '#lib/useSession';
import { useAppStore } from '#store/hooks';
import { aboveBoardBars } from '#ui/aboveBoardBars';
import { UserAvatar } from '#ui/avatar/UserAvatar';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog';
import { focusableMain } from '#ui/focusableMain';
import { LabelSwatch } from '#ui/label/LabelSwatch';
import { useLabelName } from '#ui/label/useLabelName';
import { PriorityArrow } from '#ui/task-looks/PriorityArrow';
import { StateDot } from '#ui/task-looks/StateDot';
import { showToast } from '#ui/toast/toast.store';
import { Tooltip } from '#ui/tooltip/Tooltip';
import { type BulkChange, useBoard } from '../board.context';
import { refusalOf } from '../columns/column.limit';
import { useColumnName } from '../columns/useColumnName';
import { isCardCarried } from '../dnd/drag.values';
import { cardElement, focusedCard } from '../keyboard/cardFocus';
import { DueDialog } from './DueDialog';
import { byProject, moveSelected } from './moveSelected';
import { loadMoving } from './moving';
import { useSelection } from './selection';

type Edit = NonNullable<BulkInput['changes'][number]['edit']>;
type Open = keyof typeof keys;

/** Two of them are also a single card's. */
const keys = { move: 'M', label: 'L', assign: 'A', priority: 'P', due: 'D', delete: 'Delete' } as const;

interface Props {
  /** Selects all shown cards. */
  onAll: () => void;
  onClose: () => void;
}

/** Actions for the selected cards, at the lower edge of the board: each is one change and one undo. */
export function SelectionBar({ onAll, onClose }: Props) {
  const t = useT();
  const store = useAppStore();
  const labelName = useLabelName();
  const { boardId, look, people, labels, settings, workspaceOf, assignableIn, onMany, onPeopleWanted } =
    useBoard();
  const nameOf = useColumnName();
  const ids = useSelection();
  const userId = useCurrentUser().id;
  const [open, setOpen] = useState<{ what: Open; anchor: HTMLElement } | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => void loadMoving().catch(() => undefined), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing({ nativeEvent: event })) return;
      if (!document.querySelector('.MuiModal-root')) clear();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  /** A focus in the bar, which goes, moves to one of its cards. */
  const clear = () => {
    const isInBar = bar.current?.contains(document.activeElement);
    onClose();
    if (!isInBar) return;
    const card = [...ids].flatMap((id) => cardElement(id) ?? [])[0];
    (card ?? focusableMain())?.focus({ preventScroll: true });
  };
  const close = () => setOpen(null);
  const tasksNow = (): StoredTask[] =>
    [...ids].flatMap((id) => selectTask(store.getState(), boardId, id) ?? []);
  const each = (
    make: (tasks: StoredTask[]) => ReturnType<typeof editMany>,
    noticeOf: (count: number) => string,
    tasks = tasksNow(),
  ) => {
    close();
    function* changes(): Iterable<BulkChange> {
      for (const befores of byProject(tasks)) {
        const board = selectBoard(store.getState(), boardId);
        const mutation = make(befores);
        if (mutation) yield { mutation, befores, beside: board && besideOf(board, befores) };
      }
    }
    onMany(changes(), noticeOf(tasks.length));
  };
  const edit = (fields: Edit, tasks = tasksNow()) =>
    each(
      (own) => editMany(clock, own, fields),
      (count) => t('bulk_changed', { count }),
      tasks,
    );
  const move = (state: TaskState, isToTop = false) => {
    const full = refusalOf(store.getState(), { boardId, settings }, state, tasksNow());
    if (full) {
      close();
      showToast({
        description: t('column_full_text', { ...full, state: nameOf(state) }),
        variant: 'destructive',
      });
      return;
    }
    close();
    const place = isToTop ? TOP : look.sort ? null : AT_ITS_END;
    moveSelected(store, boardId, tasksNow(), state, place, onMany, t);
  };
  const remove = () => {
    each(
      (tasks) => deleteMany(clock, tasks),
      (count) => t('bulk_deleted', { count }),
    );
    onClose();
  };
  const listed = open?.what === 'label' || open?.what === 'assign' ? tasksNow() : [];
  /** On the board over all projects: those of the label's workspace. */
  const labelled = ({ workspaceId }: Label) =>
    listed.filter(({ projectId }) => workspaceOf(projectId) === workspaceId);
  /** Until a project's people are known, only the user. */
  const canHave = ({ projectId, assignees }: StoredTask, id: string) =>
    id === userId || assignees.includes(id) || assignableIn(projectId).some((person) => person.id === id);
  const isOnAll = (tasks: readonly StoredTask[], name: 'labels' | 'assignees', id: string) =>
    tasks.every((task) => task[name].includes(id));
  /** Removed if all have it, else added to those that do not. */
  const toggled = (name: 'labels' | 'assignees', id: string, tasks = tasksNow()) =>
    edit({ [name]: isOnAll(tasks, name, id) ? { remove: [id] } : { add: [id] } }, tasks);

  // Before the board's own listener, for which a key means the focused card.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isElsewhere =
        isCardCarried() || isTyping(event.target) || document.querySelector('.MuiModal-root');
      const focused = focusedCard()?.dataset.taskId;
      if (event.defaultPrevented || isElsewhere || (focused && !ids.has(focused))) return;
      const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (isHeld || (event.key !== 'Delete' && !areSingleKeysOn())) return;
      const name = event.key === 'Delete' ? event.key : shortcutKey(event).toUpperCase();
      const button = Object.values(keys).some((key) => key === name)
        ? bar.current?.querySelector<HTMLElement>(`[aria-keyshortcuts="${name}"]`)
        : null;
      if (button) button.click();
      else if (name === 'C') move('DONE', true);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  });

  const button = (
    name: string,
    icon: ReactNode,
    onClick: (anchor: HTMLElement) => void,
    isMenu = false,
    shortcut?: string,
  ) => (
    <Tooltip title={name}>
      <IconButton
        aria-label={name}
        aria-keyshortcuts={shortcut}
        {...(isMenu && { 'aria-haspopup': 'menu' as const })}
        onClick={({ currentTarget }) => onClick(currentTarget)}
      >
        {icon}
      </IconButton>
    </Tooltip>
  );
  const opener = (name: string, icon: ReactNode, what: Open) =>
    button(
      name,
      icon,
      (anchor) => {
        if (what === 'assign') onPeopleWanted([...new Set(tasksNow().map(({ projectId }) => projectId))]);
        setOpen({ what, anchor });
      },
      what !== 'due' && what !== 'delete',
      keys[what],
    );
  const items: Partial<Record<Open, ReactNode[]>> = {
    move: taskStates.map((state) => (
      <MenuItem key={state} onClick={() => move(state)} sx={{ gap: 1 }}>
        <StateDot state={state} /> {nameOf(state)}
      </MenuItem>
    )),
    label: [...labels.values()].flatMap((label) => {
      const { id, colour } = label;
      const tasks = labelled(label);
      if (tasks.length === 0) return [];
      return (
        <MenuItem
          key={id}
          selected={isOnAll(tasks, 'labels', id)}
          onClick={() => toggled('labels', id, tasks)}
          sx={{ gap: 1 }}
        >
          <LabelSwatch colour={colour} /> <bdi>{labelName(label)}</bdi>
        </MenuItem>
      );
    }),
    assign: [...people.values()]
      .filter(({ id }) => listed.every((task) => canHave(task, id)))
      .map((person) => (
        <MenuItem
          key={person.id}
          selected={isOnAll(listed, 'assignees', person.id)}
          onClick={() => toggled('assignees', person.id)}
          sx={{ gap: 1 }}
        >
          <UserAvatar user={person} size="small" /> <bdi>{`${person.firstName} ${person.surname}`}</bdi>
        </MenuItem>
      )),
    priority: [...taskPriorities, null].map((priority: TaskPriority | null) => (
      <MenuItem key={priority} onClick={() => edit({ priority })} sx={{ gap: 1 }}>
        {priority && <PriorityArrow priority={priority} />}
        {priority ? t(`priority_${priority}`) : t('task_priority_none')}
      </MenuItem>
    )),
  };
  const menu = open && items[open.what];
  return createPortal(
    <>
      <Paper
        ref={bar}
        role="toolbar"
        aria-label={t('bulk_bar')}
        data-selection-bar=""
        elevation={8}
        sx={{ ...BAR, ...aboveBoardBars }}
      >
        <Typography role="status" sx={COUNT}>
          {t('bulk_selected', { count: ids.size })}
        </Typography>
        {opener(t('bulk_move'), <SwapHoriz />, 'move')}
        {opener(t('task_labels'), <LabelOutlined />, 'label')}
        {opener(t('task_assignees'), <Group />, 'assign')}
        {opener(t('task_priority'), <Flag />, 'priority')}
        {opener(t('task_due'), <Event />, 'due')}
        {opener(t('card_delete'), <Delete />, 'delete')}
        {button(t('bulk_all'), <SelectAll />, onAll)}
        {button(t('bulk_clear'), <Close />, clear)}
      </Paper>
      {menu && (
        <Menu open anchorEl={open.anchor} onClose={close} slotProps={{ paper: { sx: { maxHeight: 400 } } }}>
          {menu.length > 0 ? menu : <MenuItem disabled>{t('label_no_options')}</MenuItem>}
        </Menu>
      )}
      {open?.what === 'due' && <DueDialog onDue={(dueDate) => edit({ dueDate })} onClose={close} />}
      {open?.what === 'delete' && (
        <ConfirmDialog
          open
          title={t('bulk_delete_title', { count: ids.size })}
          text={t('bulk_delete_text')}
          confirmLabel={t('card_delete')}
          onConfirm={remove}
          onClose={close}
        />
      )}
    </>,
    document.body,
  );
}

/** On a phone on its own line: beside it the last buttons would wrap to a second row. */
const COUNT = {
  flexBasis: { xs: '100%', sm: 'auto' },
  px: 1,
  fontWeight: 600,
  textAlign: 'center',
  whiteSpace: 'nowrap',
} as const;

const BAR = {
  position: 'fixed',
  zIndex: 'appBar',
  bottom: 16,
  insetInline: 0,
  mx: 'auto',
  width: 'fit-content',
  maxWidth: 'calc(100vw - 16px)',
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  justifyContent: 'center',
  p: 0.5,
  borderRadius: 2,
} as const;
