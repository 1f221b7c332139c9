import type { Engine } from '../engine/engine';
import { Pace } from '../engine/steps';
import { badValue, ErrorCode, MongoServerFault } from '../errors';
import { encodeDocument } from '../values/codec';
import { isDoc, isNumber } from '../values/value';
import type { Connection } from '../wire/connection';
import { faultDocument } from '../wire/fault-document';
import type { Request } from '../wire/message';
import { aggregate } from './aggregate';
import { Arguments } from './arguments';
import { backupDataFile } from './backup-data-file';
import { create, drop, dropDatabase, listCollections, listDatabases } from './collections';
import type { Call, Command } from './command';
import { count, distinct } from './count';
import { endSessions, getMore, killCursors } from './cursor-commands';
import { dbStats } from './db-stats';
import { deleteCommand } from './delete';
import { explain } from './explain';
import { find } from './find';
import { findAndModify } from './find-and-modify';
import { buildInfo, connectionStatus, hello, ping } from './handshake';
import { createIndexes, dropIndexes, listIndexes } from './indexes';
import { insert } from './insert';
import { serverStatus } from './server-status';
import { update } from './update';

const COMMANDS: readonly Command[] = [
  hello,
  ping,
  buildInfo,
  connectionStatus,
  serverStatus,
  dbStats,
  endSessions,
  insert,
  find,
  getMore,
  killCursors,
  update,
  deleteCommand,
  findAndModify,
  count,
  distinct,
  aggregate,
  explain,
  backupDataFile,
  createIndexes,
  listIndexes,
  dropIndexes,
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
];

const BY_NAME = new Map(COMMANDS.flatMap((command) => command.names.map((name) => [name, command] as const)));

/** Commands that a legacy OP_QUERY may carry. */
const HANDSHAKE = new Set(['hello', 'isMaster', 'ismaster']);

/** Runs one request and calls back with its reply, once it is durable. */
export function dispatch(
  engine: Engine,
  request: Request,
  connection: Connection,
  reply: (document: Uint8Array) => void,
): void {
  const failed = (error: unknown) => reply(encodeDocument(faultDocument(error)));
  let command: Command;
  let pace: Pace;
  try {
    command = commandOf(request);
    checkGeneric(request);
    pace = new Pace(command.writes(request.body), engine.clock.ticks, deadlineOf(request, engine));
  } catch (error) {
    failed(error);
    return;
  }
  const key = command.names[0] as string;
  engine.commandCounts.set(key, (engine.commandCounts.get(key) ?? 0) + 1);
  const call: Call = { engine, request, connection, pace, args: new Arguments(request.name, request.body) };
  engine.scheduler.submit({
    writes: command.writes(request.body),
    isAwaited: true,
    isRepeatable: !command.writes(request.body) && command !== getMore,
    pace,
    start: () => command.run(call),
    done: (document) => {
      if (command.finish) engine.finish(command.finish(call).then(() => reply(document), failed));
      else reply(document);
    },
    failed,
  });
}

function commandOf(request: Request): Command {
  if (request.form === 'query' && !HANDSHAKE.has(request.name)) {
    throw new MongoServerFault(
      ErrorCode.UnsupportedOpQueryCommand,
      `Unsupported OP_QUERY command: ${request.name}. The client driver may require an upgrade.`,
    );
  }
  const command = BY_NAME.get(request.name);
  if (!command) throw new MongoServerFault(ErrorCode.CommandNotFound, `no such command: '${request.name}'`);
  return command;
}

/** The arguments that any command may have. */
function checkGeneric({ body, name }: Request): void {
  if (body.has('txnNumber') || body.has('startTransaction') || body.has('autocommit')) {
    throw new MongoServerFault(
      ErrorCode.IllegalOperation,
      'Transaction numbers are only allowed on a replica set member or mongos',
    );
  }
  const lsid = body.get('lsid');
  if (lsid !== undefined && !(isDoc(lsid) && lsid.has('id'))) {
    throw new MongoServerFault(40414, "BSON field 'lsid.id' is missing but a required field");
  }
  const version = body.get('apiVersion');
  if (version !== undefined && version !== '1') {
    throw new MongoServerFault(ErrorCode.APIVersionError, `API version must be "1", got: ${String(version)}`);
  }
  const concern = body.get('readConcern');
  const level = isDoc(concern) ? concern.get('level') : undefined;
  if (level !== undefined && level !== 'local' && level !== 'available' && level !== 'majority') {
    throw new MongoServerFault(
      ErrorCode.NotImplemented,
      `read concern '${String(level)}' needs a replica set, which this server is not (${name})`,
    );
  }
  const write = body.get('writeConcern');
  const w = isDoc(write) ? write.get('w') : undefined;
  if (isNumber(w) && Number(w) > 1) throw badValue("cannot use 'w' > 1 when a host is not replicated");
  if (typeof w === 'string' && w !== 'majority') {
    throw new MongoServerFault(ErrorCode.UnknownReplWriteConcern, `no write concern mode named '${w}' found`);
  }
}

function deadlineOf({ body }: Request, engine: Engine): number | undefined {
  const limit = body.get('maxTimeMS');
  if (limit === undefined) return undefined;
  if (!isNumber(limit)) throw new MongoServerFault(ErrorCode.TypeMismatch, 'maxTimeMS must be a number');
  const ms = Number(limit);
  if (!Number.isInteger(ms) || ms < 0) throw badValue(`${ms} value for maxTimeMS is out of range`);
  return ms === 0 ? undefined : engine.clock.ticks() + ms;
}
