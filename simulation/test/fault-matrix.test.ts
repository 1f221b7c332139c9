import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Every row of SPEC.md#faults with the tests that prove it: file, and a part of the title. */
const ROWS: Array<[row: string, tests: Array<[file: string, title: string]>]> = [
  [
    'Answer lost after commit → retry gives `replayed`',
    [
      ['simulation/real/faulty-line.test.ts', 'an answer that is lost after the commit'],
      ['server/test/process/sigkill.test.ts', 'retries have one effect'],
    ],
  ],
  [
    'Double click → one op',
    [['server/test/rules-oplog.test.ts', 'a mutation that is sent many times has one effect']],
  ],
  [
    'Push before answer, answer before push → same view',
    [
      ['client/e2e/live-board.test.ts', 'the push before the answer'],
      ['client/e2e/live-board.test.ts', 'the answer before the push'],
    ],
  ],
  [
    'Events doubled, reordered, lost → R10',
    [['simulation/test/faults.test.ts', 'events doubled, reordered, lost']],
  ],
  [
    'Join and commit race → R9',
    [['server/test/rules-live.test.ts', 'R9 whatever commits while a client subscribes']],
  ],
  [
    'Socket blocked, HTTP fine → "polling" badge within 5 s, all works',
    [
      ['simulation/test/faults.test.ts', 'socket blocked, HTTP fine'],
      ['client/e2e/live-board.test.ts', 'R12 without any socket'],
    ],
  ],
  [
    'HTTP down → queue',
    [
      ['simulation/real/faulty-line.test.ts', 'R18 HTTP down'],
      ['client/e2e/changes.test.ts', 'R18 R19 changes of a tab that is closed while offline'],
    ],
  ],
  [
    'Offline 10 s, 10 min → delta; 3 days → snapshot, and old entries ask',
    [
      ['simulation/test/faults.test.ts', 'offline for %i ms'],
      ['server/test/rules-live.test.ts', 'further behind the board is read again'],
      ['client/src/board-sync/unsavedList.test.ts', 'R18 a change over 24 h old asks first'],
    ],
  ],
  [
    'Sleep → R13',
    [
      ['simulation/real/faulty-line.test.ts', 'R13 a line that swallows everything'],
      ['client/e2e/bad-line.test.ts', 'R13 a black-holed line is noticed'],
    ],
  ],
  [
    'SIGTERM under load → readiness 503, drain, in-flight work finishes, exit ≤ 25 s, nothing acknowledged is lost',
    [['server/test/process/shutdown.test.ts', 'SIGTERM under load']],
  ],
  [
    'kill -9 between op and task write → healed before the first read',
    [['server/test/rules-oplog.test.ts', 'is applied before the first read']],
  ],
  [
    'Database away 30 s → 503 + Retry-After, not ready, no half write, then recovers by itself',
    [
      ['server/test/draining.test.ts', 'without its database the server is not ready'],
      ['server/test/process/database-away.test.ts', 'a database that hangs'],
    ],
  ],
  [
    'Redis away, two nodes → changes within 1 s of the sweep',
    [['server/test/nodes.test.ts', 'Redis stops: one warning, and changes come by the sweep']],
  ],
  [
    'Two nodes claim one v → one retries',
    [['server/test/rules-oplog.test.ts', 'on two nodes at once: no hole']],
  ],
  [
    '1,000 sockets reconnect → spread over ≥ 10 s',
    [['server/test/faults-live.test.ts', 'spread over at least 10 s']],
  ],
  [
    'Five tabs refresh at once → one rotation, nobody logged out',
    [['server/test/sessions.test.ts', 'five clients that refresh at once get one rotation']],
  ],
  [
    'Stolen refresh token replayed → family revoked, sockets closed ≤ 1 s',
    [['server/test/sessions.test.ts', 'a stolen token that is replayed later ends the whole family']],
  ],
  [
    'Storage full or private mode → queue in memory with a warning',
    [['client/src/board-sync/outbox.queue.test.ts', 'without storage the queue works in memory']],
  ],
  [
    'Handler throws on one op → contained, board resets, server stays up',
    [['server/test/faults-live.test.ts', 'a handler throws on one op']],
  ],
  [
    'Role lowered mid-drag → 403, rolled back, controls go',
    [
      ['simulation/test/faults.test.ts', 'role lowered mid-drag'],
      ['client/e2e/live-board.test.ts', 'R15 a refused change disappears alone'],
    ],
  ],
];

const root = path.join(__dirname, '..', '..');

test.each(ROWS)('SPEC.md#faults has a test for: %s', (_row, tests) => {
  for (const [file, title] of tests) expect(readFileSync(path.join(root, file), 'utf8')).toContain(title);
});
