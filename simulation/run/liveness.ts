import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { Pending } from '../../client/src/board-sync/board.types';
import type { OpDocument } from '../../server/src/oplog/op.model';
import type { Fields } from '../server/database';
import { follow, ROLE_OPS } from './pushes';
import type { Stage } from './simulation';
import type { Tab } from './tab';

/**
 * I17: so long after all faults are over, at most, until every change is sent or listed: a request into a hole is
 * cut (15 s), and the longest back-off follows (30 s, R18).
 */
const SENT_MS = 60_000;
/** I17: until every tab holds the server's boards and interrupted work is done: R12's refetch with a late answer. */
const CONVERGED_MS = 90_000;
/** A system at rest stays so for this long: longer than the pauses between a server's checks for unfinished work. */
const STAYS_MS = 20_000;
/** Time for a live tab to catch up: the next message of its board's version (15 s), and the missing ops. */
const LIVE_BEHIND_MS = 30_000;
const LOOK_MS = 1_000;

/** Head of a board, in its collection. */
interface Head {
  epoch: string;
  v: number;
}

/** Work that servers began and noted, by collection. */
const UNFINISHED: ReadonlyArray<[collection: string, filter: Fields]> = [
  ['tasks', { moving: { $gt: 0 } }],
  ['workspaces', { pending: { $exists: true, $ne: [] } }],
  ['labels', { isOnCards: true }],
];

/** I17: without faults every queue drains and every tab comes to hold the server's boards, and it stays so. */
export async function converge(stage: Stage, since: string): Promise<void> {
  const { world, history } = stage;
  const start = world.now();
  let restSince: number | null = null;
  const liveBehind = new Map<Tab, number>();
  while (!history.violation) {
    const waiting = pendingOf(stage, ({ ackV }) => ackV === undefined);
    const behind = [
      ...pendingOf(stage, ({ ackV }) => ackV !== undefined),
      ...(await behindOf(stage, liveBehind)),
    ];
    const passed = world.now() - start;
    for (const [tab, at] of liveBehind)
      if (world.now() - at > LIVE_BEHIND_MS)
        fail(stage, since, passed, [
          `${tab.name} is live, and behind for more than ${seconds(LIVE_BEHIND_MS)}`,
        ]);
    if (waiting.length > 0 && passed > SENT_MS) fail(stage, since, passed, waiting);
    else if (waiting.length + behind.length > 0 && passed > CONVERGED_MS)
      fail(stage, since, passed, [...waiting, ...behind]);
    if (waiting.length + behind.length > 0) restSince = null;
    else {
      restSince ??= world.now();
      if (world.now() - restSince >= STAYS_MS) {
        history.tell(`all is at rest ${seconds(restSince - start)} after ${since}`);
        return;
      }
    }
    await world.advance(LOOK_MS);
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

function fail({ history }: Stage, since: string, passed: number, what: readonly string[]): void {
  history.fail('I17', [`${seconds(passed)} after ${since}`, ...what].join('\n              '));
}

/** Changes that are neither listed nor in the board. */
function pendingOf({ tabs }: Stage, which: (pending: Pending) => boolean): string[] {
  return tabs.flatMap((tab) =>
    tab.sync.pending
      .filter(which)
      .map(
        ({ change, taskId, mutationId, ackV }) =>
          `${tab.name}: ${change.kind} of ${taskId} (${mutationId}) waits ` +
          (ackV === undefined ? 'for its answer' : `for version ${ackV}`),
      ),
  );
}

/**
 * Tabs that do not hold the server's boards, and unfinished work of servers.
 * @param liveBehind since when tabs with a live connection are behind
 */
async function behindOf(stage: Stage, liveBehind: Map<Tab, number>): Promise<string[]> {
  const { cluster, projectIds } = stage;
  const read = async (collection: string, filter: Fields): Promise<Fields[]> => {
    const command = { find: collection, filter, batchSize: 1_000_000 };
    return (await cluster.database.run('find', command, cluster.databaseName)).cursor?.firstBatch ?? [];
  };
  const found: string[] = [];
  const heads = new Map<string, Head>();
  for (const { _id, epoch, appliedV } of await read('boardheads', { _id: { $in: projectIds } }))
    heads.set(String(_id), { epoch: String(epoch), v: Number(appliedV) });
  for (const tab of stage.tabs) {
    const [expected, { connection }] = [tab.browser.line.blocksSockets ? 'polling' : 'live', tab];
    if (connection !== expected) found.push(`${tab.name} is ${connection}, not ${expected}`);
    const behind = !tab.isOnBoard
      ? []
      : tab.boardId === 'personal'
        ? personalBehind(tab, heads)
        : (await isOutside(stage, tab, read))
          ? []
          : projectBehind(tab, heads);
    found.push(...behind);
    if (behind.length === 0 || connection !== 'live') liveBehind.delete(tab);
    else if (!liveBehind.has(tab)) liveBehind.set(tab, stage.world.now());
  }
  for (const [collection, filter] of UNFINISHED) {
    const left = (await read(collection, filter)).length;
    if (left > 0) found.push(`the servers have ${left} of ${collection} unfinished`);
  }
  return found;
}

function projectBehind(tab: Tab, heads: ReadonlyMap<string, Head>): string[] {
  const [held, head] = [tab.projectBoard(), heads.get(tab.boardId)];
  if (!held) return [`${tab.name} holds no board`];
  if (held.epoch !== head?.epoch) return [`${tab.name} is in an epoch that is over`];
  return held.v === head.v ? [] : [`${tab.name} is at version ${held.v}, the server at ${head.v}`];
}

function personalBehind(tab: Tab, heads: ReadonlyMap<string, Head>): string[] {
  if (tab.board?.kind !== 'personal') return [`${tab.name} holds no board`];
  return Object.entries(tab.board.cursors).flatMap(([projectId, { epoch, v }]) => {
    const head = heads.get(projectId);
    if (!head || (epoch === head.epoch && v === head.v)) return [];
    return [`${tab.name} is at version ${v} of ${projectId}, the server at ${head.v}`];
  });
}

/** Shows a page without a board, for want of a right to it: nothing is to come. */
async function isOutside(
  { users }: Stage,
  tab: Tab,
  read: (collection: string, filter: Fields) => Promise<Fields[]>,
): Promise<boolean> {
  if (tab.board) return false;
  const [owner] = users;
  const roles = new Map<string, ProjectRole>(owner ? [[owner.id, 'owner']] : []);
  const ops = (await read('ops', {
    projectId: tab.boardId,
    type: { $in: ROLE_OPS },
  })) as unknown as OpDocument[];
  for (const op of ops.sort((a, b) => a.v - b.v)) follow(roles, op);
  return !roles.has(tab.userId);
}
