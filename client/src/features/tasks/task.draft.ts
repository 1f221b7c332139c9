import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskFormValues } from './task.form';
import type { Seen } from './useSeen';

/** Unsent text of a task dialog. */
export interface TaskDraft {
  userId: string;
  /** The board on which the dialog is open. */
  boardId: string;
  /** The task when the dialog was opened; absent for a new one. */
  opened?: StoredTask;
  values: TaskFormValues;
  touched: (keyof TaskFormValues)[];
  seen: Seen;
}

/** A tab has one task dialog at most, so it has one draft. */
const KEY = 'livelane-task-draft';

/** Keeps typed text through a reload and through a session that ends. */
export function saveDraft(draft: TaskDraft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Storage is full or off: the text lasts as long as the dialog.
  }
}

export function loadDraft(userId: string, boardId: string): TaskDraft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as TaskDraft | null;
    return draft?.userId === userId && draft.boardId === boardId ? draft : null;
  } catch {
    return null;
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is off: there is none.
  }
}
