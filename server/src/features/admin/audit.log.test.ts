import type { AuditEventName } from '@livelane/shared/admin/audit.events';
import { type Connection, mongo } from 'mongoose';
import { pino } from 'pino';
import { type DatabaseLine, startDatabaseLine } from '../../../test/databaseLine';
import { connect } from '../../database/connect';
import { AuditLog } from './audit.log';

const HOUR_MS = 60 * 60 * 1000;
/** How long a line waits for others. */
const FLUSH_MS = 250;

let line: DatabaseLine;
let connection: Connection;
let log: AuditLog;
beforeEach(async () => {
  line = await startDatabaseLine();
  connection = await connect(line.uri);
  log = new AuditLog(connection, pino({ level: 'silent' }), () => new Date());
});
afterEach(async () => {
  jest.useRealTimers();
  await connection.close();
  await line.close();
});

test('lines that cannot be written now are written later, each once', async () => {
  const changed = (userId: string) => log.add({ event: 'password.changed', userId });
  const users = async () => (await log.page({}, null, 10)).map(({ userId }) => userId).sort();
  changed('first');
  expect(await users()).toEqual(['first']);
  line.cutsInserts = true;
  changed('second');
  expect(await users()).toEqual(['first']);
  changed('third');
  line.cutsInserts = false;
  expect(await users()).toEqual(['first', 'second', 'third']);
});

test('a database that takes nothing for an hour does not flood the log, and then nothing waits longer than before', async () => {
  const warnings: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (text) => void warnings.push(text) });
  const patient = new AuditLog(connection.useDb('patient'), logger, () => new Date());
  const insert = jest.spyOn(mongo.Collection.prototype, 'insertMany').mockRejectedValue(new Error('full'));
  const changed = () => patient.add({ event: 'password.changed', userId: 'someone' });
  jest.useFakeTimers();
  patient.start();
  changed();
  await jest.advanceTimersByTimeAsync(HOUR_MS);
  expect(insert.mock.calls.length).toBeGreaterThan(10);
  expect(warnings.length).toBeLessThan(100);
  insert.mockResolvedValue({ acknowledged: true, insertedCount: 1, insertedIds: {} });
  await jest.advanceTimersByTimeAsync(HOUR_MS);
  insert.mockClear();
  changed();
  await jest.advanceTimersByTimeAsync(FLUSH_MS);
  expect(insert).toHaveBeenCalledTimes(1);
});

test('limits that were met take the place of no other line', async () => {
  const limited = { event: 'login.limited', email: 'ada@example.org', address: '192.0.2.1' } as const;
  const flood = () => {
    for (let i = 0; i < 15_000; i++) log.add(limited);
  };
  const kept = (event: AuditEventName) => connection.collection('auditevents').countDocuments({ event });
  flood();
  for (let i = 0; i < 10_000; i++) log.add({ event: 'password.changed', userId: `${i}` });
  await log.stop();
  expect(await kept('password.changed')).toBe(10_000);
  const limits = await kept('login.limited');
  expect(limits).toBeGreaterThan(0);
  // What was written makes place for more.
  flood();
  await log.stop();
  expect(await kept('login.limited')).toBe(2 * limits);
});
