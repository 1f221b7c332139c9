import { restoreEmbeddedMongo } from '../../src/backup';

/** Restores the back-up that its second argument names into the folder of the first. */
async function main([folder, file]: string[]): Promise<void> {
  await restoreEmbeddedMongo({ folder: folder as string, file: file as string });
}

main(process.argv.slice(2)).then(
  () => process.stdout.write('restored\n'),
  (error: Error) => process.stdout.write(`${error.message}\n`),
);
