import { backupEmbeddedMongo, restoreEmbeddedMongo } from './backup';

const USAGE = 'usage: backup-cli backup FOLDER FILE | backup-cli restore FOLDER FILE [--replace]';

/** Command line of the two functions in backup.ts. */
async function main([action, folder, file, flag]: string[]): Promise<void> {
  if (!folder || !file) throw new Error(USAGE);
  if (action === 'backup') await backupEmbeddedMongo({ folder, file });
  else if (action === 'restore') await restoreEmbeddedMongo({ folder, file, replace: flag === '--replace' });
  else throw new Error(USAGE);
  console.log(action === 'backup' ? `${folder} was written to ${file}` : `${file} was restored to ${folder}`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
