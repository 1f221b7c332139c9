/** @jest-environment jsdom */
import { joinTabs } from './joinTabs';

interface Request {
  grant: () => unknown;
  lose: () => void;
}

/** The locks of one browser: for one name, with the standard's `signal` and `steal`. */
class Locks {
  private queue: Request[] = [];

  request(_name: string, { signal, steal }: LockOptions, grant: () => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new DOMException('', 'AbortError'));
      const end = () => {
        const isHolder = this.queue[0] === request;
        this.queue = this.queue.filter((each) => each !== request);
        if (isHolder) this.queue[0]?.grant();
      };
      const request = { grant: () => void Promise.resolve(grant()).then(end).then(resolve), lose: fail };
      signal?.addEventListener('abort', () => {
        if (this.queue.indexOf(request) < 1) return;
        end();
        fail();
      });
      if (steal) {
        this.queue.splice(0, 1, request)[0]?.lose();
        request.grant();
      } else if (this.queue.push(request) === 1) request.grant();
    });
  }
}

beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new Locks() });
  globalThis.BroadcastChannel = class {
    close() {}
  } as unknown as typeof BroadcastChannel;
});

const look = (state: DocumentVisibilityState) =>
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);

const settle = () => new Promise((resolve) => setTimeout(resolve));

/** A tab that opens in the front, or behind. */
async function open(state: DocumentVisibilityState) {
  look(state);
  const [lead, follow] = [jest.fn(), jest.fn()];
  // The page's events reach all tabs of this document: each gets its own.
  const heard: Array<() => void> = [];
  const listening = [document, window].map((target) =>
    jest
      .spyOn(target, 'addEventListener')
      .mockImplementation((...args: unknown[]) => void heard.push(args[1] as () => void)),
  );
  const close = joinTabs('tabs', jest.fn()).becomeLeader(lead, follow);
  for (const spy of listening) spy.mockRestore();
  await settle();
  const show = async () => {
    look('visible');
    for (const run of heard) run();
    await settle();
  };
  const leads = () => lead.mock.calls.length > follow.mock.calls.length;
  return { leads, show, close, lead };
}

it('R18 the tab that its user sees leads, also if the former one is suspended and never lets go', async () => {
  const former = await open('visible');
  const later = await open('visible');
  expect([former.leads(), later.leads()]).toEqual([false, true]);
  await former.show();
  expect([former.leads(), later.leads()]).toEqual([true, false]);
  expect(former.lead).toHaveBeenCalledTimes(2);
});

it('R18 a tab that opens behind waits until the leading one closes, and leads unseen', async () => {
  const front = await open('visible');
  const behind = await open('hidden');
  expect([front.leads(), behind.leads()]).toEqual([true, false]);
  front.close();
  await settle();
  expect(behind.leads()).toBe(true);
});

it('R18 one that lost the lead gets it back when the other closes', async () => {
  const former = await open('visible');
  const later = await open('visible');
  later.close();
  await settle();
  expect(former.leads()).toBe(true);
  const third = await open('hidden');
  former.close();
  await settle();
  expect(third.leads()).toBe(true);
  expect(former.lead).toHaveBeenCalledTimes(2);
});

it('R18 a tab whose site data is blocked, and with it locks and channels, leads until it closes', async () => {
  const denial = new DOMException('The request was denied.', 'SecurityError');
  const request = () => Promise.reject(denial);
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  globalThis.BroadcastChannel = class {
    constructor() {
      throw denial;
    }
  } as unknown as typeof BroadcastChannel;
  const tab = await open('hidden');
  await tab.show();
  await tab.show();
  expect(tab.leads()).toBe(true);
  expect(tab.lead).toHaveBeenCalledTimes(1);
});
