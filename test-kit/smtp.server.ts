import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. */
export interface ReceivedMail {
  to: string;
  headers: Record<string, string>;
  text: string;
  html: string;
}

/** The server's behaviour for the next mails, one after the other. */
type Behaviour =
  /** `repeats`: the refusal names the address that the link in the message leads to, as filters do. */
  | { refuse: number; at?: 'sender' | 'recipient' | 'message'; repeats?: 'the link' }
  | 'drop in the message'
  | 'lose the answer'
  | { delayMs: number };

export interface TestMailServer {
  /** SMTP_URL and MAIL_FROM of a server that sends through it. */
  settings: { smtpUrl: URL; from: string };
  received: ReceivedMail[];
  next(...behaviours: Behaviour[]): void;
  /** Resolves once this many mails have arrived in all. */
  arrived(count: number): Promise<ReceivedMail[]>;
  /** Resolves when the next mail begins to come in: it is not answered yet. */
  begun(): Promise<void>;
  /** Takes connections no more, and again. */
  setAway(isAway: boolean): Promise<void>;
  close(): Promise<void>;
}

/** A real mail server on 127.0.0.1 that keeps received mails. */
export async function startMailServer(): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const behaviours: Behaviour[] = [];
  const waiting: Array<() => void> = [];
  const expecting: Array<() => void> = [];
  let port = 0;
  let server: SMTPServer;
  /** Refuses a mail before its message if that comes next. */
  const refusalAt = (step: 'sender' | 'recipient'): Error | null => {
    const [next] = behaviours;
    if (typeof next !== 'object' || !('refuse' in next) || next.at !== step) return null;
    behaviours.shift();
    return Object.assign(new Error('not this one'), { responseCode: next.refuse });
  };
  const start = async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      // Some servers repeat what they were told.
      onAuth: ({ username = '', password = '' }, _session, done) => {
        const command = `AUTH PLAIN ${Buffer.from(`\0${username}\0${password}`).toString('base64')}`;
        done(new Error(`${command}: ${password} is wrong`));
      },
      onMailFrom: (_address, _session, done) => done(refusalAt('sender')),
      onRcptTo: (_address, _session, done) => done(refusalAt('recipient')),
      onData(stream, session, done) {
        for (const wake of expecting.splice(0)) wake();
        const behaviour = behaviours.shift();
        const cut = () => {
          for (const connection of server.connections) connection._socket.destroy();
        };
        if (behaviour === 'drop in the message') return cut();
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const mail = parseMail(Buffer.concat(chunks).toString('utf8'));
          if (typeof behaviour === 'object' && 'refuse' in behaviour) {
            const link = behaviour.repeats && /https?:\S+#\S+/.exec(mail.text)?.[0];
            const refusal = new Error(link ? `blocked: ${link}` : 'not this one');
            return done(Object.assign(refusal, { responseCode: behaviour.refuse }));
          }
          const take = () => {
            const to = session.envelope.rcptTo.map(({ address }) => address).join(',');
            received.push({ to, ...mail });
            if (behaviour === 'lose the answer') cut();
            else done();
            for (const wake of waiting.splice(0)) wake();
          };
          setTimeout(take, typeof behaviour === 'object' ? behaviour.delayMs : 0);
        });
      },
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
    port = (server.server.address() as AddressInfo).port;
  };
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  await start();
  return {
    settings: { smtpUrl: new URL(`smtp://127.0.0.1:${port}`), from: 'Livelane <livelane@example.org>' },
    received,
    next: (...more) => void behaviours.push(...more),
    async arrived(count) {
      while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return received;
    },
    begun: () => new Promise<void>((resolve) => expecting.push(resolve)),
    setAway: (isAway) => (isAway ? stop() : start()),
    close: stop,
  };
}

/** A message of two parts, text and HTML. */
function parseMail(source: string): Omit<ReceivedMail, 'to'> {
  const { headers, body } = splitHeaders(source);
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitHeaders(part.trimStart()));
  const partOf = (type: string) => {
    const part = parts.find((each) => each.headers['content-type']?.startsWith(type));
    const text = part ? decode(part.body, part.headers['content-transfer-encoding']) : '';
    return text.replaceAll('\r\n', '\n');
  };
  return { headers, text: partOf('text/plain'), html: partOf('text/html') };
}

function splitHeaders(source: string): { headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { headers, body: rest.join('\r\n\r\n') };
}

function decode(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The secret in the link to a page that a mail holds. */
export function secretIn({ text }: ReceivedMail, page: 'reset' | 'confirm' | 'invitation'): string {
  const secret = new RegExp(`/${page}#([\\w-]{43})`).exec(text)?.[1];
  if (!secret) throw new Error(`no link to ${page} in: ${text}`);
  return secret;
}
