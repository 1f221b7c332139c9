type Listener = (event: unknown) => void;

const listeners = new Map<string, Listener>();
const FILE = '/assets/late.js';
const ORIGIN = 'https://livelane.test';
const ENTRY = '/assets/early-1.js';
/** The windows of the product, by the ids of their clients. */
let windows: string[] = [];
const skipWaiting = jest.fn(async () => undefined);

beforeAll(() => {
  jest.useFakeTimers();
  const worker = {
    location: { origin: ORIGIN },
    skipWaiting,
    clients: {
      matchAll: async ({ includeUncontrolled = false }) =>
        windows.filter(() => includeUncontrolled).map((id) => ({ id })),
    },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  };
  Object.assign(globalThis, { self: worker, __SHELL__: { version: '1', files: [ENTRY] } });
  // Not a module: it has nothing to export.
  jest.requireActual('./service.worker');
});

/** What the page will get for a request, and what the worker stays for. */
function shownFor(pathname: string, mode: string): { answer: Promise<Response>; waited: Promise<unknown>[] } {
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
  return { answer, waited };
}

/** What the page gets for a request, once the worker has kept what it wants to keep. */
async function answerTo(pathname: string, mode = 'no-cors'): Promise<Response> {
  const { answer, waited } = shownFor(pathname, mode);
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

/** A server that answers when the returned function is called. */
function serveLate(): (answer: Response) => void {
  let arrive = (_answer: Response): void => undefined;
  const answer = new Promise<Response>((resolve) => {
    arrive = resolve;
  });
  jest.spyOn(globalThis, 'fetch').mockReturnValue(answer);
  return (given) => arrive(given);
}

/** Storage with the page in it. */
const withPage = () => storage({ match: async () => new Response('kept') });
const pageText = async () => (await answerTo('/board', 'navigate')).text();

it.each([
  [200, 'from the server'],
  [401, 'from the server'],
  [403, 'from the server'],
  [404, 'kept'],
  [500, 'kept'],
  [503, 'kept'],
])('shows for an answer of status %i the page that is %s', async (status, text) => {
  withPage();
  serve(status);
  expect(await pageText()).toBe(text);
});

it('hands on where the server sends somebody', async () => {
  withPage();
  const redirect = { status: 0, type: 'opaqueredirect' } as Response;
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(redirect);
  expect(await answerTo('/board', 'navigate')).toBe(redirect);
});

it('shows the kept page while a line swallows the request', async () => {
  withPage();
  const arrive = serveLate();
  const shown = shownFor('/board', 'navigate');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await (await shown.answer).text()).toBe('kept');
  // The worker lives until the late answer is there.
  arrive(new Response('late'));
  await Promise.all(shown.waited);
});

it('waits for a slow server when no page is kept', async () => {
  storage({});
  const arrive = serveLate();
  const shown = shownFor('/board', 'navigate');
  await jest.advanceTimersByTimeAsync(60_000);
  arrive(new Response('late'));
  expect(await (await shown.answer).text()).toBe('late');
});

it('shows the kept page without a server, and fails without both', async () => {
  withPage();
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no line'));
  expect(await pageText()).toBe('kept');
  storage({});
  await expect(answerTo('/board', 'navigate')).rejects.toThrow('no line');
});

it('hands on the page of a failing server when storage cannot be read', async () => {
  storage({ match: full });
  serve(503);
  expect((await answerTo('/', 'navigate')).status).toBe(503);
});

/** A window says which script it runs. @returns whether the worker takes the former one's place */
async function takesOverFor(id: string, script: string): Promise<boolean> {
  skipWaiting.mockClear();
  const waited: Promise<unknown>[] = [];
  listeners.get('message')?.({
    source: { id },
    data: ORIGIN + script,
    waitUntil: (work: Promise<unknown>) => waited.push(work),
  });
  await Promise.all(waited);
  return skipWaiting.mock.calls.length > 0;
}

it('takes the place of the former worker once each window runs its own version', async () => {
  windows = ['former', 'first', 'second'];
  expect(await takesOverFor('first', ENTRY)).toBe(false);
  expect(await takesOverFor('former', '/assets/early-0.js')).toBe(false);
  expect(await takesOverFor('second', ENTRY)).toBe(false);
  windows = ['first', 'second'];
  expect(await takesOverFor('second', ENTRY)).toBe(true);
});

it('leaves its files to a window of the former version that is the only one', async () => {
  windows = ['alone'];
  expect(await takesOverFor('alone', '/assets/early-0.js')).toBe(false);
});
