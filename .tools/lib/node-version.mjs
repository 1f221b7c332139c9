// Imported first by every script: a clear error when Node is too old, before anything newer is used.
/** As `engines` in package.json: of an even version's line the first that the packages work with; uneven ones are short-lived. */
const FIRST_MINORS = { 20: 19, 22: 13 };
const FROM = 24;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < FROM && !(minor >= FIRST_MINORS[major])) {
  console.error(
    `Livelane needs Node 20.19, 22.13, 24 or newer; this is Node ${process.versions.node}.\n` +
      'Install a newer one from https://nodejs.org and try again.',
  );
  process.exit(1);
}
