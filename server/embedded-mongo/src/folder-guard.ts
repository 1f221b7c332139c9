import { createServer } from 'node:net';
import { identityOf } from './folder-identity';

/**
 * Holds a folder by a name that the kernel gives to one process at a time and takes back when that process ends, however
 * it ends: a Unix socket in Linux's abstract namespace. Elsewhere there is no such name, and everyone gets the guard.
 * It is not seen from other containers, unlike the lock file.
 * @returns what gives it back, or undefined if another process holds it
 */
export async function guardFolder(folder: string): Promise<(() => void) | undefined> {
  if (process.platform !== 'linux') return () => undefined;
  const identity = identityOf(folder);
  const server = createServer((connection) => connection.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen({ path: `\0embedded-mongo:${process.getuid?.()}:${identity}` }, () => {
      server.unref();
      resolve(() => server.close());
    });
  });
}
