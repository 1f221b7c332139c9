/**
 * In most browsers an `import()` that has failed once fails forever: the page remembers it, as well as each file that
 * the script imports. (The HTML standard required that until 2025.) So a late script is fetched first with all of its
 * imports, and imported when nothing is missing. Then it comes from the browser's cache.
 *
 * The first screen's scripts are fetched at once and in parallel. When one of them fails, nobody has typed anything
 * yet, so the page is reloaded.
 */

/** Files that are loaded or loading, by path. */
const files = new Map<string, Promise<void>>();
/** Files of the first screen that the browser may remember as failed. */
const failedFirst = new Set<string>();

/** The server does not have the script: it has another version than this page. */
export class ScriptMissing extends Error {}

/** Pause before the server is probed again. */
const ASK_AGAIN_MS = 2_000;
/** Storage key of the time and number of consecutive reloads, for the tab's lifetime. */
const RELOADS = 'livelane-reloads';
/** Longest pause between two reloads, and the time after which their count restarts. */
const RELOAD_PAUSE_MAX_MS = 60_000;

/**
 * Replaces each `import()` in the built product.
 * @param load the import itself
 * @param names its scripts and styles, itself included, without the leading slash
 */
export async function importLate<Module>(load: () => Promise<Module>, names: string[] = []): Promise<Module> {
  const paths = names.map((name) => `/${name}`);
  const isFirst = !document.getElementById('root')?.hasChildNodes();
  await Promise.all(paths.map((path) => have(path, isFirst)));
  try {
    return await load();
  } catch (error) {
    if (isFirst) {
      for (const path of paths) {
        files.delete(path);
        failedFirst.add(path);
      }
    } else if (paths.some((path) => failedFirst.has(path))) {
      // It may have been fetched before the first failure: a reload helps only once all files are available.
      await Promise.all(paths.map((path) => have(path, false)));
      return loadPageAnew();
    }
    throw error;
  }
}

function have(path: string, isFirst: boolean): Promise<void> {
  const known = files.get(path);
  if (known) return known;
  const coming = path.endsWith('.css') ? style(path) : script(path, isFirst);
  files.set(path, coming);
  coming.catch(() => files.delete(path));
  return coming;
}

async function script(path: string, isFirst: boolean): Promise<void> {
  if (!isFirst) {
    const answer = await fetch(path);
    if (answer.status === 404) throw new ScriptMissing(path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    // Read to the end, so that it is in the cache.
    await answer.arrayBuffer();
  } else if (!document.querySelector(`link[href="${path}"]`)) {
    appendLink('modulepreload', path);
  }
}

function style(path: string): Promise<void> {
  if (document.querySelector(`link[rel="stylesheet"][href="${path}"]`)) return Promise.resolve();
  const link = appendLink('stylesheet', path);
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${path} cannot be fetched`));
    });
  });
}

function appendLink(rel: string, path: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = rel;
  link.crossOrigin = '';
  link.href = path;
  return document.head.appendChild(link);
}

/** Reloads the page, with growing pauses while that does not help, to avoid an endless loop. */
async function loadPageAnew(): Promise<never> {
  const { at, count } = JSON.parse(sessionStorage.getItem(RELOADS) ?? '{"at":0,"count":0}') as Reloads;
  const inARow = Date.now() - at > 2 * RELOAD_PAUSE_MAX_MS ? 0 : count;
  const pause = inARow === 0 ? 0 : Math.min(1_000 * 2 ** inARow, RELOAD_PAUSE_MAX_MS);
  await new Promise((resolve) => setTimeout(resolve, pause));
  sessionStorage.setItem(RELOADS, JSON.stringify({ at: Date.now(), count: inARow + 1 } satisfies Reloads));
  window.location.reload();
  return new Promise<never>(() => undefined);
}
interface Reloads {
  /** By the client's clock. */
  at: number;
  count: number;
}

/** For a page without content: reloads it once the server answers. */
export function loadPageAnewOnAnswer(): void {
  const ask = async () => {
    try {
      if ((await fetch('/healthz', { cache: 'no-store' })).ok) await loadPageAnew();
    } catch {
      // The server is still away.
    }
  };
  window.setInterval(ask, ASK_AGAIN_MS);
}
