import { randomUUID } from 'node:crypto';
import type { InvitationInput, NewInvitation } from '@livelane/shared/invitations/invitation.schema';
import type { ProjectRole, WorkspaceRole } from '@livelane/shared/permissions/roles';
import type { Project } from '@livelane/shared/projects/project.schema';
import type { CreateTaskInput, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import { hash } from '@node-rs/argon2';
import type { ApiAnswer } from './api.client';
import type { TestServer } from './harness';

/** The password of users that were given no other. */
export const PASSWORD = 'correct horse battery';
/** Address that made-up users sign in from. */
const ADDRESS = '127.0.0.1';

/** The least that Argon2id can cost, which a check reads from the hash; memory in KiB. Those who register pay in full. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** A registered user who is signed in. */
export interface TestUser {
  id: string;
  firstName: string;
  surname: string;
  email: string;
  password: string;
  /** An access token of one session. */
  token: string;
  /** The refresh token of that session. */
  refreshToken: string;
}

export type TestWorkspace = Workspace & { owner: TestUser };
export type TestProject = Project & { owner: TestUser };

/** The body of a registration. */
export const registration = (overrides: object = {}) => ({
  firstName: 'Grace',
  surname: 'Hopper',
  email: `${randomUUID()}@example.org`,
  password: PASSWORD,
  password_confirm: PASSWORD,
  ...overrides,
});

/** A registered user, signed in. Registered past the limits of the route, so that a test can have many. */
export async function createUser(
  { app }: TestServer,
  overrides: Partial<Pick<TestUser, 'firstName' | 'surname' | 'email' | 'password'>> = {},
): Promise<TestUser> {
  const { firstName = 'Ada', surname = 'Test', email = `${randomUUID()}@example.org` } = overrides;
  const password = overrides.password ?? PASSWORD;
  const passwordHash = await hash(password, CHEAP);
  const { _id: id } = await app.services.users.insert({ firstName, surname, email, passwordHash });
  const { session, refreshToken } = await app.services.auth.login(
    { email, password },
    { address: ADDRESS, userAgent: '' },
  );
  return { id, firstName, surname, email, password, token: session.token, refreshToken };
}

export async function createWorkspace(
  server: TestServer,
  overrides: { owner?: TestUser; name?: string; description?: string } = {},
): Promise<TestWorkspace> {
  const owner = overrides.owner ?? (await createUser(server));
  const { name = 'Workspace', description = 'For tests' } = overrides;
  const workspace = created(
    await server.request(owner).post<Workspace>('/workspaces', { name, description }),
  );
  return { ...workspace, owner };
}

/** A project of a workspace; its owner is the workspace's unless another member is given. */
export async function createProject(
  server: TestServer,
  overrides: { workspace?: TestWorkspace; owner?: TestUser; name?: string; description?: string } = {},
): Promise<TestProject> {
  const workspace =
    overrides.workspace ?? (await createWorkspace(server, overrides.owner && { owner: overrides.owner }));
  const owner = overrides.owner ?? workspace.owner;
  const { name = 'Project', description = 'For tests' } = overrides;
  const project = created(
    await server.request(owner).post<Project>('/projects', { name, description, workspaceId: workspace.id }),
  );
  return { ...project, owner };
}

/** A member of a project; a new user unless one is given, who joins the workspace first. */
export async function createMember(
  server: TestServer,
  project: TestProject,
  { user, roleId = 'member' }: { user?: TestUser; roleId?: ProjectRole } = {},
): Promise<TestUser> {
  const member = user ?? (await createUser(server));
  const joined = await server
    .request(project.owner)
    .post(`/workspaceUsers/${project.workspaceId}`, { userId: member.id, roleId: 'member' });
  if (joined.status !== 409) created(joined);
  created(
    await server.request(project.owner).post(`/projectUsers/${project.id}`, { userId: member.id, roleId }),
  );
  return member;
}

/** A member of a workspace; a new user unless one is given. */
export async function createWorkspaceMember(
  server: TestServer,
  workspace: TestWorkspace,
  { user, roleId = 'member' }: { user?: TestUser; roleId?: WorkspaceRole } = {},
): Promise<TestUser> {
  const member = user ?? (await createUser(server));
  created(
    await server
      .request(workspace.owner)
      .post(`/workspaceUsers/${workspace.id}`, { userId: member.id, roleId }),
  );
  return member;
}

/** A link into a workspace, for members, by its owner unless another user is given; with the secret that is part of it. */
export async function createInvitation(
  server: TestServer,
  workspace: Pick<TestWorkspace, 'id' | 'owner'>,
  { user = workspace.owner, ...fields }: Partial<InvitationInput> & { user?: TestUser } = {},
): Promise<NewInvitation & { secret: string }> {
  const invitation = created(
    await server
      .request(user)
      .post<NewInvitation>(`/workspaces/${workspace.id}/invitations`, { roleId: 'member', ...fields }),
  );
  return { ...invitation, secret: new URL(invitation.url).hash.slice(1) };
}

/** A task, made by the project's owner unless another user is given. */
export async function createTask(
  server: TestServer,
  project: TestProject,
  { user = project.owner, ...fields }: Partial<CreateTaskInput> & { user?: TestUser } = {},
): Promise<TaskWriteAnswer> {
  return created(
    await server
      .request(user)
      .post<TaskWriteAnswer>('/tasks', { title: 'Task', projectId: project.id, ...fields }),
  );
}

function created<Body>(answer: ApiAnswer<Body>): Body {
  if (answer.status !== 201) throw new Error(`status ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Ada, who owns a workspace and a project in it, and Bob, who belongs to neither. */
export async function createAdaAndBob(server: TestServer) {
  const [ada, bob] = await Promise.all([
    createUser(server, { firstName: 'Ada' }),
    createUser(server, { firstName: 'Bob' }),
  ]);
  const workspace = await createWorkspace(server, { owner: ada });
  return { ada, bob, workspace, project: await createProject(server, { workspace }) };
}
