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
  /** The id of the task whose creation was under way. */
  newId?: string | undefined;
}

/** Where a draft belongs. */
type Place = Pick<TaskDraft, 'userId' | 'boardId'>;

/** A board has one task dialog at most, so it has one draft of each user. */
const keyOf = ({ userId, boardId }: Place) => `livelane-task-draft:${userId}:${boardId}`;

const FORMER_KEY = 'livelane-task-draft';

/** Keeps typed text through a reload, a link to another board, and a session that ends. */
export function saveDraft(draft: TaskDraft): void {
  try {
    sessionStorage.setItem(keyOf(draft), JSON.stringify(draft));
  } catch {
    // Storage is full or off: the text lasts as long as the dialog.
  }
}

export function loadDraft(userId: string, boardId: string): TaskDraft | null {
  try {
    takeOver();
    return JSON.parse(sessionStorage.getItem(keyOf({ userId, boardId })) ?? 'null') as TaskDraft | null;
  } catch {
    return null;
  }
}

/** Version 0.1.0 kept one draft for all boards: a page that was reloaded for an update has it still (R21). */
function takeOver(): void {
  const kept = sessionStorage.getItem(FORMER_KEY);
  if (kept === null) return;
  sessionStorage.removeItem(FORMER_KEY);
  saveDraft(JSON.parse(kept) as TaskDraft);
}

/** Drops the draft of a task, if the board's is of that one. @param taskId undefined for a new task */
export function dropDraft(place: Place, taskId: string | undefined): void {
  const draft = loadDraft(place.userId, place.boardId);
  if (draft && draft.opened?.id === taskId) sessionStorage.removeItem(keyOf(place));
}
