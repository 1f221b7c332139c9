/** @jest-environment node */
import { boardHash } from '@livelane/shared/boards/board-hash';
import { EPOCH, PROJECT, snapshot, task, withSnapshot } from '#board-sync/board.fixture';
import { noBoards, projectBoard } from '#board-sync/board.reducer';
import { BoardVerifier } from './board.verifier';

const tasks = [task({ rev: 1 }), task({ rev: 2, visibility: 'PRIVATE' }), task({ rev: 3, state: 'DONE' })];
const held = projectBoard(withSnapshot(noBoards, snapshot(3, tasks, EPOCH)), PROJECT);
const head = { projectId: PROJECT, v: 3, hash: boardHash(tasks) };
const other = boardHash([task({ rev: 9 })]);

test('I1 a board that is the server’s is left alone', async () => {
  expect(await new BoardVerifier(() => held).differs(head)).toBe(false);
});

test('I1 a board that differs at the same version is read anew, once', async () => {
  const check = new BoardVerifier(() => held);
  expect(await check.differs({ ...head, hash: other })).toBe(true);
  expect(await check.differs({ ...head, hash: other })).toBe(false);
});

test('I1 another version, or none, is nothing to compare with', async () => {
  expect(await new BoardVerifier(() => held).differs({ ...head, v: 4, hash: other })).toBe(false);
  expect(await new BoardVerifier(() => undefined).differs({ ...head, hash: other })).toBe(false);
});
