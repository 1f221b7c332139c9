import { randomUUID } from 'node:crypto';
import { BoardTurns } from './board.turns';
import type { CommitEntry } from './commit.queue';
import { Listeners } from './listeners';
import type { StoredOp } from './op.types';
import { type CommittedOp, RowApplier } from './row.applier';

const PROJECT = randomUUID();

/** An op in the log whose request notes how it was answered. */
function committed(v: number, answers: string[]): CommittedOp {
  const op = { id: randomUUID(), projectId: PROJECT, v, type: 'task.moved', taskId: randomUUID() } as unknown;
  const done = {
    succeed: () => void answers.push(`done ${v}`),
    reject: () => void answers.push(`failed ${v}`),
  };
  return { op: op as StoredOp, done: done as unknown as CommitEntry, answer: {} as CommittedOp['answer'] };
}

test('R3 an op that is handed over after rows have failed is refused, and those after a heal are applied again', async () => {
  const answers: string[] = [];
  const applied: number[] = [];
  let failures = 1;
  const rows = new RowApplier(PROJECT, {
    apply: async (ops) => {
      if (failures-- > 0) throw new Error('the database is away for a moment');
      applied.push(...ops.map(({ v }) => v));
    },
    raiseAppliedV: async () => undefined,
    turns: new BoardTurns(),
    committed: new Listeners(),
    failed: () => undefined,
    onIdle: () => undefined,
  });
  rows.add([committed(1, answers)], { rowsFollow: false });
  await rows.caughtUp();
  // It was being inserted when the rows of the first one failed.
  rows.add([committed(2, answers)], { rowsFollow: false });
  await rows.caughtUp();
  expect(rows.isIdle).toBe(true);
  rows.healed();
  rows.add([committed(3, answers)], { rowsFollow: false });
  // Turns of the event loop: one that waits for ever would not let a test end.
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(answers).toEqual(['failed 1', 'failed 2', 'done 3']);
  expect(applied).toEqual([3]);
  expect(rows.isIdle).toBe(true);
});
