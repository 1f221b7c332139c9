import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { DEFAULT_STATE, type TaskState } from '@livelane/shared/tasks/task.values';
import { useCallback, useEffect, useRef, useState } from 'react';
import { selectTask } from '#board-sync/board.selectors';
import { useReadTask } from '#features/notifications/useReadTask';
import { loadDraft, type TaskDraft } from '#features/tasks/task.draft';
import { useCurrentUser } from '#lib/useSession';
import { useAppStore } from '#store/hooks';
import type { GivenTask } from '../board.context';
import { useAskedTask } from './useAskedTask';
import { useIsBoardWhole } from './useIsBoardWhole';
import { useMissingTask } from './useMissingTask';
import { useTaskAddress } from './useTaskAddress';

export type OpenedTask =
  | {
      kind: 'new';
      state: TaskState;
      given?: GivenTask | undefined;
      draft?: TaskDraft;
      isLeft?: boolean;
    }
  | {
      kind: 'edit';
      task: StoredTask;
      draft?: TaskDraft;
      isStep?: boolean;
      isLeft?: boolean;
      /** That of the dialog in which the task was created, and which goes on. */
      key?: string;
    };
type Opened =
  | OpenedTask
  | { kind: 'shortcuts' }
  | { kind: 'move'; task: StoredTask }
  | { kind: 'delete'; task: StoredTask };

/** The open dialog of a board. The address names the open task, and can open one. */
export function useOpened(boardId: string, onTaskSeen: ((taskId: string) => void) | undefined) {
  const store = useAppStore();
  const userId = useCurrentUser().id;
  const [open, setOpen] = useState<Opened | null>(null);
  // Not while rendering: the first access to the browser's storage is slow.
  const openedOn = useRef(boardId);
  useEffect(() => {
    const isSame = openedOn.current === boardId;
    openedOn.current = boardId;
    setOpen((now) => (isSame ? now : null) ?? draftOf(userId, boardId));
  }, [userId, boardId]);
  /** What is asked for while a task is open, which closes first. */
  const waiting = useRef<Opened | null>(null);
  const openAsked = (asked: OpenedTask) =>
    setOpen((now) => {
      if (now?.kind !== 'edit' && now?.kind !== 'new') return asked;
      if (idOf(now) === idOf(asked)) return now;
      waiting.current = asked;
      // Nobody is asked about typed text that a reload has just restored.
      return now.draft ? now : { ...now, isLeft: true };
    });
  useAskedTask((given) => openAsked({ kind: 'new', state: DEFAULT_STATE, given }));
  const isBoardWhole = useIsBoardWhole(boardId);
  const taskNow = useCallback((id: string) => selectTask(store.getState(), boardId, id), [store, boardId]);

  const editedId = open?.kind === 'edit' ? open.task.id : null;
  useReadTask(editedId);
  const findTask = useMissingTask(boardId);
  const address = useTaskAddress({
    openId: editedId,
    isWhole: isBoardWhole,
    onNamed: (taskId) => {
      const task = taskNow(taskId);
      if (task) openAsked({ kind: 'edit', task });
      else void findTask(taskId);
    },
    onLeft: () => setOpen((now) => (now?.kind === 'edit' ? { ...now, isLeft: true } : now)),
  });
  const close = useCallback(() => {
    const next = waiting.current;
    waiting.current = null;
    setOpen(next);
    if (next?.kind !== 'edit') return address.leave();
    address.show(next.task.id);
    onTaskSeen?.(next.task.id);
  }, [address.show, address.leave, onTaskSeen]);
  /** Opens something else: an open task closes first, or its user keeps it and what they have typed. */
  const openNext = useCallback(
    (next: Opened) => {
      const isOpen = open?.kind === 'edit' || open?.kind === 'new';
      if (isOpen && sameOf(open) === sameOf(next)) return;
      waiting.current = next;
      if (isOpen) setOpen({ ...open, isLeft: true });
      else close();
    },
    [open, close],
  );
  const openTaskNext = useCallback(
    (taskId: string) => {
      const task = taskNow(taskId);
      if (task) openNext({ kind: 'edit', task });
      else if (isBoardWhole) void findTask(taskId);
      // It opens from the address once all cards are here.
      else address.show(taskId);
    },
    [taskNow, openNext, isBoardWhole, findTask, address.show],
  );
  const showTask = useCallback(
    (taskId: string, isStep: boolean) => {
      const task = taskNow(taskId);
      if (!task) return;
      setOpen({ kind: 'edit', task, isStep });
      address.show(taskId);
      onTaskSeen?.(taskId);
    },
    [taskNow, address.show, onTaskSeen],
  );
  /** The user keeps a dialog that they have left, with what they have typed. */
  const stay = useCallback(
    (opened: OpenedTask) => {
      if (opened.isLeft) waiting.current = null;
      setOpen({ ...opened, isLeft: false });
      if (opened.kind === 'edit') address.show(opened.task.id);
      else address.leave();
    },
    [address.show, address.leave],
  );
  const openTask = useCallback(
    (kind: 'move' | 'delete') => (taskId: string) => {
      const task = taskNow(taskId);
      if (task) setOpen({ kind, task });
    },
    [taskNow],
  );
  return { open, setOpen, close, showTask, openNext, openTaskNext, stay, openTask };
}

/** The same while a dialog is the same one. */
export const dialogKey = (opened: OpenedTask): string =>
  opened.kind === 'edit' ? (opened.key ?? opened.task.id) : opened.draft ? 'draft' : 'new';

const sameOf = (opened: Opened) => (opened.kind === 'edit' ? opened.task.id : opened.kind);

/** Another id for each new task: none is like another. */
const idOf = (opened: OpenedTask) => (opened.kind === 'edit' ? opened.task.id : opened);

/** The dialog that was open when the page was reloaded or the session ended, with its typed text. */
function draftOf(userId: string, boardId: string): Opened | null {
  const draft = loadDraft(userId, boardId);
  if (!draft) return null;
  return draft.opened
    ? { kind: 'edit', task: draft.opened, draft }
    : { kind: 'new', state: draft.values.state, draft };
}
