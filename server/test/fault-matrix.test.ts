import { readFileSync } from 'node:fs';
import path from 'node:path';
import { tableRows } from '../../test-kit/markdown-table';
import { repositoryRoot } from '../../test-kit/repositoryRoot';
import { testTitles } from '../../test-kit/test-titles';

const OUTBOX_QUEUE = 'client/src/board-sync/outbox.queue.test.ts';
const BAD_LINE = 'simulation/real/faulty-line.test.ts';
const LIVE_BOARD = 'client/e2e/live-board.test.ts';
const SIMULATED = 'simulation/test/faults.test.ts';

/** The tests that prove each row of SPEC.md#faults: file, and title as its source has it. */
const PROOFS: Record<string, Array<[file: string, title: string]>> = {
  'the answer is lost after the commit': [
    [
      BAD_LINE,
      'SPEC.md#faults: an answer that is lost after the commit → the retry is answered `replayed`, one op',
    ],
    [
      'server/test/process/sigkill.test.ts',
      'R2 R3 R7 killed in the middle of writes: every acknowledged write is there, versions without a hole, retries have one effect',
    ],
  ],
  'double click': [
    [
      'server/test/rules-oplog.test.ts',
      'R7 I5 a mutation that is sent many times has one effect and gets the first answer',
    ],
  ],
  'the push arrives before the answer, or after it': [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its source has it
    [LIVE_BOARD, 'R16 from drop to confirmation a card is never painted at its old place: ${order}'],
  ],
  'events doubled, reordered, lost': [
    [SIMULATED, 'SPEC.md#faults: events doubled, reordered, lost → every tab holds the server’s board'],
  ],
  'a commit while someone subscribes': [
    [
      'server/test/rules-live.test.ts',
      'R9 whatever commits while a client subscribes is in its answer or pushed to it',
    ],
  ],
  'the socket is blocked, HTTP works': [
    [SIMULATED, 'SPEC.md#faults: socket blocked, HTTP fine → "polling" within 5 s, and all works'],
    [LIVE_BOARD, 'R12 without any socket the board converges by the 60-second refetch'],
  ],
  'HTTP is down': [
    [BAD_LINE, 'R18 HTTP down → changes wait in order, and are sent once each when the line is back'],
    [
      'client/e2e/offline.test.ts',
      'R18 R19 changes of a tab that is closed while offline are there when it is opened again',
    ],
  ],
  'offline for 10 s or 10 min; for 3 days': [
    [SIMULATED, 'SPEC.md#faults: offline for %i ms → what was missed comes as ops, what was made is sent'],
    [
      'server/test/rules-live.test.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its source has it
      'R13 at most ${MAX_DELTA_OPS} ops are caught up one by one; further behind the board is read again',
    ],
    [
      'client/src/board-sync/unsavedList.test.ts',
      'R18 %s over 24 h old asks first, and so does what builds on it',
    ],
  ],
  sleep: [
    [BAD_LINE, 'R13 a line that swallows everything is noticed on waking, and what was missed comes as ops'],
    ['client/e2e/bad-line.test.ts', 'R13 a black-holed line is noticed within 5 s of waking'],
  ],
  'SIGTERM under load': [
    [
      'server/test/process/shutdown.test.ts',
      'SIGTERM under load: not ready while it ends, ends in order, and nothing acknowledged is lost',
    ],
  ],
  'kill −9 between op and row': [
    [
      'server/test/rules-oplog.test.ts',
      'R3 an op whose process died before it wrote the task is applied before the first read',
    ],
  ],
  'the database is away for 30 s': [
    [
      'server/test/draining.test.ts',
      'without its database the server is not ready and answers 503 with Retry-After, and recovers by itself',
    ],
    [
      'server/test/process/database-away.test.ts',
      'R7 a database that hangs: not ready, 503 with Retry-After instead of a request without end, ready by itself, one effect',
    ],
  ],
  'the disk of the embedded database is full': [
    [
      'server/src/http/error.handler.test.ts',
      'a database without room is a 503 of its own with a time to come back: %#',
    ],
    [
      'server/embedded-mongo/src/commands/full-disk.test.ts',
      'leaves room to the updates that follow from what was inserted',
    ],
  ],
  'Redis is away, two nodes': [
    [
      'server/test/nodes.test.ts',
      'Redis stops: one warning, and changes come by the sweep; it starts again: one word, and they are pushed again',
    ],
  ],
  'two nodes claim one version': [
    [
      'server/test/rules-oplog.test.ts',
      'R2 I2 I3 I8 sixteen clients move cards of one board on two nodes at once: no hole, no double, one order',
    ],
  ],
  '1,000 sockets reconnect': [
    [
      'server/test/faults-live.test.ts',
      'SPEC.md#faults: sockets that a drain sends away are spread over at least 10 s',
    ],
  ],
  'five tabs refresh at once': [
    [
      'server/test/sessions.test.ts',
      'five clients that refresh at once get one rotation and nobody is logged out',
    ],
  ],
  'a stolen refresh token is replayed': [
    [
      'server/test/sessions.test.ts',
      'a stolen token that is replayed later ends the whole family and its sockets',
    ],
  ],
  'storage is full or private mode': [
    [OUTBOX_QUEUE, 'SPEC.md#faults: without storage the queue works in memory and says so once'],
    [
      OUTBOX_QUEUE,
      'SPEC.md#faults: what full storage had no room for is stored with the next change, in order, once there is',
    ],
    [
      OUTBOX_QUEUE,
      'SPEC.md#faults: what full storage had no room for is stored later by itself, also what is not saved',
    ],
    [OUTBOX_QUEUE, 'SPEC.md#faults: storage that is full again after all was stored is warned of again'],
    [OUTBOX_QUEUE, 'SPEC.md#faults: what another tab had no room for is stored by the one that sends'],
    [OUTBOX_QUEUE, 'SPEC.md#faults: what a tab holds in memory alone is stored by the one that takes over'],
    [
      'client/src/realtime/own.changes.test.ts',
      'SPEC.md#faults: a tab asks before it closes with changes that storage has no room for, and until then only',
    ],
    [
      'client/e2e/offline.test.ts',
      'SPEC.md#faults: what full storage has no room for is stored once there is room, and a tab asks before it closes until then',
    ],
  ],
  'site data is blocked, cookies too': [
    [
      'client/src/lib/joinTabs.test.ts',
      'R18 a tab whose site data is blocked, and with it locks and channels, leads until it closes',
    ],
    [
      'client/src/lib/session.test.ts',
      'R20 a browser that blocks site data, and with it locks, gets a new token',
    ],
  ],
  'site data is deleted under an open tab': [
    [
      OUTBOX_QUEUE,
      'SPEC.md#faults: what waits or is not saved is stored again when site data is deleted under an open tab',
    ],
    [
      'client/e2e/offline.test.ts',
      'SPEC.md#faults: changes that wait in an open tab outlive it although its site data has been deleted',
    ],
  ],
  'storage does not answer for 3 s; for 30 s': [
    [
      OUTBOX_QUEUE,
      'R18 storage that hangs holds nothing up: changes are sent from memory; it goes on when it answers',
    ],
    [
      OUTBOX_QUEUE,
      'SPEC.md#faults: storage that is silent warns after 30 s, and only of changes that still wait',
    ],
    [OUTBOX_QUEUE, 'SPEC.md#faults: storage that is slow takes over again without a warning'],
  ],
  'a handler throws on one op': [
    [
      'server/test/faults-live.test.ts',
      'SPEC.md#faults: a handler throws on one op → contained, the board resets, the server stays up',
    ],
  ],
  'a role is lowered in the middle of a drag': [
    [SIMULATED, 'SPEC.md#faults: role lowered mid-drag → 403, rolled back, listed, and the role is known'],
    [LIVE_BOARD, 'R15 a refused change disappears alone, with the toast, and the rest stays'],
  ],
};

const read = (file: string) => readFileSync(path.join(repositoryRoot(), file), 'utf8');

test('each row of SPEC.md#faults has its tests here', () => {
  const faults = tableRows(read('SPEC.md'), '| Fault |').map(([fault]) => fault);
  expect(Object.keys(PROOFS)).toEqual(faults);
});

test.each(Object.entries(PROOFS))('SPEC.md#faults has its tests for: %s', (_fault, tests) => {
  const lost = tests.filter(([file, title]) => !testTitles(read(file)).includes(title));
  expect(lost).toEqual([]);
});
