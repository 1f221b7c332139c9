import { Double } from 'bson';
import { immediate } from './command';
import { ok } from './reply';

/** The data's size on disk. One file holds all databases, rows and indexes alike. */
export const dbStats = immediate(['dbStats', 'dbstats'], ({ engine, request }) =>
  ok(
    ['db', String(request.body.get('$db') ?? '')],
    ['storageSize', new Double(engine.store.fileBytes())],
    ['indexSize', new Double(0)],
  ),
);
