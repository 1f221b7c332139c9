/// <reference lib="webworker" />
// The installed app's shell: it opens without a connection. The API and the socket never pass through here.

/** Filled in by the build: the shell's files, and a version that changes with them. */
declare const __SHELL__: { version: string; files: string[] };

const SHELL = __SHELL__;
const worker = self as unknown as ServiceWorkerGlobalScope;
const CACHE = `livelane-${SHELL.version}`;
const PAGE = '/';
/** How long the server may take over a page that is cached: some lines swallow requests, and fetching has no limit. */
const PATIENCE_MS = 3_000;
/** Cached files are the same for every request, regardless of the answer's `Vary`. */
const ANY_HEADERS = { ignoreVary: true };
/** Paths that the server answers itself; a page is never shown in their place. */
const NOT_PAGES = /^\/(v1|socket\.io|healthz|readyz|metrics)(\/|$)/;

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, ...SHELL.files])));
});

worker.addEventListener('activate', (event) => {
  const clear = async () => {
    await worker.registration.navigationPreload?.enable();
    const names = await caches.keys();
    // The previous worker is gone, and with it every page that used its files.
    await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(clear());
});

/** Windows that run this version, by the ids of their clients. */
const ownWindows = new Set<string>();

// Otherwise a window that is only reloaded would keep the former worker, whose page cannot read what this version stores.
worker.addEventListener('message', (event) => {
  const takeOver = async () => {
    if (SHELL.files.includes(new URL(event.data).pathname)) ownWindows.add((event.source as Client).id);
    const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    // Others may still need files of the former version.
    if (windows.every(({ id }) => ownWindows.has(id))) await worker.skipWaiting();
  };
  event.waitUntil(takeOver());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (!NOT_PAGES.test(pathname)) event.respondWith(page(event));
  } else if (pathname.startsWith('/assets/') || SHELL.files.includes(pathname)) {
    event.respondWith(asset(event));
  }
});

/** The server's page when it answers in time, so that a new version shows at once; otherwise the cached one. */
async function page(event: FetchEvent): Promise<Response> {
  const answer = served(event);
  // Also what comes too late has somebody who waits for it: browsers warn of a page that was fetched for nobody.
  event.waitUntil(answer.catch(() => undefined));
  const inTime = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const given = await Promise.race([answer.catch(() => undefined), inTime]);
  if (given && isOfServer(given)) return given;
  return (await cached(PAGE)) ?? answer;
}

async function served(event: FetchEvent): Promise<Response> {
  const preloaded = (await event.preloadResponse) as Response | undefined;
  // Without a server Firefox gives an answer that is an error, where others reject.
  if (preloaded?.type === 'error') throw new TypeError('the server cannot be reached');
  return preloaded ?? fetch(event.request);
}

/** The server has a page for every path: a 404 is a proxy's that does not find it. */
const isOfServer = ({ status }: Response): boolean => status < 500 && status !== 404;

/** Files are named by their content: cached ones are never out of date. */
async function asset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const kept = await cached(request);
  if (kept) return kept;
  const answer = await fetch(request);
  // Storage may be full or off: the page gets the file all the same, and does not wait for it to be kept.
  if (answer.ok) event.waitUntil(keep(request, answer.clone()).catch(() => undefined));
  return answer;
}

async function keep(request: Request, answer: Response): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(request, answer);
}

/** Nothing, too, while storage cannot be read. */
function cached(request: RequestInfo): Promise<Response | undefined> {
  return caches.match(request, ANY_HEADERS).catch(() => undefined);
}

/** A web push message of the server. */
interface PushedNotice {
  title: string;
  body: string;
  /** A later notice of the same task replaces it. */
  tag: string;
  language: string;
  url: string;
}

worker.addEventListener('push', (event) => {
  const show = async (): Promise<void> => {
    if (!event.data) return;
    const { title, body, tag, language, url } = event.data.json() as PushedNotice;
    const options = { body, tag, lang: language, icon: '/icons/192.png', data: { url } };
    await worker.registration.showNotification(title, options);
  };
  event.waitUntil(show());
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const open = async (): Promise<void> => {
    const { url } = event.notification.data as { url: string };
    const [window] = await worker.clients.matchAll({ type: 'window' });
    if (!window) {
      await worker.clients.openWindow(url);
      return;
    }
    await window.focus();
    await window.navigate(url);
  };
  event.waitUntil(open());
});
