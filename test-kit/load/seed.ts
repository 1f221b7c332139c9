import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { startEmbeddedMongo } from '@livelane/embedded-mongo';
import { labelColours } from '@livelane/shared/labels/label.values';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { Connection } from 'mongoose';
import pino from 'pino';
import { connect, createIndexes } from '../../server/src/database/connect';
import { bringUpToDate } from '../../server/src/database/schema-version';
import { PasswordHasher } from '../../server/src/features/auth/password.hasher';
import { sessionModel } from '../../server/src/features/auth/session.model';
import { CheckpointStore } from '../../server/src/features/history/checkpoint.store';
import { PastBoards } from '../../server/src/features/history/past-boards';
import { labelModel } from '../../server/src/features/labels/label.model';
import { projectModel } from '../../server/src/features/projects/project.model';
import { taskModel } from '../../server/src/features/tasks/task.model';
import { userModel } from '../../server/src/features/users/user.model';
import { workspaceModel } from '../../server/src/features/workspaces/workspace.model';
import { Budgets } from '../../server/src/http/budgets';
import { boardHeadModel, opModel } from '../../server/src/oplog/op.model';
import { OpPostings } from '../../server/src/oplog/op.postings';
import { OpStore } from '../../server/src/oplog/op.store';
import { Oplog } from '../../server/src/oplog/oplog';
import { type CardsPlan, cardsOf } from './seedCards';

/** The password of all made-up users. */
export const PASSWORD = 'correct horse battery';
/** Rows that are inserted together. */
const INSERT_BATCH = 1_000;
/** One of so many ops is about the project itself. */
const SELDOM = 1_000;
const NAME = { name: 'Board' };
const QUIET = pino({ level: 'warn' });
export interface BoardPlan extends CardsPlan {
  /** Members, the owner among them. */
  members?: number;
  /** Ops in the log; at least one for each card. */
  ops?: number;
  /** As a server leaves it that was there while the ops came (R25). */
  hasCheckpoints?: boolean;
}

export interface SeededBoard {
  projectId: string;
  taskIds: string[];
  /** Email addresses of its members, the owner first. */
  members: string[];
  /** Their ids, in the same order. */
  memberIds: string[];
}

interface Plan {
  boards: readonly BoardPlan[];
  /** Users in all; those beyond the boards' members have no board. */
  users: number;
}

type Row = Record<string, unknown>;

/** Fills the embedded database of a data folder, as the server would have filled it. */
export async function seed(dataDir: string, { boards, users }: Plan): Promise<SeededBoard[]> {
  const database = await startEmbeddedMongo({ folder: path.join(dataDir, 'database'), relaxed: true });
  const connection = await connect(database.uri);
  try {
    return await fill(connection, { boards, users });
  } finally {
    await connection.close();
    await database.close();
    // Otherwise the first measured commits would wait for the kernel to write a gigabyte.
    if (process.platform !== 'win32') execFileSync('sync');
  }
}

/** Fills an empty database, as the server would have filled it. */
export async function fill(connection: Connection, { boards, users }: Plan): Promise<SeededBoard[]> {
  for (const model of [
    userModel,
    sessionModel,
    workspaceModel,
    projectModel,
    labelModel,
    taskModel,
    opModel,
    boardHeadModel,
  ])
    model(connection);
  await createIndexes(connection);
  const people = await insertUsers(connection, users);
  const seeded: SeededBoard[] = [];
  for (const plan of boards) seeded.push(await insertBoard(connection, people, plan));
  // The first launch is like all others: nothing is migrated, and nobody is notified of what was seeded.
  await bringUpToDate(connection, QUIET);
  return seeded;
}

interface Person {
  id: string;
  email: string;
}

async function insertUsers(connection: Connection, count: number): Promise<Person[]> {
  const passwordHash = await new PasswordHasher().hash(PASSWORD);
  const people: Person[] = [];
  const at = new Date();
  await insertAll(connection, 'users', count, (index) => {
    const person = { id: randomUUID(), email: `person.${index}@example.org` };
    people.push(person);
    const { id: _id, email } = person;
    return {
      _id,
      firstName: 'Person',
      surname: `No ${index}`,
      email,
      passwordHash,
      createdAt: at,
      updatedAt: at,
    };
  });
  return people;
}

async function insertBoard(
  connection: Connection,
  people: readonly Person[],
  plan: BoardPlan,
): Promise<SeededBoard> {
  const { cards, members: memberCount = 1, ops = cards } = plan;
  const [workspaceId, projectId] = [randomUUID(), randomUUID()];
  const at = new Date();
  const dates = { createdAt: at, updatedAt: at };
  const members = people.slice(0, memberCount);
  const owner = members[0]?.id ?? '';
  await insertAll(connection, 'workspaces', 1, () => ({
    _id: workspaceId,
    name: 'Workspace',
    description: 'For measuring',
    members: members.map(({ id }) => ({ userId: id, roleId: id === owner ? 'owner' : 'member', ...dates })),
    rev: 1,
    pending: [],
    ...dates,
  }));
  await insertAll(connection, 'projects', 1, () => ({
    _id: projectId,
    workspaceId,
    ...NAME,
    description: 'For measuring',
    members: members.map(({ id }) => {
      const roleId = id === owner ? 'owner' : 'member';
      return { userId: id, ownRoleId: roleId, roleId, ...dates };
    }),
    rev: 0,
    ...dates,
  }));
  const labels = plan.hasDetails ? await insertLabels(connection, workspaceId, owner) : [];
  const tasks = cardsOf(plan, { projectId, members: members.map(({ id }) => id), labels });
  await insertAll(connection, 'tasks', cards, (index) => {
    const { id, ...fields } = tasks[index] as StoredTask;
    return { _id: `${projectId}/${id}`, taskId: id, ...fields };
  });
  const stamp = { projectId, fingerprint: 'seed', effect: {}, at: at.toISOString() };
  await insertAll(connection, 'ops', ops, (index) => {
    const actorId = members[index % members.length]?.id ?? owner;
    const own = { _id: randomUUID(), v: index + 1, mutationId: randomUUID(), actorId, ...stamp };
    const task = tasks[index];
    if (task) return { ...own, type: 'task.created', taskId: task.id, patch: task, before: null };
    if (index % SELDOM === 0) return { ...own, type: 'project.patched', patch: NAME, before: NAME };
    return { ...own, ...changeOf(tasks[index % cards] as StoredTask, index) };
  });
  await insertAll(connection, 'boardheads', 1, () => ({
    _id: projectId,
    epoch: randomUUID(),
    appliedV: ops,
  }));
  if (plan.hasCheckpoints) await writeCheckpoints(connection, projectId);
  return {
    projectId,
    taskIds: tasks.map(({ id }) => id),
    members: members.map(({ email }) => email),
    memberIds: members.map(({ id }) => id),
  };
}

/** Each card has titles and moves by everyone, who take turns: two of three changes are titles. */
function changeOf({ id: taskId, state, rank }: StoredTask, index: number): Row {
  const place = { state, rank };
  if (Math.floor(index / 7) % 3 === 0) return { type: 'task.moved', taskId, patch: place, before: place };
  const title = { title: `Title at version ${index + 1}` };
  return { type: 'task.patched', taskId, patch: title, before: title };
}

/** A label of each colour. Returns their ids. */
async function insertLabels(
  connection: Connection,
  workspaceId: string,
  createdBy: string,
): Promise<string[]> {
  const ids = labelColours.map(() => randomUUID());
  const at = new Date().toISOString();
  await insertAll(connection, 'labels', ids.length, (index) => {
    const name = `Label ${labelColours[index]}`;
    const keys = { nameKey: `${workspaceId} ${name.toLowerCase()}`, slot: `${workspaceId} ${index}` };
    const colour = labelColours[index];
    return { _id: ids[index], workspaceId, name, colour, createdBy, createdAt: at, updatedAt: at, ...keys };
  });
  return ids;
}

async function writeCheckpoints(connection: Connection, projectId: string): Promise<void> {
  const ops = opModel(connection);
  const postings = new OpPostings(connection, ops);
  const oplog = new Oplog(new OpStore(ops, boardHeadModel(connection), postings), async () => undefined);
  const checkpoints = new CheckpointStore(connection);
  await createIndexes(connection);
  await postings.bringUpToDate(projectId);
  const budgets = new Budgets({ requestsPerMinute: 1, megabytesPerMinute: 1 });
  await new PastBoards({ oplog, checkpoints, budgets, logger: QUIET }).bringUpToDate(projectId);
}

async function insertAll(
  connection: Connection,
  collection: string,
  count: number,
  row: (index: number) => Row,
): Promise<void> {
  for (let first = 0; first < count; first += INSERT_BATCH) {
    const rows = Array.from({ length: Math.min(INSERT_BATCH, count - first) }, (_, index) =>
      row(first + index),
    );
    await connection.collection(collection).insertMany(rows as never[], { ordered: false });
  }
}
