/** @jest-environment jsdom */
import { StubNetwork } from '#test/network';
import { keepPush, pushState, startPush, stopPush } from './push.browser';

const [ME, OTHER] = ['me', 'other'];
/** A key in the server's format. */
const key = (byte: number) => Buffer.alloc(65, byte).toString('base64url');

/** A browser that lets pages subscribe, which jsdom does not. */
function browser() {
  let current: { key: string; unsubscribe: () => Promise<boolean> } | null = null;
  let made = 0;
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (current && current.key !== applicationServerKey) throw new Error('another key');
      const bytes = Uint8Array.from(Buffer.from(applicationServerKey, 'base64url')).buffer;
      const endpoint = `https://push.example/${current ? made : ++made}`;
      current = Object.assign(current ?? {}, {
        key: applicationServerKey,
        options: { applicationServerKey: bytes },
        toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
        unsubscribe: async () => {
          current = null;
          return true;
        },
      });
      return current;
    },
  };
  const registration = { pushManager };
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  const Notification = { permission: 'granted', requestPermission: async () => 'granted' };
  Object.assign(window, { PushManager: class {}, Notification });
}

function server() {
  const keys = { publicKey: key(1) };
  const network = new StubNetwork({
    'GET /notifications/push': () => ({ body: keys }),
    'POST /notifications/push': { status: 201, body: { id: 'subscription' } },
    'DELETE /notifications/push/subscription': { status: 204 },
  });
  const reported = () =>
    network.calls.flatMap(({ method, body }) =>
      method === 'POST' ? [(body as { endpoint: string }).endpoint] : [],
    );
  return { keys, network, reported };
}

beforeEach(() => {
  localStorage.clear();
  browser();
});

test('who has switched it on has it on, nobody else who signs in in this browser', async () => {
  const { network } = server();
  expect(pushState(ME)).toBe('off');
  expect(await startPush(ME)).toBe(true);
  expect([pushState(ME), pushState(OTHER)]).toEqual(['on', 'off']);
  await stopPush();
  expect(pushState(ME)).toBe('off');
  expect(network.made('DELETE')).toEqual(['DELETE /notifications/push/subscription']);
});

test('it is off where the browser has forgotten its permission, until it is asked again', async () => {
  const { reported } = server();
  await startPush(ME);
  Object.assign(Notification, { permission: 'default' });
  expect(pushState(ME)).toBe('off');
  await keepPush(ME);
  expect(reported()).toHaveLength(1);
  Object.assign(Notification, { permission: 'granted' });
  expect(pushState(ME)).toBe('on');
});

test('a new session registers the browser again, for its user alone', async () => {
  const { reported } = server();
  await keepPush(ME);
  expect(reported()).toEqual([]);
  await startPush(ME);
  await keepPush(OTHER);
  await keepPush(ME);
  expect(reported()).toEqual(['https://push.example/1', 'https://push.example/1']);
});

test('where the server has other keys the browser subscribes again', async () => {
  const { keys, reported } = server();
  await startPush(ME);
  keys.publicKey = key(255);
  await keepPush(ME);
  expect(reported()).toEqual(['https://push.example/1', 'https://push.example/2']);
});

test('a browser that blocks site data has no push', () => {
  jest.spyOn(window, 'localStorage', 'get').mockImplementationOnce(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  expect(pushState(ME)).toBe('unsupported');
});
