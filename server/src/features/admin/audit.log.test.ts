import { pino } from 'pino';
import { startDatabaseLine } from '../../../test/databaseLine';
import { connect } from '../../database/connect';
import { AuditLog } from './audit.log';

test('lines that cannot be written now are written later, each once', async () => {
  const line = await startDatabaseLine();
  const connection = await connect(line.uri);
  const log = new AuditLog(connection, pino({ level: 'silent' }), () => new Date());
  const changed = (userId: string) => log.add({ event: 'password.changed', userId });
  const users = async () => (await log.page({}, null, 10)).map(({ userId }) => userId).sort();
  try {
    changed('first');
    expect(await users()).toEqual(['first']);
    line.cutsInserts = true;
    changed('second');
    expect(await users()).toEqual(['first']);
    changed('third');
    line.cutsInserts = false;
    expect(await users()).toEqual(['first', 'second', 'third']);
  } finally {
    await connection.close();
    await line.close();
  }
});
