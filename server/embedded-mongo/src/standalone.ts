import { startEmbeddedMongo } from './embedded-mongo';

/**
 * The database on its own: `EMBEDDED_MONGO_FOLDER` is served until SIGINT or SIGTERM, so that several programs on one
 * machine can share it.
 */
async function main(): Promise<void> {
  const folder = process.env.EMBEDDED_MONGO_FOLDER ?? process.argv[2];
  if (!folder) throw new Error('name the data folder: EMBEDDED_MONGO_FOLDER, or the first argument');
  const database = await startEmbeddedMongo({ folder });
  if (!database.owner) {
    console.log(`another process serves ${folder} already: ${database.uri}`);
    return;
  }
  console.log(`serving ${folder} at ${database.uri}`);
  const stop = (): void => {
    void database.close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
