import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

const PARAM = 'task';

/** The task that the address names. The router, which renders it in a transition, may be behind it. */
const namedNow = () => new URLSearchParams(window.location.search).get(PARAM);

interface TaskOpened {
  /** Opening the task made this entry of the browser's history: going back closes it. */
  isTaskOpened?: boolean;
}

/** The address of a task, or of none, on the board at `search`, without a comment of another one. */
export function withTask(search: string, taskId: string | null): string {
  const params = new URLSearchParams(search);
  if (params.get(PARAM) !== taskId) params.delete('comment');
  if (taskId) params.set(PARAM, taskId);
  else params.delete(PARAM);
  return params.toString();
}

interface Options {
  /** The task whose dialog is open. */
  openId: string | null;
  /** All cards of the board are here. */
  isWhole: boolean;
  /** The address names another task than the open one. */
  onNamed: (taskId: string) => void;
  /** The address names no task any more. */
  onLeft: () => void;
}

/**
 * An open task has an address of its own, `?task=<id>`: it can be shared, and the browser's Back closes it. The dialog
 * does not wait for the address, which the router changes in a transition.
 */
export function useTaskAddress({ openId, isWhole, onNamed, onLeft }: Options) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const named = params.get(PARAM);
  const { state: entry, pathname } = useLocation();
  const isOwnEntry = (entry as TaskOpened | null)?.isTaskOpened ?? false;
  const now = useRef({ openId, isWhole, onNamed, onLeft, isOwnEntry, pathname });
  useEffect(() => {
    now.current = { openId, isWhole, onNamed, onLeft, isOwnEntry, pathname };
  });
  const lastNamed = useRef<string | null>(null);
  useEffect(() => {
    const { openId: opened, onNamed: open } = now.current;
    const isNew = named !== opened && named !== lastNamed.current && named === namedNow();
    if (named && isWhole && isNew) open(named);
    if (isWhole || !named) lastNamed.current = named;
  }, [named, isWhole]);
  useEffect(() => {
    // Not by the router's address: someone may go back, and forward again, before the router has rendered it.
    const onMove = () => {
      const { openId: opened, isWhole: isReady, pathname: board, onNamed: open, onLeft: leave } = now.current;
      const taskId = namedNow();
      if (opened && !taskId) leave();
      if (!opened && taskId && isReady && window.location.pathname === board) open(taskId);
    };
    window.addEventListener('popstate', onMove);
    return () => window.removeEventListener('popstate', onMove);
  }, []);

  /** A task was opened: going back closes it. If it replaced another one, going back closes both. */
  const show = useCallback(
    (taskId: string) => {
      const isReplaced = namedNow() !== null;
      const state: TaskOpened = { isTaskOpened: isReplaced ? now.current.isOwnEntry : true };
      navigate({ search: withTask(window.location.search, taskId) }, { replace: isReplaced, state });
    },
    [navigate],
  );
  const leave = useCallback(() => {
    if (namedNow() === null) return;
    if (now.current.isOwnEntry) navigate(-1);
    else navigate({ search: withTask(window.location.search, null) }, { replace: true });
  }, [navigate]);
  return { show, leave };
}
