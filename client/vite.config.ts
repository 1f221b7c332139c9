import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where the server listens during development. */
const SERVER = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
/** Smaller files gain nothing from compression. */
const MIN_BYTES = 1024;

/** Writes .br and .gz beside each asset, so that the server compresses nothing that never changes. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle() {
      const folder = path.resolve(import.meta.dirname, 'dist/assets');
      const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const file = path.join(folder, name);
          const bytes = await readFile(file);
          if (bytes.length < MIN_BYTES) return;
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
          await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
          await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        }),
      );
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', sourcemap: false },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/v1': SERVER,
      '/socket.io': { target: SERVER, ws: true },
    },
  },
});
