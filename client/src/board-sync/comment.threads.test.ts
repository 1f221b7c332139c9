import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type { Op } from '@livelane/shared/boards/op.schema';
import type { Comment } from '@livelane/shared/comments/comment.schema';
import {
  EPOCH,
  newId,
  PROJECT,
  snapshot,
  task,
  USER,
  withAnswer,
  withOps,
  withoutPending,
  withPending,
  withPersonal,
  withSnapshot,
  withThread,
} from './board.fixture';
import { type BoardsState, noBoards, PERSONAL_BOARD } from './board.types';
import { findInView } from './board.view';
import { addComment, deleteComment, editComment, revertComment } from './comment.mutations';
import { shownComments } from './comment.threads';
import type { BoardMutation } from './mutations';
import { afterOwn } from './ownEdits';

const clock = { now: () => Date.parse('2026-03-01T10:00:00Z'), newId };
const OTHER = '00000000-0000-4000-8000-0000000000b0';
const card = task({ title: 'Paint', numOfComments: 1, rev: 5 });
const said: Comment = {
  id: newId(),
  taskId: card.id,
  projectId: PROJECT,
  authorId: OTHER,
  text: 'Which colour?',
  mentions: [],
  createdAt: '2026-02-01T10:00:00.000Z',
  updatedAt: '2026-02-01T10:00:00.000Z',
  isEdited: false,
  rev: 5,
};
const common = {
  id: newId(),
  projectId: PROJECT,
  actorId: OTHER,
  mutationId: newId(),
  at: '2026-03-01T11:00:00.000Z',
};
const range = (from: number, ops: Op[]) => ({
  projectId: PROJECT,
  epoch: EPOCH,
  from,
  to: from + ops.length - 1,
  ops,
});
const board = withSnapshot(noBoards, snapshot(5, [card]));
const opened = (): BoardsState =>
  withThread(board, {
    taskId: card.id,
    projectId: PROJECT,
    page: { comments: [said], next: null, v: 5, people: [] },
  });
const texts = (state: BoardsState) =>
  shownComments(card.id, state.threads[card.id], state.pending).map(({ text }) => text);
const count = (state: BoardsState) => {
  const now = state.boards[PROJECT];
  return now && findInView(now.view, card.id)?.numOfComments;
};

describe('comments of an open task', () => {
  it('R26 are painted and counted at once, and once only when their op and their answer are here', () => {
    const mutation = addComment(clock, card, USER, 'White');
    const { mutationId } = mutation.entry;
    const painted = withPending(opened(), mutation.pending);
    expect(texts(painted)).toEqual(['Which colour?', 'White']);
    expect(count(painted)).toBe(2);
    const { change } = mutation.pending;
    if (change.kind !== 'comment') throw new Error('no comment');
    const comment = { ...change.comment, rev: 6, createdAt: common.at };
    const op: Op = {
      ...common,
      v: 6,
      actorId: USER,
      mutationId,
      type: 'comment.added',
      taskId: card.id,
      patch: { comment },
    };
    for (const state of [
      withAnswer(withOps(painted, range(6, [op])), mutationId, 6),
      withOps(withAnswer(painted, mutationId, 6), range(6, [op])),
    ]) {
      expect(state.pending).toEqual([]);
      expect(texts(state)).toEqual(['Which colour?', 'White']);
      expect(count(state)).toBe(2);
    }
    expect(count(withAnswer(painted, mutationId, 6))).toBe(2);
  });

  it('R26 are counted once where the card is here with them and its version is not yet, as on the personal board', () => {
    const { entry, pending } = addComment(clock, card, USER, 'White');
    const personal = (numOfComments: number, rev: number): PersonalBoard => ({
      columns: [{ id: 'READY', state: 'READY', tasks: [{ ...card, numOfComments, rev, columnPosition: 0 }] }],
      cursors: { [PROJECT]: { epoch: EPOCH, v: 5 } },
      projects: [{ id: PROJECT, name: 'P', workspaceId: newId(), role: 'member' }],
    });
    const countThere = (state: BoardsState) => {
      const now = state.boards[PERSONAL_BOARD];
      return now && findInView(now.view, card.id)?.numOfComments;
    };
    const painted = withPending(withPersonal(noBoards, personal(1, 5)), pending);
    expect(countThere(painted)).toBe(2);
    const state = withAnswer(withPersonal(painted, personal(2, 6)), entry.mutationId, 6);
    expect(state.pending).toHaveLength(1);
    expect(countThere(state)).toBe(2);
  });

  it('are new, with a time by this computer, until they are here: also once edited or answered', () => {
    const added = addComment(clock, card, USER, 'A');
    const { change } = added.pending;
    if (change.kind !== 'comment') throw new Error('no comment');
    const painted = withPending(opened(), added.pending);
    const edit = editComment(clock, card, change.comment, 'B').pending;
    const [edited, answered] = [withPending(painted, edit), withAnswer(painted, added.entry.mutationId, 6)];
    const areNew = ({ threads, pending }: BoardsState) =>
      shownComments(card.id, threads[card.id], pending).map(({ isNew }) => isNew);
    for (const state of [painted, edited, answered]) expect(areNew(state)).toEqual([false, true]);
    expect(areNew(withPending(opened(), editComment(clock, card, said, 'B').pending))).toEqual([false]);
  });

  it('R15 a refused comment disappears alone', () => {
    const [first, second] = [addComment(clock, card, USER, 'A'), addComment(clock, card, USER, 'B')];
    const painted = withPending(withPending(opened(), first.pending), second.pending);
    const state = withoutPending(painted, first.entry.mutationId);
    expect(texts(state)).toEqual(['Which colour?', 'B']);
    expect(count(state)).toBe(2);
  });

  it('R10 takes ops that continue it, ignores known ones, and is read again after a gap', () => {
    const edited: Op = {
      ...common,
      v: 6,
      type: 'comment.edited',
      taskId: card.id,
      patch: { commentId: said.id, text: 'Which red?', mentions: [] },
    };
    const state = withOps(opened(), range(6, [edited]));
    expect(texts(state)).toEqual(['Which red?']);
    expect(state.threads[card.id]?.comments[0]).toMatchObject({
      isEdited: true,
      rev: 6,
      updatedAt: common.at,
    });
    expect(withOps(state, range(6, [edited]))).toBe(state);
    const behind = { ...state, threads: { [card.id]: { ...state.threads[card.id], v: 4 } } } as BoardsState;
    const gone: Op = {
      ...common,
      v: 7,
      type: 'comment.deleted',
      taskId: card.id,
      patch: { commentId: said.id },
    };
    expect(withOps(behind, range(7, [gone])).threads[card.id]?.isStale).toBe(true);
    expect(texts(withOps(state, range(7, [gone])))).toEqual([]);
  });

  it('R16 an own comment stays painted until the page with it is here', () => {
    const mutation = addComment(clock, card, USER, 'White');
    const stale = { ...opened() };
    stale.threads = {
      [card.id]: { ...(stale.threads[card.id] as NonNullable<(typeof stale.threads)[string]>), v: 3 },
    };
    const painted = withAnswer(withPending(stale, mutation.pending), mutation.entry.mutationId, 4);
    expect(texts(painted)).toEqual(['Which colour?', 'White']);
    const { change } = mutation.pending;
    const comment = change.kind === 'comment' ? change.comment : said;
    const read = withThread(painted, {
      taskId: card.id,
      projectId: PROJECT,
      page: { comments: [said, comment], next: null, v: 6, people: [] },
    });
    expect(read.pending).toEqual([]);
    expect(texts(read)).toEqual(['Which colour?', 'White']);
  });

  it('R10 a page is read again where a change has come before it was here', () => {
    const added: Op = {
      ...common,
      v: 6,
      type: 'comment.added',
      taskId: card.id,
      patch: { comment: { ...said, id: newId(), text: 'Or none?', rev: 6 } },
    };
    const pushed = withOps(board, range(6, [added]));
    const page = { comments: [said], next: null, v: 5, people: [] };
    const read = { taskId: card.id, projectId: PROJECT };
    const behind = withThread(pushed, { ...read, page });
    expect(behind.threads[card.id]?.isStale).toBe(true);
    // The same again brings nothing new: it does not ask on and on.
    expect(withThread(behind, { ...read, page }).threads).toBe(behind.threads);
    // Nor does a node that lags behind take away what is held.
    expect(withThread(behind, { ...read, page: { ...page, v: 4, comments: [] } }).threads).toBe(
      behind.threads,
    );
    const whole = { ...page, v: 6, comments: [said, added.patch.comment] };
    const state = withThread(behind, { ...read, page: whole });
    expect(state.threads[card.id]?.isStale).toBe(false);
    expect(texts(state)).toEqual(['Which colour?', 'Or none?']);
    // Another reading that began earlier.
    expect(withThread(state, { ...read, page }).threads).toBe(state.threads);
  });

  it('R10 an older page without a deletion that is held leads to another reading', () => {
    const first = { ...said, id: newId(), text: 'Hello', createdAt: '2026-01-01T00:00:00.000Z' };
    const read = { taskId: card.id, projectId: PROJECT };
    const page = { comments: [said], next: 'there', v: 5, people: [] };
    const gone: Op = {
      ...common,
      v: 6,
      type: 'comment.deleted',
      taskId: card.id,
      patch: { commentId: first.id },
    };
    const state = withOps(withThread(board, { ...read, page }), range(6, [gone]));
    const older = { comments: [first], next: null, v: 5, people: [] };
    const after = withThread(state, { ...read, page: older, before: 'there' });
    expect(texts(after)).toEqual(['Which colour?']);
    expect(after.threads[card.id]?.isStale).toBe(true);
  });

  it('one that is restored among those that are not held yet comes once, with its page', () => {
    const [first, second, third] = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => ({
      ...said,
      id: newId(),
      text: day,
      createdAt: `${day}T00:00:00.000Z`,
    })) as [Comment, Comment, Comment];
    const read = { taskId: card.id, projectId: PROJECT };
    const restored = (v: number, comment: Comment): Op => ({
      ...common,
      v,
      type: 'comment.restored',
      taskId: card.id,
      patch: { comment },
    });
    const page = { comments: [third, said], next: 'there', v: 5, people: [] };
    const pushed = withOps(withThread(board, { ...read, page }), range(6, [restored(6, first)]));
    expect(texts(pushed)).toEqual([third.text, said.text]);
    const older = { comments: [second], next: 'further', v: 6, people: [] };
    const more = withThread(pushed, { ...read, page: older, before: 'there' });
    const oldest = { comments: [first], next: null, v: 6, people: [] };
    const whole = withThread(more, { ...read, page: oldest, before: 'further' });
    expect(texts(whole)).toEqual([first.text, second.text, third.text, said.text]);
    // The one where the next page ends is among those that are held, though it is not there for a while.
    const gone: Op = {
      ...common,
      v: 7,
      type: 'comment.deleted',
      taskId: card.id,
      patch: { commentId: second.id },
    };
    expect(texts(withOps(more, range(7, [gone, restored(8, second)])))).toEqual(texts(more));
    // None is left out once there are no older ones.
    const before = { ...first, id: newId(), createdAt: '2025-12-31T00:00:00.000Z' };
    expect(texts(withOps(whole, range(7, [restored(7, before)])))).toHaveLength(5);
  });

  it('older pages come before what is held', () => {
    const first = { ...said, id: newId(), text: 'Hello', createdAt: '2026-01-01T00:00:00.000Z' };
    const page = { comments: [said], next: 'there', v: 5, people: [] };
    const read = { taskId: card.id, projectId: PROJECT };
    const state = withThread(board, { ...read, page });
    const older = { comments: [first], next: null, v: 9, people: [] };
    const all = withThread(state, { ...read, page: older, before: 'there' });
    expect(texts(all)).toEqual(['Hello', 'Which colour?']);
    expect(all.threads[card.id]).toMatchObject({ next: null, v: 5 });
  });
});

describe('changes of comments', () => {
  const mine = { ...said, authorId: USER };
  const at9 = { baseRev: 9, baseProjectId: PROJECT };
  it('R18 a second edit builds on the first one once that is sent', () => {
    const first = editComment(clock, card, mine, 'A');
    const second = editComment(clock, card, { ...mine, text: 'A' }, 'B');
    expect(afterOwn(second, first, at9)?.entry.body).toEqual({
      text: 'B',
      baseRev: 9,
      baseProjectId: PROJECT,
    });
    expect(afterOwn(deleteComment(clock, card, mine), first, at9)).toBeNull();
  });

  it('SPEC.md#conflicts an edit does not build on a text of the same person that its author did not see', () => {
    const first = editComment(clock, card, mine, 'A');
    const painted = { ...mine, text: 'A' };
    expect(afterOwn(editComment(clock, card, painted, 'B', mine), first, at9)).toBeNull();
  });

  it('R18 an edit of a comment that was not sent yet builds on it once that is sent', () => {
    const added = addComment(clock, card, USER, 'A');
    const { change } = added.pending;
    const edit = editComment(clock, card, change.kind === 'comment' ? change.comment : said, 'B');
    expect(afterOwn(edit, added, at9)?.entry.body).toMatchObject({ text: 'B', baseRev: 9 });
  });

  it('an edit does not build on a restored comment, whose text its user has not seen', () => {
    const restored = revertComment(clock, card, { kind: 'comment', act: 'delete', comment: mine });
    expect(afterOwn(editComment(clock, card, mine, 'A'), restored, at9)).toBeNull();
  });

  it('an edit of what is painted builds on the version that its text has become', () => {
    const painted = ({ entry, pending }: BoardMutation) => {
      const { threads, pending: left } = withAnswer(withPending(opened(), pending), entry.mutationId, 9);
      return shownComments(card.id, threads[card.id], left).at(-1);
    };
    expect(painted(addComment(clock, card, USER, 'A'))).toMatchObject({ text: 'A', rev: 9 });
    expect(painted(editComment(clock, card, mine, 'A'))).toMatchObject({ text: 'A', rev: 9 });
    const restored = revertComment(clock, card, { kind: 'comment', act: 'delete', comment: mine });
    expect(painted(restored)?.rev).toBe(mine.rev);
  });

  it('are taken back by their opposites', () => {
    const back = (mutation: { pending: { change: unknown } }) =>
      revertComment(clock, card, mutation.pending.change as Parameters<typeof revertComment>[2]).entry;
    expect(back(deleteComment(clock, card, mine))).toMatchObject({
      method: 'POST',
      path: `/comments/${mine.id}/restore`,
    });
    expect(back(editComment(clock, card, mine, 'New'))).toMatchObject({
      method: 'PUT',
      body: { text: 'Which colour?' },
    });
    const added = addComment(clock, card, USER, 'Hi');
    const { change } = added.pending;
    const id = change.kind === 'comment' ? change.comment.id : '';
    expect(back(added)).toMatchObject({ method: 'DELETE', path: `/comments/${id}` });
  });
});
