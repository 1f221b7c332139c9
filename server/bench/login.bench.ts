import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startLivelane } from '../../test-kit/livelane.process';
import { secretIn, startMailServer, type TestMailServer } from '../../test-kit/smtp.server';
import { call, signUp } from '../../test-kit/team';

/*
 * How long a refused login, a forgotten password and a wrong link take where the email or the link is known and where
 * it is not: nobody who measures may be able to tell them apart. Usage: npm run bench -- login
 */
const WARM_UP = 10;
const ATTEMPTS = 300;

const at = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

/** Milliseconds of one call; each comes from an address of its own, so that no limit is met. */
async function timeOf(url: string, { path: to, body, status }: Attempt, attempt: number): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`${url}/v1/auth/${to}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.0.${Math.floor(attempt / 250)}.${(attempt % 250) + 1}`,
    },
    body: JSON.stringify(body),
  });
  await answer.text();
  const ms = performance.now() - start;
  if (answer.status !== status) throw new Error(`status ${answer.status}`);
  return ms;
}

interface Attempt {
  /** Below /v1/auth. */
  path: 'login' | 'forgot' | 'reset';
  body: object;
  status: number;
}

const login = (email: string): Attempt => ({
  path: 'login',
  body: { email, password: 'a wrong password' },
  status: 401,
});
const forgot = (email: string): Attempt => ({ path: 'forgot', body: { email }, status: 204 });
const reset = (secret: string): Attempt => ({
  path: 'reset',
  body: { secret, password: 'another long one' },
  status: 404,
});

/** A secret that has been used: it was one. */
async function usedSecret(url: string, mails: TestMailServer, email: string): Promise<string> {
  await call(url, 'POST', '/auth/forgot', { body: { email } });
  const [mail] = await mails.arrived(1);
  if (!mail) throw new Error('no mail');
  const secret = secretIn(mail, 'reset');
  await call(url, 'POST', '/auth/reset', { body: { secret, password: 'another long one' } });
  return secret;
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'livelane-bench-'));
  const mails = await startMailServer();
  const { smtpUrl, from } = mails.settings;
  const server = await startLivelane({
    dataDir,
    env: { TRUST_PROXY: '1', SMTP_URL: smtpUrl.href, MAIL_FROM: from },
  });
  try {
    const { url } = server;
    const { email } = await signUp(url, 'Bench');
    const used = await usedSecret(url, mails, email);
    const stranger = (n: number) => `nobody.${n}@example.org`;
    const unknown = () => randomBytes(32).toString('base64url');
    const pairs: Record<Attempt['path'], (n: number) => { known: Attempt; unknown: Attempt }> = {
      login: (n) => ({ known: login(email), unknown: login(stranger(n)) }),
      forgot: (n) => ({ known: forgot(email), unknown: forgot(stranger(n)) }),
      reset: () => ({ known: reset(used), unknown: reset(unknown()) }),
    };
    let attempt = 0;
    for (const [name, pair] of Object.entries(pairs)) {
      const times = { known: [] as number[], unknown: [] as number[] };
      for (let n = -WARM_UP; n < ATTEMPTS; n++) {
        const of = pair(n);
        // Either goes first as often: what the machine does besides falls on both.
        for (const which of n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
          const ms = await timeOf(url, of[which], attempt++);
          if (n >= 0) times[which].push(ms);
        }
      }
      console.table(
        Object.entries(times).map(([address, values]) => ({
          call: name,
          address,
          attempts: values.length,
          medianMs: at(values, 0.5).toFixed(2),
          p25Ms: at(values, 0.25).toFixed(2),
          p75Ms: at(values, 0.75).toFixed(2),
        })),
      );
    }
  } finally {
    await server.stop();
    await mails.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

void main();
