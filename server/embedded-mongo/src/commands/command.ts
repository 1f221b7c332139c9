import { Binary } from 'bson';
import type { Engine } from '../engine/engine';
import type { Pace, Steps } from '../engine/steps';
import { ErrorCode, MongoServerFault } from '../errors';
import type { Collection } from '../storage/collection';
import type { Doc, Value } from '../values/value';
import type { Connection } from '../wire/connection';
import type { Request } from '../wire/message';
import type { Arguments } from './arguments';

/** One call of a command. */
export interface Call {
  readonly engine: Engine;
  readonly request: Request;
  readonly connection: Connection;
  readonly pace: Pace;
  readonly args: Arguments;
}

/** A command: its properties for the dispatcher, and its work, which ends with the encoded reply. */
export interface Command {
  readonly names: readonly string[];
  /** True if it may write: then it runs in a transaction. */
  writes(body: Doc): boolean;
  run(call: Call): Steps<Buffer>;
  /** Work outside the event loop that must be over before the reply goes out. */
  finish?(call: Call): Promise<void>;
}

/** A command that is done in one step. */
export function immediate(
  names: string[],
  run: (call: Call) => Buffer,
  options: { writes?: boolean } = {},
): Command {
  return {
    names,
    writes: () => options.writes === true,
    // biome-ignore lint/correctness/useYield: one step is all it takes
    *run(call) {
      return run(call);
    },
  };
}

/** The collection that the command's first field names. Throws 73 if that is not a valid name. */
export function collectionName(call: Call): string {
  const value: Value | undefined = call.request.body.get(call.request.name);
  if (typeof value !== 'string') {
    throw new MongoServerFault(
      ErrorCode.InvalidNamespace,
      `collection name has invalid type: ${call.request.name} needs a string`,
    );
  }
  checkNamespace(call.request.database, value);
  return value;
}

/** Refuses names that MongoDB refuses (73). */
export function checkNamespace(database: string, name: string): void {
  const namespace = `${database}.${name}`;
  const bad = database === '' || /[\0/\\ "$.]/.test(database) || Buffer.byteLength(database) > 63;
  if (bad || name === '' || name.startsWith('.') || name.includes('\0') || name.includes('$')) {
    throw new MongoServerFault(ErrorCode.InvalidNamespace, `Invalid namespace specified '${namespace}'`);
  }
  if (Buffer.byteLength(namespace) > 255) {
    throw new MongoServerFault(
      ErrorCode.InvalidNamespace,
      `Fully qualified namespace is too long: ${namespace}`,
    );
  }
}

export function existing(call: Call, name: string): Collection | undefined {
  return call.engine.catalogue.find(call.request.database, name);
}

/** The collection, created if there is none. */
export function ensured(call: Call, name: string): Collection {
  return existing(call, name) ?? createCollection(call, name, new Map());
}

export function createCollection(call: Call, name: string, options: Doc): Collection {
  if (name.startsWith('system.')) {
    throw new MongoServerFault(
      ErrorCode.InvalidNamespace,
      `Invalid system namespace: ${call.request.database}.${name}`,
    );
  }
  return call.engine.catalogue.create(call.request.database, name, options);
}

/** Text form of the client session, so that cursors can be tied to it. */
export function sessionOf(body: Doc): string | undefined {
  const lsid = body.get('lsid');
  if (!(lsid instanceof Map)) return undefined;
  return sessionKey(lsid);
}

/** Text form of a session's `{id: UUID}`. */
export function sessionKey(lsid: Doc): string | undefined {
  const id = lsid.get('id');
  return id instanceof Binary ? id.toString('hex') : undefined;
}

/** Refuses an option that this server does not have, unless it is off. */
export function refuse(args: Arguments, ...names: string[]): void {
  for (const name of names) {
    const value = args.value(name);
    if (value === undefined || value === null || value === false) continue;
    if (value instanceof Map && value.size === 0) continue;
    throw new MongoServerFault(
      ErrorCode.NotImplemented,
      `the option '${name}' of ${args.name} is not supported by this server`,
    );
  }
}

/** Refuses every collation but the simple one, which is how this server compares anyway. */
export function refuseCollation(args: Arguments): void {
  const collation = args.document('collation');
  if (!collation || collation.size === 0 || collation.get('locale') === 'simple') return;
  throw new MongoServerFault(
    ErrorCode.NotImplemented,
    `collation is not supported by this server (${args.name}): only {locale: 'simple'}`,
  );
}
