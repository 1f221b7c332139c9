import { randomUUID } from 'node:crypto';
import type { OpType } from '@livelane/shared/boards/op.schema';
import { BoardTurns } from './board.turns';
import type { OpStore } from './op.store';
import type { StoredOp } from './op.types';
import { Oplog } from './oplog';

const passedOn = (type: OpType) => ({ id: randomUUID(), projectId: randomUUID(), v: 1, type }) as StoredOp;

test('R33 ops of cards that another node passes on are on the board at once, those of rights and names wait for a heal', () => {
  const turns = new BoardTurns();
  const inserted: OpType[] = [];
  // Neither the log nor the rows are asked.
  const oplog = new Oplog({} as OpStore, () => Promise.reject(new Error('no rows')), { turns });
  oplog.onInserted(({ type }) => inserted.push(type));
  for (const type of ['task.moved', 'member.roleChanged', 'comment.added', 'label.removed'] as const)
    turns.passedOn.notify(passedOn(type));
  expect(inserted).toEqual(['task.moved', 'comment.added']);
});
