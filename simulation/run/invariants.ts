import type { PersonalBoard, ProjectBoard } from '@livelane/shared/boards/board.schema';
import { boardHash } from '@livelane/shared/boards/board-hash';
import { compareRanked } from '@livelane/shared/rank/rank';
import type { ChecklistItem } from '@livelane/shared/tasks/checklist';
import type { StoredTask, Task } from '@livelane/shared/tasks/task.schema';
import { taskStates } from '@livelane/shared/tasks/task.values';
import { derivedId } from '../../server/src/oplog/derived-id';
import { type OpDocument, UNCHANGED, type UnchangedDocument } from '../../server/src/oplog/op.model';
import type { Fields } from '../server/database';
import { checkBeside, checkCards } from './card.checks';
import { checkConflicts, checkWaitedMoves } from './conflict.checks';
import { checkAsked, checkCommuting, checkRights } from './log.checks';
import { checkPast } from './past.checks';
import { applyTo, checkPushes } from './pushes';
import { checkKeys, checkQueued } from './queue.checks';
import { checkReads } from './reads';
import type { Answered } from './requests';
import { isSame } from './same';
import type { Stage } from './simulation';
import { finished } from './simulation';
import type { Tab } from './tab';

/** A write that was confirmed to a tab. */
interface Acknowledged {
  mutationId: string;
  userId: string;
  projectId: string;
  v: number;
  replayed: boolean;
  call: string;
  /** The fields of its body. */
  asked: readonly string[];
  /** When the tab got the answer, milliseconds since 1970. */
  at: number;
}

export interface Truth {
  projectId: string;
  epoch: string;
  ops: OpDocument[];
  tasks: Map<string, StoredTask>;
}

/** Checks the invariants once all is quiet (SPEC.md#invariants). */
export async function checkAll(stage: Stage, databaseName: string): Promise<void> {
  const { cluster, history, projectIds, world } = stage;
  const read = async (collection: string, filter: Fields): Promise<Fields[]> =>
    (await cluster.database.run('find', { find: collection, filter, batchSize: 1_000_000 }, databaseName))
      .cursor?.firstBatch ?? [];
  const truths = new Map<string, Truth>();
  for (const projectId of projectIds) {
    const [head] = await read('boardheads', { _id: projectId });
    const lines = (await read('ops', { projectId })) as unknown as Array<OpDocument | UnchangedDocument>;
    const ops = lines.filter((line): line is OpDocument => line.type !== UNCHANGED);
    ops.sort((a, b) => a.v - b.v);
    const versions = ops.map((op) => op.v);
    if (!versions.every((v, index) => v === index + 1) || head?.appliedV !== ops.length)
      history.fail('I2', `versions ${versions.join()} with the head at ${head?.appliedV}`);
    const tasks = fold(ops);
    const rows = await read('tasks', { projectId, deletedAt: null });
    const difference = differenceOf(rows.map(taskOfRow), [...tasks.values()]);
    if (difference) history.fail('I3', `rows and log differ: ${difference}`);
    truths.set(projectId, { projectId, epoch: String(head?.epoch), ops, tasks });
    for (const state of taskStates) {
      const ranks = [...tasks.values()].filter((task) => task.state === state).map((task) => task.rank);
      if (new Set(ranks).size !== ranks.length) history.fail('I8', `two cards of ${state} share a rank`);
    }
  }
  const [first, second] = [...truths.values()];
  for (const id of first?.tasks.keys() ?? [])
    if (second?.tasks.has(id)) history.fail('I9', `${id} lives in two projects`);
  checkMoves(stage, truths);
  const keys = (await read('ops', { type: UNCHANGED })) as unknown as UnchangedDocument[];
  for (const truth of truths.values()) {
    checkPushes(stage, truth);
    checkRights(stage, truth);
    checkCommuting(stage, truth);
    checkKeys(stage, truth);
    checkConflicts(stage, truth);
    checkReads(stage, truth);
    checkCards(stage, truth);
    await checkPast(stage, truth);
  }
  checkWaitedMoves(stage);
  await checkBeside(stage, truths, read);
  checkQueued(stage, truths, keys);
  checkWrites(stage, truths, keys);
  checkSettled(stage, truths);
  for (const tab of stage.tabs) await finished(world, checkTab(stage, tab, truths));
}

function fold(ops: readonly OpDocument[]): Map<string, StoredTask> {
  const tasks = new Map<string, StoredTask>();
  for (const op of ops) applyTo(tasks, op);
  return tasks;
}

function taskOfRow(row: Fields): StoredTask {
  const { _id, taskId: id, arrivedIn: _here, movedTo: _to, checklist = {}, ...rest } = row;
  const { deletedAt: _gone, deletedBy: _by, ...fields } = rest;
  // Rows hold a checklist's items by id.
  const items = Object.entries(checklist as Record<string, Omit<ChecklistItem, 'id'>>);
  return {
    id,
    ...fields,
    checklist: items.map(([itemId, item]) => ({ id: itemId, ...item })).sort(compareRanked),
  } as StoredTask;
}

/** The arrival or return of a task that left its project. */
function followerOf(op: OpDocument, ops: readonly OpDocument[]): OpDocument | undefined {
  const { movedTo } = op.patch as { movedTo?: string };
  const ids = [movedTo, op.projectId].map((projectId) => derivedId(op._id, projectId ?? ''));
  return movedTo === undefined ? undefined : ops.find(({ mutationId }) => ids.includes(mutationId));
}

/** I9: a task that left its project has come to another, or back, once. */
function checkMoves({ history, cluster }: Stage, truths: Map<string, Truth>): void {
  // After a restore the logs restart from the back-up's moment: later changes may be undone.
  if (cluster.restores.length > 0) return;
  const ops = [...truths.values()].flatMap((truth) => truth.ops);
  for (const op of ops) {
    if (!('movedTo' in (op.patch as object))) continue;
    history.count('moved to the other project');
    const follower = followerOf(op, ops);
    const isAmid = (at: number) => at >= Date.parse(op.at) && at <= Date.parse(follower?.at ?? '');
    if (cluster.crashes.some(isAmid)) history.count('a server died between the two ops of a move');
    if (!follower) history.fail('I9', `${op.taskId} left its project at version ${op.v} and never arrived`);
  }
}

/** I4, I5: whatever was answered 2xx is in the log, once; or it changed nothing and is true. */
function checkWrites(
  { requests, history, cluster }: Stage,
  truths: Map<string, Truth>,
  keys: readonly UnchangedDocument[],
): void {
  const ops = [...truths.values()].flatMap((truth) => truth.ops);
  const isUndone = (at: number) => cluster.restores.some((each) => each.from < at && at <= each.at);
  for (const { mutationId, userId, projectId, v, replayed, call, asked, at } of requests.answers.flatMap(
    (answer) => acknowledgedBy(answer) ?? [],
  )) {
    if (isUndone(at)) continue;
    const mine = ops.filter((op) => op.mutationId === mutationId && op.actorId === userId);
    if (mine.length > 1) history.fail('I5', `${call} made ${mine.length} ops`);
    const [first] = mine;
    // The answer of a move to another project is about its arrival.
    const op = (first && followerOf(first, ops)) ?? first;
    if (op && (op.v !== v || op.projectId !== projectId))
      history.fail('I4', `${call} was answered with version ${v} and stands at ${op.v}`);
    if (op) checkAsked(history, op, asked, call);
    if (op || keys.some((key) => key.mutationId === mutationId && key.actorId === userId)) continue;
    const changesAlways = call.startsWith('DELETE') || call === 'POST /tasks';
    if (replayed || changesAlways) history.fail('I4', `${call} of version ${v} is not in the log`);
  }
}

/** By the state of the board, or by the rights of that moment. */
const REFUSALS = new Set([403, 404, 409]);

/** R16: a change that was not refused leaves the list only when the board contains it. */
function checkSettled(
  { tabs, closedTabs, history, cluster, requests }: Stage,
  truths: Map<string, Truth>,
): void {
  // A late repetition of it may still be carried out (R7), as after a change of roles: refusals are not kept.
  const refused = new Set(
    requests.answers.flatMap(({ status, request }) =>
      REFUSALS.has(status) ? (request.headers['idempotency-key'] ?? []) : [],
    ),
  );
  for (const tab of [...tabs, ...closedTabs]) {
    for (const { mutationId, projectId, taskId, ackV, held } of tab.settled) {
      if (!held || held.epoch !== truths.get(projectId)?.epoch || tab.setAside.has(mutationId)) continue;
      const op = truths.get(projectId)?.ops.find((each) => each.mutationId === mutationId);
      const told = cluster.restores.length === 0 ? ackV : undefined;
      const needed = refused.has(mutationId) ? told : (op?.v ?? told);
      // A refusal that a dialog shows, or a change of which another tab heard, has neither.
      if (needed === undefined || held.v >= needed) continue;
      history.fail('I7 R16', `${tab.name} let go of ${taskId} at version ${held.v}, before ${needed}`);
    }
  }
}

/** I1: the tab holds the same as the server shows to its user now. */
async function checkTab(
  { cluster, history, projectIds }: Stage,
  tab: Tab,
  truths: Map<string, Truth>,
): Promise<void> {
  if (tab.boardId === 'personal') {
    await checkPersonal(cluster, history, tab, projectIds);
    return;
  }
  const { boardId: projectId, userId } = tab;
  const answer = await cluster.handle({
    method: 'GET',
    path: `/kanban/project/${projectId}`,
    headers: {},
    body: undefined,
    userId,
  });
  const held = tab.projectBoard();
  if (answer?.status === 404) {
    if (tab.isOnBoard && held)
      history.fail('I11', `${tab.name} still shows a board that is not theirs any more`);
    return;
  }
  if (answer?.status !== 200) {
    history.fail('I1', `the board is answered ${answer?.status}`);
    return;
  }
  if (!tab.isOnBoard) return;
  const shown = JSON.parse(answer.text) as ProjectBoard;
  const truth = truths.get(projectId);
  if (!held || !truth) {
    history.fail('I1', `${tab.name} holds no board`);
    return;
  }
  if (held.v !== shown.v || held.epoch !== shown.epoch)
    history.fail('I1', `${tab.name} is at version ${held.v}, the server at ${shown.v}`);
  const tasks = taskStates.flatMap((state) => Object.values(held.base[state]));
  const difference = differenceOf(
    tasks,
    shown.columns.flatMap((column) => column.tasks.map(stored)),
  );
  if (difference) history.fail('I1', `${tab.name} at version ${held.v}: ${difference}`);
  const { hash } = await cluster.services().boards.head(projectId);
  if (boardHash(tasks) !== hash) history.fail('I1', `${tab.name}: the hash is not the server's`);
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  if (held.role !== shown.role || !isSame([...held.members].sort(byId), [...shown.members].sort(byId)))
    history.fail(
      'I1',
      `${tab.name}: roles differ: ${JSON.stringify([held.role, shown.role, held.members, shown.members])}`,
    );
  for (const column of shown.columns) {
    const ids = tab.column(column.state).map((task) => task.id);
    if (
      !isSame(
        ids,
        column.tasks.map((task) => task.id),
      )
    )
      history.fail('I1', `${tab.name}: the order of ${column.state} differs`);
    if (!column.tasks.every((task, index) => task.columnPosition === index))
      history.fail('I8', `positions of ${column.state} are not 0 to n-1`);
  }
}

async function checkPersonal(
  cluster: Stage['cluster'],
  history: Stage['history'],
  tab: Tab,
  projectIds: Stage['projectIds'],
): Promise<void> {
  const { userId } = tab;
  const answer = await cluster.handle({
    method: 'GET',
    path: '/kanban/personal',
    headers: {},
    body: undefined,
    userId,
  });
  const shown = JSON.parse(answer?.text ?? '{}') as PersonalBoard;
  const mine = new Set<string>(projectIds);
  for (const column of shown.columns) {
    const wanted = column.tasks
      .filter((task) => mine.has(task.projectId))
      .map(({ id, rev }) => `${id}:${rev}`);
    const found = tab.column(column.state).map(({ id, rev }) => `${id}:${rev}`);
    if (!isSame(found, wanted))
      history.fail('I1', `${tab.name}: the personal board shows ${found.join()} and not ${wanted.join()}`);
  }
}

const stored = ({ columnPosition: _position, ...task }: Task): StoredTask => task;

/** The first difference between two sets of tasks, in words; null when they are the same. */
function differenceOf(found: readonly StoredTask[], wanted: readonly StoredTask[]): string | null {
  const wantedById = new Map(wanted.map((task) => [task.id, task]));
  for (const task of found) {
    const other = wantedById.get(task.id);
    if (!other) return `${task.id} is there and should not be`;
    for (const key of Object.keys({ ...task, ...other }) as Array<keyof StoredTask>) {
      if (isSame(task[key], other[key])) continue;
      return `${key} of ${task.id} is ${JSON.stringify(task[key])} and not ${JSON.stringify(other[key])}`;
    }
  }
  const foundIds = new Set(found.map((task) => task.id));
  const missing = wanted.find((task) => !foundIds.has(task.id));
  return missing ? `${missing.id} is missing` : null;
}

/** A write that was answered 2xx. */
function acknowledgedBy({ request, status, text, at }: Answered): Acknowledged | null {
  if (request.method === 'GET' || status < 200 || status >= 300) return null;
  const mutationId = request.headers['idempotency-key'];
  if (!mutationId) return null;
  const body = JSON.parse(text) as {
    v: number;
    replayed: boolean;
    projectId?: string;
    task?: { projectId: string };
  };
  const projectId = body.task?.projectId ?? body.projectId ?? '';
  const { method, path, userId } = request;
  const { v, replayed } = body;
  const asked = Object.keys((request.body ?? {}) as object);
  return { mutationId, userId, projectId, v, replayed, call: `${method} ${path}`, asked, at };
}
