import { Int32 } from 'bson';
import { MAX_DOCUMENT_BYTES, MAX_WRITES, SESSION_MINUTES } from '../engine/limits';
import { ErrorCode, MongoServerFault } from '../errors';
import type { Value } from '../values/value';
import { MAX_MESSAGE_BYTES } from '../wire/framing';
import { immediate } from './command';
import { ok } from './reply';
import { MAX_WIRE_VERSION, VERSION } from './version';

/**
 * The handshake of a stand-alone server. It has no `topologyVersion` on purpose: a driver that sees one keeps a
 * streaming hello open, which this server does not do.
 */
export const hello = immediate(['hello', 'isMaster', 'ismaster'], ({ connection, request }) => {
  const legacy = request.name !== 'hello';
  const fields: [string, Value][] = [
    ['helloOk', true],
    [legacy ? 'ismaster' : 'isWritablePrimary', true],
    ['maxBsonObjectSize', new Int32(MAX_DOCUMENT_BYTES)],
    ['maxMessageSizeBytes', new Int32(MAX_MESSAGE_BYTES)],
    ['maxWriteBatchSize', new Int32(MAX_WRITES)],
    ['localTime', new Date()],
    ['logicalSessionTimeoutMinutes', new Int32(SESSION_MINUTES)],
    ['connectionId', new Int32(connection.id)],
    ['minWireVersion', new Int32(0)],
    ['maxWireVersion', new Int32(MAX_WIRE_VERSION)],
    ['readOnly', false],
  ];
  if (request.body.has('speculativeAuthenticate') || request.body.has('saslSupportedMechs')) {
    throw new MongoServerFault(
      ErrorCode.NotImplemented,
      'this server has no users: its socket is open to its owner only, connect without credentials',
    );
  }
  return ok(...fields);
});

/** Fails where nothing can be written any more, so that its caller does not count as ready. */
export const ping = immediate(['ping'], ({ args, engine }) => {
  args.only();
  engine.ensureKept();
  return ok();
});

export const buildInfo = immediate(['buildInfo', 'buildinfo'], ({ args }) => {
  args.only();
  const versionArray = [...VERSION.split('.').map((part) => new Int32(Number(part))), new Int32(0)];
  return ok(
    ['version', VERSION],
    ['gitVersion', 'embedded-mongo'],
    ['modules', []],
    ['versionArray', versionArray],
    ['bits', new Int32(64)],
    ['debug', false],
    ['maxBsonObjectSize', new Int32(MAX_DOCUMENT_BYTES)],
    ['storageEngines', ['lmdb']],
  );
});

export const connectionStatus = immediate(['connectionStatus'], ({ args }) => {
  args.only('showPrivileges');
  return ok([
    'authInfo',
    new Map<string, Value>([
      ['authenticatedUsers', []],
      ['authenticatedUserRoles', []],
    ]),
  ]);
});
