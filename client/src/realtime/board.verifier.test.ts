import { boardHash } from '@livelane/shared/boards/board-hash';
import { EPOCH, PROJECT, snapshot, task, withSnapshot } from '#board-sync/board.fixture';
import { noBoards, projectBoard } from '#board-sync/board.types';
import { BoardVerifier } from './board.verifier';

const tasks = [task({ rev: 1 }), task({ rev: 2, visibility: 'PRIVATE' }), task({ rev: 3, state: 'DONE' })];
const held = projectBoard(withSnapshot(noBoards, snapshot(3, tasks, EPOCH)), PROJECT);
const head = { projectId: PROJECT, v: 3, hash: boardHash(tasks) };
const other = boardHash([task({ rev: 9 })]);

/** The verifier's result once the screen has been shown for a while. */
async function laterSays(check: BoardVerifier, said: typeof head): Promise<boolean> {
  const answer = check.differs(said);
  await jest.advanceTimersByTimeAsync(3_000);
  return answer;
}

beforeEach(() => {
  jest.useFakeTimers();
});

test('I1 a board that is the server’s is left alone', async () => {
  expect(await laterSays(new BoardVerifier(() => held), head)).toBe(false);
});

test('I1 a board that differs at the same version is read again, once', async () => {
  const check = new BoardVerifier(() => held);
  expect(await laterSays(check, { ...head, hash: other })).toBe(true);
  expect(await laterSays(check, { ...head, hash: other })).toBe(false);
});

test('a board’s first moment is not taken for its check', async () => {
  let isReported = false;
  void new BoardVerifier(() => held).differs(head).then(() => {
    isReported = true;
  });
  await jest.advanceTimersByTimeAsync(1_500);
  expect(isReported).toBe(false);
  await jest.advanceTimersByTimeAsync(1_500);
  expect(isReported).toBe(true);
});

test('I1 another version, or none, is nothing to compare with', async () => {
  expect(await laterSays(new BoardVerifier(() => held), { ...head, v: 4, hash: other })).toBe(false);
  expect(await laterSays(new BoardVerifier(() => undefined), { ...head, hash: other })).toBe(false);
});

test('a board whose check cannot be fetched is left alone', async () => {
  await jest.isolateModulesAsync(async () => {
    jest.doMock('@livelane/shared/boards/board-hash', () => {
      throw new TypeError('Failed to fetch');
    });
    const anew = await import('./board.verifier');
    expect(await laterSays(new anew.BoardVerifier(() => held), { ...head, hash: other })).toBe(false);
  });
});
