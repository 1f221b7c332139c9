import type { CreateTaskInput, StoredTask, UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import { useCallback, useEffect, useRef } from 'react';
import { saveFromDialog } from '#board-sync/dialog.save';
import type { BoardMutation } from '#board-sync/mutations';
import { useT } from '#i18n/useT';
import { useRealtimeRef } from '#realtime/useRealtimeClient';
import type { Make, useChanges } from '../changes/useChanges';
import type { useCreate } from '../changes/useCreate';

export interface SavesOptions
  extends Pick<ReturnType<typeof useChanges>, 'prepare' | 'notify'>,
    Pick<ReturnType<typeof useCreate>, 'make' | 'finish'> {}

/** Changes and new tasks of a dialog, which wait for the server and throw an ApiError when it refuses. */
export function useSaves({ prepare, notify, make, finish }: SavesOptions) {
  const t = useT();
  const liveRef = useRealtimeRef();
  const closing = useRef(new AbortController());
  /** The dialog has closed: it shows no refusals any more. */
  const close = useCallback(() => {
    closing.current.abort();
    closing.current = new AbortController();
  }, []);
  useEffect(() => close, [close]);

  const edit = async (opened: StoredTask, change: Make) => {
    const prepared = prepare(opened.id, opened, change);
    const live = liveRef.current;
    if (!prepared || !live) return;
    const { mutation, change: undoable } = prepared;
    try {
      await saveFromDialog(live.changes.outbox, mutation, closing.current.signal);
    } catch (error) {
      live.changes.undoable.forget(mutation.entry.mutationId);
      throw error;
    }
    // With its new title.
    const { title = mutation.title } = mutation.entry.body as UpdateTaskInput;
    notify(t('undo_edited', { title }), undoable);
  };
  /**
   * For those who say themselves why it was refused, also after the dialog has closed.
   * @param action what the changes have in common that are undone as one
   * @returns the painted task
   */
  const create = async (input: CreateTaskInput, action?: string, until?: AbortSignal) => {
    const mutation = make(input);
    const outbox = liveRef.current?.changes.outbox;
    if (outbox) await saveFromDialog(outbox, mutation, until);
    finish(mutation, action);
    return taskOf(mutation);
  };
  const createHere = (input: CreateTaskInput) => create(input, undefined, closing.current.signal);
  return { edit, create, createHere, close };
}

const taskOf = ({ pending: { change } }: BoardMutation) => (change.kind === 'create' ? change.task : null);
