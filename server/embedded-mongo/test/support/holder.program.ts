import { startEmbeddedMongo } from '../../src/embedded-mongo';

/** Serves the folder that its first argument names until it is killed. */
startEmbeddedMongo({ folder: process.argv[2] as string, relaxed: true }).then(
  (database) => process.stdout.write(`${database.owner ? 'owner' : 'guest'}\n`),
  (error: Error) => {
    process.stdout.write(`${error.message}\n`);
    process.exit(1);
  },
);
