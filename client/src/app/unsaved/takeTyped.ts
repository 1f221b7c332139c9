import { taskStates } from '@livelane/shared/tasks/task.values';
import type { BoardState } from '#board-sync/board.types';
import { addItems } from '#board-sync/checklist.mutations';
import { addComment } from '#board-sync/comment.mutations';
import { patchTask } from '#board-sync/edit.mutations';
import { type BoardMutation, createTask } from '#board-sync/mutations';
import { keepCardDraft, loadCardDraft } from '#features/boards/columns/card.draft';
import { dropTexts, typedTexts } from '#features/boards/task/typed.texts';
import { dropDraft, loadDraft, type TaskDraft } from '#features/tasks/task.draft';
import { createInput, updateInput } from '#features/tasks/task.form';
import { baseOf } from '#features/tasks/useSeen';
import { clock } from '#lib/clock';
import { typedText } from '#lib/typedText';

/**
 * Takes what someone has typed on a project's board in this tab and not sent: no dialog will show it again.
 * @param board as it was last held; undefined: only the draft of its task dialog is found
 * @returns the changes that the texts would have made
 */
export function takeTyped(userId: string, projectId: string, board: BoardState | undefined): BoardMutation[] {
  const draft = loadDraft(userId, projectId);
  const tasks = new Map(Object.values(board?.view ?? {}).flatMap(({ cards }) => Object.entries(cards)));
  if (draft?.opened && !tasks.has(draft.opened.id)) tasks.set(draft.opened.id, draft.opened);
  const changes = draft ? [formChange(draft, userId)] : [];
  for (const task of tasks.values()) {
    for (const { kind, text } of typedTexts(userId, task.id))
      changes.push(
        kind === 'comment' ? addComment(clock, task, userId, text) : addItems(clock, task, [{ text }]),
      );
    dropTexts(userId, task.id);
  }
  for (const state of taskStates) {
    const title = typedText(loadCardDraft(userId, projectId, state));
    if (title) changes.push(createTask(clock, undefined, userId, { title, state, projectId }));
    keepCardDraft(userId, projectId, state, '');
  }
  if (draft) dropDraft({ userId, boardId: projectId }, draft.opened?.id);
  return changes;
}

function formChange({ opened, values, touched, seen, newId }: TaskDraft, userId: string): BoardMutation {
  if (!opened)
    return createTask(clock, undefined, userId, { ...createInput(values), ...(newId && { id: newId }) });
  const input = updateInput(values, touched, baseOf(seen, opened, touched), seen.values);
  return patchTask(clock, undefined, opened, input, seen.values.description);
}
