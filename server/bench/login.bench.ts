import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startLivelane } from '../../test-kit/livelane.process';
import { signUp } from '../../test-kit/team';

/*
 * How long a refused login takes for an e-mail that is known and for one that is not: whoever measures must not be
 * able to tell them apart. Usage: npm run bench -- login
 */
const WARM_UP = 10;
const ATTEMPTS = 300;

const at = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

/** Milliseconds of one refused login; each comes from an address of its own, so that no limit is met. */
async function refused(url: string, email: string, attempt: number): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`${url}/v1/auth/login`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.0.${Math.floor(attempt / 250)}.${(attempt % 250) + 1}`,
    },
    body: JSON.stringify({ email, password: 'a wrong password' }),
  });
  await answer.text();
  const ms = performance.now() - start;
  if (answer.status !== 401) throw new Error(`status ${answer.status}`);
  return ms;
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'livelane-bench-'));
  const server = await startLivelane({ dataDir, env: { TRUST_PROXY: '1' } });
  try {
    const { email } = await signUp(server.url, 'Bench');
    const times = { known: [] as number[], unknown: [] as number[] };
    let attempt = 0;
    for (let n = -WARM_UP; n < ATTEMPTS; n++) {
      const known = await refused(server.url, email, attempt++);
      const unknown = await refused(server.url, `nobody.${attempt}@example.org`, attempt++);
      if (n < 0) continue;
      times.known.push(known);
      times.unknown.push(unknown);
    }
    console.table(
      Object.entries(times).map(([address, values]) => ({
        address,
        attempts: values.length,
        medianMs: at(values, 0.5).toFixed(2),
        p25Ms: at(values, 0.25).toFixed(2),
        p75Ms: at(values, 0.75).toFixed(2),
      })),
    );
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

void main();
