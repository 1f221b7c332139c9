import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Settings } from '../../config';
import { about, type Finding, reasonOf } from './finding';

const WAIT_MS = 10_000;
/** RFC 6455: the server appends this to the key before it hashes it. */
const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** A server that frames its first message: Engine.IO's open packet. */
const OPEN_PACKET = '0{';

const PASS_UPGRADES =
  'let the proxy pass WebSocket upgrades of /socket.io. nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade"; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; Apache: mod_proxy_wstunnel with upgrade=websocket; Caddy needs nothing';

interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
  /** The connection has become a WebSocket. */
  upgraded: boolean;
}

/** Checks PUBLIC_URL as a browser uses it: pages, long-polling, WebSocket. */
export async function checkPublic(
  url: URL,
  { trustProxy }: Pick<Settings, 'trustProxy'>,
): Promise<Finding[]> {
  const { ok, warning, fault } = about('public address');
  let health: Reply;
  try {
    health = await get(new URL('/healthz', url));
  } catch (error) {
    return [
      fault(
        `nothing answers at ${url.origin} (${reasonOf(error)}): start the server, and let PUBLIC_URL name where browsers reach it`,
      ),
    ];
  }
  if (health.status !== 200 || !health.body.startsWith('{"ok":true')) {
    const where = health.headers.location ? `, and leads to ${health.headers.location}` : '';
    return [
      fault(
        `${url.origin}/healthz is not Livelane’s (status ${health.status}${where}): let PUBLIC_URL be the final address, and the proxy lead to HOST and PORT`,
      ),
    ];
  }
  const findings = [ok(`${url.origin} is Livelane`)];
  const proxy = health.headers.via ?? health.headers.server;
  if (proxy && trustProxy === 0) {
    findings.push(
      warning(
        `a proxy (${proxy}) stands in front and TRUST_PROXY is 0: set TRUST_PROXY=1, or all users share one limit of logins`,
      ),
    );
  }
  findings.push(await checkWebSocket(url), await checkPolling(url));
  return findings;
}

async function checkWebSocket(url: URL): Promise<Finding> {
  const { ok, fault } = about('websocket');
  const key = randomBytes(16).toString('base64');
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': key,
    Origin: url.origin,
  };
  try {
    const reply = await get(new URL('/socket.io/?EIO=4&transport=websocket', url), headers);
    if (!reply.upgraded) return fault(whyNotUpgraded(url, reply));
    const accept = createHash('sha1').update(`${key}${WEBSOCKET_GUID}`).digest('base64');
    if (reply.headers['sec-websocket-accept'] !== accept || !reply.body.includes(OPEN_PACKET)) {
      return fault(`something else than Livelane took the WebSocket: ${PASS_UPGRADES}`);
    }
    return ok('gets through: changes are pushed at once');
  } catch (error) {
    return fault(`the connection was cut (${reasonOf(error)}): ${PASS_UPGRADES}`);
  }
}

function whyNotUpgraded(url: URL, { status, body }: Reply): string {
  // Engine.IO reports this with status 400.
  if (status === 403 || body.includes('Forbidden')) {
    return `the server refuses pages of ${url.origin}: start it with PUBLIC_URL=${url.origin}`;
  }
  if (status === 404 || status === 502 || status === 503 || status === 504) {
    return `/socket.io is answered with ${status}: let the proxy lead this path to the server, too`;
  }
  return `the upgrade was answered with ${status}: ${PASS_UPGRADES}`;
}

async function checkPolling(url: URL): Promise<Finding> {
  const { ok, warning } = about('long-polling');
  try {
    const { status, body } = await get(new URL('/socket.io/?EIO=4&transport=polling', url), {
      Origin: url.origin,
    });
    return status === 200 && body.startsWith(OPEN_PACKET)
      ? ok(
          'gets through, for users whose own network blocks WebSocket; with several nodes it needs sticky sessions',
        )
      : warning(
          `is answered with ${status}: users whose network blocks WebSocket get changes every 60 seconds`,
        );
  } catch (error) {
    return warning(`does not get through (${reasonOf(error)})`);
  }
}

/** One request without redirects; of a WebSocket the bytes of its first frame. */
function get(url: URL, headers: Record<string, string> = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, { headers, timeout: WAIT_MS, agent: false });
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', reject);
    request.on('response', (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => {
        body += text;
      });
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body, upgraded: false }),
      );
    });
    request.on('upgrade', (answer, socket, head) => {
      const take = (frame: Buffer) => {
        socket.destroy();
        const body = frame.toString('latin1');
        resolve({ status: 101, headers: answer.headers, body, upgraded: true });
      };
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('it was closed before anything came')));
      socket.setTimeout(WAIT_MS, () => reject(new Error('nothing came over the WebSocket')));
      if (head.length > 0) take(head);
      else socket.once('data', take);
    });
    request.end();
  });
}
