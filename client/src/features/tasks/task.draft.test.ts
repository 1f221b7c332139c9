/** @jest-environment jsdom */
import { newId } from '#board-sync/board.fixture';
import { dropDraft, loadDraft, saveDraft, type TaskDraft } from './task.draft';

const [userId, boardId] = [newId(), newId()];
const draft = { userId, boardId, opened: null, values: { title: 'Typed' } } as unknown as TaskDraft;
beforeEach(() => sessionStorage.clear());

it('R21 keeps what was typed before an update from version 0.1.0, for its user and board alone', () => {
  sessionStorage.setItem('livelane-task-draft', JSON.stringify(draft));
  expect(loadDraft(newId(), boardId)).toBeNull();
  expect(loadDraft(userId, newId())).toBeNull();
  expect(loadDraft(userId, boardId)).toEqual(draft);
  dropDraft(draft, undefined);
  expect(loadDraft(userId, boardId)).toBeNull();
});

it('has a draft for each board', () => {
  const other = { ...draft, boardId: newId() };
  saveDraft(draft);
  saveDraft(other);
  dropDraft(other, undefined);
  expect(loadDraft(userId, other.boardId)).toBeNull();
  expect(loadDraft(userId, boardId)).toEqual(draft);
});
