// npm run dev: server and client side by side, each reloading when its files change.
import './lib/node-version.mjs';
import { buildIfNeeded } from './build.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { bin, run } from './lib/run.mjs';

const CLIENT_PORT = 5173;

await ensureInstalled();
await buildIfNeeded(['worker']);
process.exitCode = await run(
  bin('concurrently'),
  [
    '--kill-others',
    '--names=server,client',
    '--prefix-colors=blue,magenta',
    'tsx watch --clear-screen=false server/src/server.ts',
    `vite client --port ${CLIENT_PORT} --strictPort`,
  ],
  {
    env: {
      ...process.env,
      NODE_ENV: process.env.NODE_ENV ?? 'development',
      // Browsers reach the server through Vite here; other origins are refused.
      PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${CLIENT_PORT}`,
    },
  },
);
