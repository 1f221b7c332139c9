import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type RequestHandler, Router, static as serveStatic } from 'express';

/** Vite names files in assets/ by their content: they never change. */
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

const ENCODINGS = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const;

/** The ways in that the pages before the sign-in offer. */
interface WaysIn {
  registration: 'open' | 'invited';
  /** The provider of single sign-on; `isOnly`: only administrators have passwords. */
  oidc?: { name: string; isOnly: boolean } | undefined;
}

/**
 * Serves the built client with its precompressed files; unknown paths get the page, whose router decides. The page
 * says in meta elements how people get in, so that its first screen needs no request for it.
 */
export function clientFiles(folder: string, waysIn: WaysIn): Router {
  const router = Router();
  const assets = path.join(folder, 'assets');
  router.use(
    '/assets',
    precompressed(assets),
    serveStatic(assets, { immutable: true, maxAge: YEAR_MS, fallthrough: true }),
  );
  router.use('/assets', (_req, res) => void res.status(404).set('Cache-Control', 'no-store').end());
  const sendPage: RequestHandler = async (req, res, next) => {
    if (!req.accepts('html')) return next();
    // Not cached, so that it matches its scripts.
    const page = await readFile(path.join(folder, 'index.html'), 'utf8');
    res.set('Cache-Control', 'no-cache');
    res.type('html').send(page.replace('</head>', () => `${metasOf(waysIn)}</head>`));
  };
  router.get('/index.html', sendPage);
  router.use(serveStatic(folder, { index: false, cacheControl: true, maxAge: 0 }));
  router.get('/{*path}', sendPage);
  return router;
}

function metasOf({ registration, oidc }: WaysIn): string {
  const metas = registration === 'invited' ? '<meta name="livelane-registration" content="invited" />' : '';
  if (!oidc) return metas;
  const text = oidc.name.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `${metas}<meta name="livelane-provider" content="${text}"${oidc.isOnly ? ' data-only' : ''} />`;
}

function precompressed(folder: string): RequestHandler {
  // Listed once: strangers could fill the memory with names if each that is asked for were remembered.
  const files = new Set(readdirSync(folder));
  return (req, res, next) => {
    if (!/^\/[\w.-]+$/.test(req.path)) return next();
    const packed = ENCODINGS.filter(({ extension }) => files.has(req.path.slice(1) + extension));
    if (packed.length > 0) res.vary('Accept-Encoding');
    const encoding = packed.find(({ name }) => req.acceptsEncodings(name));
    if (encoding) {
      res.type(path.extname(req.path));
      res.set('Content-Encoding', encoding.name);
      req.url = req.path + encoding.extension;
    }
    next();
  };
}
