// Imported first by every script: a clear word when Node is too old, before anything newer is used.
const NEEDED = [20, 19];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(
    `Livelane needs Node ${NEEDED.join('.')} or newer; this is Node ${process.versions.node}.\n` +
      'Install a newer one from https://nodejs.org and try again.',
  );
  process.exit(1);
}
