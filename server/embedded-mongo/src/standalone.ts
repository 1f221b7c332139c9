import { startEmbeddedMongo } from './embedded-mongo';

const USAGE = 'usage: [EMBEDDED_MONGO_FOLDER=FOLDER] npm run database | node standalone.js FOLDER';

/**
 * The database on its own: `EMBEDDED_MONGO_FOLDER` is served until SIGINT or SIGTERM, so that several programs on one
 * machine can share it.
 */
async function main(words: string[]): Promise<void> {
  const folder = process.env.EMBEDDED_MONGO_FOLDER ?? words[0];
  if (!folder || words.length > 1 || words[0]?.startsWith('-')) throw new Error(USAGE);
  const database = await startEmbeddedMongo({ folder });
  if (!database.owner) {
    console.log(`another process serves ${folder} already: ${database.uri}`);
    return;
  }
  console.log(`serving ${folder} at ${database.uri}`);
  let stopping = false;
  // Ctrl+C reaches it from the terminal and from npm: the second one must not end what the first one has begun.
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    void database.close().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
