/**
 * In most browsers an `import()` that has failed once fails for ever: the page remembers it, and so it does each file that
 * the script imports. (The HTML standard asked for that until 2025.) So a script that comes late is fetched first with all
 * that it imports, and imported when nothing is missing. Then it comes from the browser's cache.
 *
 * The first screen's scripts are fetched at once and in parallel. When one of them fails nobody has typed anything yet,
 * and the page is loaded again.
 */

/** Files that are here or on their way, by path. */
const files = new Map<string, Promise<void>>();
/** Files of the first screen that the browser may remember as failed. */
const failedFirst = new Set<string>();

/** Pause before the server is asked again whether it answers. */
const ASK_AGAIN_MS = 2_000;
/** When, and how often in a row, the page was loaded again, kept for the tab's life. */
const RELOADS = 'livelane-reloads';
/** Longest pause between two reloads, and the calm after which they count from none again. */
const RELOAD_PAUSE_MAX_MS = 60_000;

/**
 * Stands behind each `import()` of the built product.
 * @param load the import itself
 * @param names what it needs: scripts and styles, itself included, without the leading slash
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
      // It may have been fetched before the first failure was known: a reload helps only once all is there.
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
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    // To its end, so that it is in the cache.
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

/** Loads the page again, later each time while that does not help: what stays broken is not requested in an endless loop. */
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

/** For a page that has nothing to show: loads it again once the server answers. */
export function loadPageAnewOnAnswer(): void {
  const ask = async () => {
    try {
      if ((await fetch('/healthz', { cache: 'no-store' })).ok) await loadPageAnew();
    } catch {
      // Still away.
    }
  };
  window.setInterval(ask, ASK_AGAIN_MS);
}
