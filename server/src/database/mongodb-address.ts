import ConnectionString from 'mongodb-connection-string-url';

/**
 * Options that an address must not change, since the code relies on them: rights and the log are read on the primary,
 * and a write counts once the majority has it.
 */
const NOT_THE_ADDRESS = new Set(
  [
    'readPreference',
    'readPreferenceTags',
    'maxStalenessSeconds',
    'readConcernLevel',
    'w',
    'wtimeout',
    'wtimeoutMS',
    'j',
    'journal',
    'fsync',
  ].map((name) => name.toLowerCase()),
);

/** Where a MongoDB is, and how to sign in there. */
export interface MongodbAddress {
  uri: string;
  /** Undefined where the address names no database. */
  dbName: string | undefined;
}

/**
 * Reads an address as the driver does, with any number of hosts, without the options that the code relies on.
 * @throws whatever the driver throws, which may show the password
 */
export function readMongodbAddress(text: string): MongodbAddress {
  const address = new ConnectionString(text);
  for (const name of new Set(address.searchParams.keys())) {
    if (NOT_THE_ADDRESS.has(name.toLowerCase())) address.searchParams.delete(name);
  }
  return { uri: address.href, dbName: decodeURIComponent(address.pathname.slice(1)) || undefined };
}

/** Whether the driver can read this address with all its options: an unencoded password can spill into other parts. */
export function isMongodbAddress(text: string): boolean {
  try {
    const { uri, dbName = '' } = readMongodbAddress(text);
    // Loaded only if there is an address: the settings are read before anything large is loaded.
    const { mongo } = require('mongoose') as typeof import('mongoose');
    new mongo.MongoClient(uri);
    return !/[@/\\. "$]/.test(dbName);
  } catch {
    return false;
  }
}
