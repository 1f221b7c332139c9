import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '@livelane/shared/http/error.codes';
import type { Connection } from 'mongoose';
import { pino } from 'pino';
import { createIndexes, unknownChanges } from '../src/database/connect';
import { commentModel } from '../src/features/comments/comment.model';
import { CommentStore } from '../src/features/comments/comment.store';
import { AccessService } from '../src/features/members/access.service';
import { type TeamServices, teamServices } from '../src/features/members/team.services';
import { projectModel } from '../src/features/projects/project.model';
import { ProjectStore } from '../src/features/projects/project.store';

import { taskModel } from '../src/features/tasks/task.model';
import { opApplier, TaskRows } from '../src/features/tasks/task.rows';
import { TaskStore } from '../src/features/tasks/task.store';
import { userModel } from '../src/features/users/user.model';
import { UserStore } from '../src/features/users/user.store';
import { workspaceModel } from '../src/features/workspaces/workspace.model';
import { WorkspaceStore } from '../src/features/workspaces/workspace.store';
import type { AuditEvent } from '../src/http/audit';
import { AppError } from '../src/http/errors';
import { boardHeadModel, opModel } from '../src/oplog/op.model';
import { OpPostings } from '../src/oplog/op.postings';
import { OpStore } from '../src/oplog/op.store';
import { Oplog } from '../src/oplog/oplog';
import type { PersonPush, Publisher } from '../src/realtime/publisher';
import { startTestDatabase } from './database';

/** One call of the publisher: the message's name, its recipient, its content. */
type Notice = [name: PersonPush['kind'], userId: string, message: object];

/** The services of one server process, with what they published. */
export interface TeamNode extends Omit<TeamServices, 'notices'> {
  access: AccessService;
  oplog: Oplog;
  stores: { workspaces: WorkspaceStore; projects: ProjectStore; tasks: TaskStore; ops: OpStore };
  notices: Notice[];
  audited: AuditEvent[];
}

export interface TeamDatabase {
  /** Services of their own on a connection of their own, like another process. */
  node(): Promise<TeamNode>;
  connection: Connection;
  users: UserStore;
  /** A registered user. */
  user(firstName: string): Promise<string>;
  close(): Promise<void>;
}

/** The services of this folder and the op log on a real database, without HTTP: for races and crashes. */
export async function startTeamDatabase(): Promise<TeamDatabase> {
  const database = await startTestDatabase();
  const first = await database.connect();
  const users = new UserStore(userModel(first));
  buildNode(first);
  await createIndexes(first);

  return {
    connection: first,
    users,
    node: async () => buildNode(await database.connect()),
    async user(firstName) {
      const email = `${randomUUID()}@example.org`;
      const user = await users.insert({ firstName, surname: 'Test', email, passwordHash: 'none' });
      return user._id;
    },
    close: () => database.close(),
  };
}

function buildNode(connection: Connection): TeamNode {
  const workspaces = new WorkspaceStore(workspaceModel(connection), unknownChanges);
  const projects = new ProjectStore(projectModel(connection), unknownChanges);
  const tasks = new TaskStore(taskModel(connection));
  const rows = new TaskRows(taskModel(connection));
  const users = new UserStore(userModel(connection));
  const opRows = opModel(connection);
  const ops = new OpStore(opRows, boardHeadModel(connection), new OpPostings(connection, opRows));
  const oplog = new Oplog(ops, opApplier(rows, projects, new CommentStore(commentModel(connection))));
  const notices: Notice[] = [];
  const audited: AuditEvent[] = [];
  const audit = (event: AuditEvent): void => void audited.push(event);
  const access = new AccessService({
    workspaces,
    projects,
    users,
    oplog,
    onDenied: (denied) => audit({ event: 'denied', ...denied }),
  });
  const publisher = recorder(notices);
  const log = pino({ level: 'silent' });
  const services = teamServices({
    access,
    oplog,
    workspaces,
    projects,
    tasks,
    contents: [tasks],
    afterLog: [],
    workspaceContents: [],
    users,
    publisher,
    onCarried: async () => undefined,
    audit,
    log,
  });
  return { ...services, access, oplog, stores: { workspaces, projects, tasks, ops }, notices, audited };
}

function recorder(notices: Notice[]): Publisher {
  return {
    push(push) {
      const userIds = 'userIds' in push ? push.userIds : [push.userId];
      for (const userId of userIds) notices.push([push.kind, userId, push.message]);
    },
    isListening: () => false,
    hasTaskOpen: () => false,
    sessionEnded: () => undefined,
    userSessionsEnded: () => undefined,
  };
}

/** The code with which a call was refused, or `ok`; anything but a refusal is thrown on. */
export async function outcome(call: Promise<unknown>): Promise<ErrorCode | 'ok'> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
