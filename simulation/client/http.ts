import type { Session } from '@livelane/shared/auth/auth.schema';
import type { Requests } from '../run/requests';
import type { Cluster } from '../server/cluster';
import type { NodeAnswer, NodeRequest } from '../server/node.entry';
import type { World } from '../world/world';
import type { Line } from './line';

/** How long a refused connection takes to fail. */
const REFUSED_MS = 5;

interface FetchOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

/** The tab's `fetch` over a line that can lose, double and delay. */
export function fetchOver(world: World, line: Line, cluster: Cluster, session: Session, requests: Requests) {
  return (url: string, options: FetchOptions = {}): Promise<unknown> => {
    const { method = 'GET', headers = {}, body, signal } = options;
    const request: NodeRequest = {
      method,
      path: url.replace(/^\/v1/, ''),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      body: body === undefined ? undefined : JSON.parse(body),
      userId: session.user.id,
    };
    requests.noteSent(request, world.now());
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      const fail = () => reject(new TypeError('Failed to fetch'));
      void travel(world, line, cluster, request, session).then((answer) => {
        if (answer === 'lost') return;
        if (answer === 'failed') {
          fail();
          return;
        }
        if (signal?.aborted) return;
        requests.noteAnswer(request, answer, world.now());
        resolve(responseOf(answer));
      });
    });
  };
}

async function travel(
  world: World,
  line: Line,
  cluster: Cluster,
  request: NodeRequest,
  session: Session,
): Promise<NodeAnswer | 'failed' | 'lost'> {
  const { weather, random } = line;
  if (line.state === 'down') {
    await world.wait(REFUSED_MS);
    return 'failed';
  }
  await world.wait(line.latency());
  const afterWay = lostOnTheWay(line, weather.lostRequests);
  if (afterWay) return afterWay;
  // Accounts are not simulated: the session continues.
  const fixed = { '/healthz': {}, '/auth/refresh': session }[request.path];
  if (fixed) return cluster.isUp() ? { status: 200, headers: {}, text: JSON.stringify(fixed) } : 'failed';
  if (random.chance(weather.doubledRequests))
    void world.wait(line.latency() * 3).then(() => cluster.handle(structuredClone(request)));
  const answer = await cluster.handle(request);
  await world.wait(line.latency());
  if (answer === null) return 'failed';
  return lostOnTheWay(line, weather.lostAnswers) ?? answer;
}

function lostOnTheWay(line: Line, share: number): 'failed' | 'lost' | null {
  if (line.state === 'down') return 'failed';
  if (line.state === 'hole') return 'lost';
  if (!line.random.chance(share)) return null;
  return line.random.chance(0.5) ? 'failed' : 'lost';
}

function responseOf({ status, headers, text }: NodeAnswer) {
  return {
    status,
    ok: status >= 200 && status < 300,
    statusText: String(status),
    headers: new Headers(headers),
    // Most answers are read as a whole.
    get body() {
      return new Response(text).body;
    },
    json: async () => JSON.parse(text) as unknown,
    text: async () => text,
  };
}
