import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ErrorCode, errorCodes, errorStatus } from '@livelane/shared/http/error.codes';
import express from 'express';
import { mongo } from 'mongoose';
import pino from 'pino';
import { startDatabaseLine } from '../../test/databaseLine';
import { connect } from '../database/connect';
import { errorHandler, toAppError } from './error.handler';
import { AppError } from './errors';

const lines: string[] = [];
let thrown: unknown;
let server: Server;
let url: string;

beforeAll(async () => {
  const app = express();
  app.use((_req, res, next) => {
    res.locals.requestId = 'request-1';
    next();
  });
  app.get('/', () => {
    throw thrown;
  });
  app.get('/late', (_req, res) => {
    res.write('half an answer');
    throw thrown;
  });
  app.use(errorHandler(pino({}, { write: (line) => void lines.push(line) })));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(() => server.close());

test.each(errorCodes)(
  '%s has its status and a text for people, and no cache keeps it',
  async (code: ErrorCode) => {
    thrown = new AppError(code);
    const answer = await fetch(url);
    expect(answer.status).toBe(errorStatus[code]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const body = (await answer.json()) as { message: string };
    expect(body).toEqual({ message: expect.any(String), code, requestId: 'request-1' });
    expect(body.message.length).toBeGreaterThan(4);
  },
);

test.each(errorCodes.filter((code) => errorStatus[code] === 503))(
  '%s tells when to come back',
  async (code) => {
    thrown = new AppError(code);
    const { headers } = await fetch(url);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  },
);

test('a refusal that knows when to come back tells so', async () => {
  thrown = new AppError('unavailable', undefined, { retryAfterSeconds: 6.5 });
  expect((await fetch(url)).headers.get('retry-after')).toBe('7');
});

test('what nobody foresaw is a plain 500; its text stays in the log, with the request', async () => {
  thrown = new Error('E11000 duplicate key of secret_index');
  const answer = await fetch(url);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    message: 'An unexpected error occurred.',
    code: 'internal',
    requestId: 'request-1',
  });
  expect(lines.join()).toContain('secret_index');
  expect(lines.join()).toContain('request-1');
});

test('a body that an error carries does not come into the log', async () => {
  thrown = Object.assign(new Error('unforeseen'), { body: 'token=secret' });
  expect((await fetch(url)).status).toBe(500);
  expect(lines.join()).toContain('unforeseen');
  expect(lines.join()).not.toContain('token=secret');
});

test.each([undefined, null, 'text', { status: 200 }, { message: 'no error' }])(
  'thrown %j is a plain 500',
  (value) => {
    expect(toAppError(value).code).toBe('internal');
  },
);

test('a refusal is no error of ours and is not logged as one', async () => {
  thrown = new AppError('not_found');
  await fetch(url);
  expect(lines).toEqual([]);
});

test.each([
  new mongo.MongoNetworkError('connect ECONNREFUSED 10.0.0.7'),
  new mongo.MongoServerError({ message: 'not primary', code: 10107 }),
  new mongo.MongoServerError({ message: 'waiting for replication timed out', code: 64 }),
  new mongo.MongoServerSelectionError('no server', {} as mongo.TopologyDescription),
])('a database that is away is a 503 with a time to come back: %#', async (error) => {
  thrown = error;
  const answer = await fetch(url);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(await answer.text()).not.toContain('10.0.0.7');
});

const FULL = new mongo.MongoServerError({
  message: 'nothing was written to /data: the disk is full',
  code: 14031,
});
const NO_RESULT = { getWriteConcernError: () => undefined } as unknown as mongo.BulkWriteResult;
test.each([FULL, new mongo.MongoBulkWriteError(FULL, NO_RESULT)])(
  'a database without room is a 503 of its own with a time to come back: %#',
  async (error) => {
    thrown = error;
    const answer = await fetch(url);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('30');
    expect(await answer.json()).toMatchObject({ code: 'storage_full' });
    expect(lines.join()).toContain('the disk is full');
  },
);

test('a connection that is lost during a write of several documents is one, too', async () => {
  const line = await startDatabaseLine();
  const connection = await connect(line.uri);
  line.cutsInserts = true;
  try {
    const write = connection.collection('items').insertMany([{ n: 1 }, { n: 2 }]);
    thrown = await write.catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(mongo.MongoBulkWriteError);
    const answer = await fetch(url);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
  } finally {
    await connection.close();
    await line.close();
  }
});

test('an answer that has begun is cut, so that nobody takes the half for the whole', async () => {
  thrown = new Error('too late');
  await expect(fetch(`${url}/late`).then((answer) => answer.text())).rejects.toThrow();
});
