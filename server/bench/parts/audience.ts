import { setTimeout as wait } from 'node:timers/promises';
import { within } from '../../../test-kit/load/limit';
import { LiveClient } from '../../../test-kit/load/live.client';
import { quantile, spread, type Values } from '../../../test-kit/load/measure';

const ACTS = 40;
/** Between two acts, so that each is heard alone. */
const PAUSE_MS = 15;
/** Sockets that connect at once. */
const CONNECT_AT_ONCE = 50;

/** Times of one round, in milliseconds. */
export interface Heard {
  first: number[];
  last: number[];
}

/** Median, minimum and maximum over rounds of each quantile. */
export function heardValues(rounds: readonly number[][]): Values {
  const at = (part: number) => spread(rounds.map((times) => quantile(times, part)));
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Sockets that all wait for the same event. */
export class Audience {
  private heard = 0;
  private firstAt = 0;
  private onAll: (() => void) | null = null;

  private constructor(
    private readonly clients: readonly LiveClient[],
    event: string,
  ) {
    for (const client of clients) {
      client.onEvent = (text) => {
        if (!text.startsWith(`["${event}"`)) return;
        if (this.heard === 0) this.firstAt = performance.now();
        this.heard++;
        if (this.heard === clients.length) this.onAll?.();
      };
    }
  }

  /** Connects this many sockets. */
  static async open(url: string, count: number, auth: object = {}): Promise<Audience> {
    return new Audience(await connected(url, count, auth), 'board:ops');
  }

  /** Connects this many sockets for each of these people, who wait for their own notices. */
  static async ofPeople(url: string, tokens: readonly string[], each: number): Promise<Audience> {
    const clients: LiveClient[] = [];
    for (const token of tokens) clients.push(...(await connected(url, each, { token })));
    return new Audience(clients, 'notification:new');
  }

  async each(work: (client: LiveClient) => Promise<unknown>): Promise<void> {
    for (const client of this.clients) await work(client);
  }

  /** Each time of some, from the start of `act` until its event is heard by the first and by the last. */
  async listen(act: () => Promise<unknown>): Promise<Heard> {
    const heard: Heard = { first: [], last: [] };
    for (let n = 0; n < ACTS; n++) {
      const times = await this.hears(act);
      heard.first.push(times.first);
      heard.last.push(times.last);
      await wait(PAUSE_MS);
    }
    return heard;
  }

  /** Milliseconds from the start of `act` until the first and the last one have heard. */
  private async hears(act: () => Promise<unknown>): Promise<{ first: number; last: number }> {
    this.heard = 0;
    const all = new Promise<number>((resolve) => {
      this.onAll = () => resolve(performance.now());
    });
    const start = performance.now();
    const heard = within(`the event of a change, which ${this.clients.length} sockets wait for`, all);
    const [lastAt] = await Promise.all([heard, act()]);
    return { first: this.firstAt - start, last: lastAt - start };
  }

  close(): void {
    for (const client of this.clients) client.close();
  }
}

async function connected(url: string, count: number, auth: object): Promise<LiveClient[]> {
  const clients: LiveClient[] = [];
  while (clients.length < count) {
    const next = Math.min(CONNECT_AT_ONCE, count - clients.length);
    clients.push(...(await Promise.all(Array.from({ length: next }, () => LiveClient.open(url, auth)))));
  }
  return clients;
}
