import { startTestDatabase } from '../../test/database';
import { connect } from './connect';
import { readMongodbAddress } from './mongodb-address';

test('an address keeps its hosts, its user and its options', () => {
  expect(readMongodbAddress('mongodb://ann:p%40ss@a:1,b:2/team?replicaSet=rs&authSource=admin')).toEqual({
    uri: 'mongodb://ann:p%40ss@a:1,b:2/team?replicaSet=rs&authSource=admin',
    dbName: 'team',
  });
  expect(readMongodbAddress('mongodb://a:1').dbName).toBeUndefined();
});

test('R3 an address does not decide where rights and log are read, nor when a write counts', async () => {
  const options =
    'readPreference=secondary&readPreferenceTags=dc:east&readPreferenceTags=&maxStalenessSeconds=120' +
    '&readConcernLevel=available&w=1&wtimeoutMS=1&journal=false';
  expect(readMongodbAddress(`mongodb://a,b/team?replicaSet=rs&${options}`).uri).toBe(
    'mongodb://a,b/team?replicaSet=rs',
  );
  const database = await startTestDatabase();
  try {
    const connection = await connect(`${database.uri}${database.uri.includes('?') ? '&' : '?'}${options}`);
    const client = connection.getClient();
    expect(client.readPreference).toMatchObject({ mode: 'primary', tags: undefined });
    expect(client.writeConcern).toMatchObject({ w: 'majority', wtimeoutMS: 10_000 });
    await connection.close();
  } finally {
    await database.close();
  }
});
