import { Long } from 'bson';
import { ErrorCode, MongoServerFault } from '../errors';
import { longToBigInt } from '../values/number';
import { isDoc, type Value } from '../values/value';
import { type Command, immediate, sessionKey, sessionOf } from './command';
import { cursorReply, ok } from './reply';

export const getMore: Command = {
  names: ['getMore'],
  writes: () => false,
  *run(call) {
    const { engine, pace, request } = call;
    const args = call.args.only('collection', 'batchSize', 'term', 'lastKnownCommittedOpTime');
    const id = cursorId(args.value('getMore'));
    const name = args.requiredString('collection');
    const batchSize = args.integer('batchSize', 0);
    const namespace = `${request.database}.${name}`;
    const cursor = engine.cursors.use(id, namespace, sessionOf(request.body));
    cursor.busy = true;
    try {
      const batch = yield* cursor.source.fill(batchSize || Number.POSITIVE_INFINITY, pace);
      if (batch.done) engine.cursors.kill(id);
      cursor.lastUsed = Date.now();
      return cursorReply('nextBatch', batch.documents, batch.done ? 0n : id, namespace);
    } catch (error) {
      engine.cursors.kill(id);
      throw error;
    } finally {
      cursor.busy = false;
    }
  },
};

export const killCursors = immediate(['killCursors'], ({ args, engine }) => {
  args.only('cursors');
  const killed: Value[] = [];
  const notFound: Value[] = [];
  for (const value of args.array('cursors') ?? []) {
    (engine.cursors.kill(cursorId(value)) ? killed : notFound).push(value);
  }
  return ok(
    ['cursorsKilled', killed],
    ['cursorsNotFound', notFound],
    ['cursorsAlive', []],
    ['cursorsUnknown', []],
  );
});

/** Cursors of a session end with it. */
export const endSessions = immediate(['endSessions', 'killSessions'], ({ args, engine, request }) => {
  const ended = new Set<string>();
  for (const session of args.only().array(request.name) ?? []) {
    const key = isDoc(session) ? sessionKey(session) : undefined;
    if (key !== undefined) ended.add(key);
  }
  engine.cursors.killWhere((cursor) => cursor.session !== undefined && ended.has(cursor.session));
  return ok();
});

function cursorId(value: Value | undefined): bigint {
  if (value instanceof Long) return longToBigInt(value);
  throw new MongoServerFault(ErrorCode.TypeMismatch, "a cursor id must be of type 'long'");
}
