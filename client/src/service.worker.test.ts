type Listener = (event: unknown) => void;

const listeners = new Map<string, Listener>();
const FILE = '/assets/late.js';
const ORIGIN = 'https://livelane.test';

beforeAll(() => {
  const worker = {
    location: { origin: ORIGIN },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  };
  Object.assign(globalThis, { self: worker, __SHELL__: { version: '1', files: [] } });
  // Not a module: it has nothing to export.
  jest.requireActual('./service.worker');
});

/** What the page gets for a request, once the worker has kept what it wants to keep. */
async function answerTo(pathname: string, mode = 'no-cors'): Promise<Response> {
  const waited: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  listeners.get('fetch')?.({
    request: { url: `${ORIGIN}${pathname}`, method: 'GET', mode },
    preloadResponse: Promise.resolve(undefined),
    respondWith: (given: Promise<Response>) => {
      answer = given;
    },
    waitUntil: (work: Promise<unknown>) => waited.push(work),
  });
  if (!answer) throw new Error('the worker leaves it to the browser');
  const given = await answer;
  await Promise.all(waited);
  return given;
}

/** Storage as it is, but for what is given. */
function storage(given: Partial<CacheStorage>): void {
  const usual = { match: async () => undefined, open: async () => ({ put: async () => undefined }) };
  Object.assign(globalThis, { caches: { ...usual, ...given } });
}

const serve = (status: number) =>
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('from the server', { status }));

const full = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'));

it('keeps a file that it has fetched', async () => {
  const kept: string[] = [];
  const put = async (_request: unknown, answer: Response) => void kept.push(await answer.text());
  storage({ open: async () => ({ put }) as unknown as Cache });
  serve(200);
  expect(await (await answerTo(FILE)).text()).toBe('from the server');
  expect(kept).toEqual(['from the server']);
});

it.each<[string, Partial<CacheStorage>]>([
  ['is full', { open: async () => ({ put: full }) as unknown as Cache }],
  ['cannot be opened', { open: full }],
  ['cannot be read', { match: full, open: full }],
])('hands on a file that it has fetched when storage %s', async (_how, given) => {
  storage(given);
  serve(200);
  expect(await (await answerTo(FILE)).text()).toBe('from the server');
});

it('hands on the page of a failing server when storage cannot be read', async () => {
  storage({ match: full });
  serve(503);
  expect((await answerTo('/', 'navigate')).status).toBe(503);
});
