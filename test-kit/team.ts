import { randomUUID } from 'node:crypto';
import type { Session } from '@livelane/shared/auth/auth.schema';
import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { Project } from '@livelane/shared/projects/project.schema';
import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';

const PASSWORD = 'correct horse';

export interface Person extends Session {
  email: string;
  password: string;
}

/** One REST call of a running server. @throws with status and text when it is refused */
export async function call<T>(
  url: string,
  method: string,
  path: string,
  { token, body, key }: { token?: string; body?: unknown; key?: string } = {},
): Promise<T> {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(key && { 'Idempotency-Key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

/** A registered and signed-in user. */
export async function signUp(url: string, firstName: string, surname = 'Test'): Promise<Person> {
  const email = `${firstName.toLowerCase()}.${randomUUID().slice(0, 8)}@example.org`;
  const body = { firstName, surname, email, password: PASSWORD, password_confirm: PASSWORD };
  await call(url, 'POST', '/auth/register', { body });
  return signIn(url, email, PASSWORD);
}

export async function signIn(url: string, email: string, password: string): Promise<Person> {
  const session = await call<Session>(url, 'POST', '/auth/login', { body: { email, password } });
  return { ...session, email, password };
}

/** A project of `owner` in a workspace of its own, with `members` as project members. */
export async function createProject(
  url: string,
  owner: Person,
  members: readonly Person[] = [],
  name = 'Project',
): Promise<Project> {
  const { token } = owner;
  const workspace = await call<Workspace>(url, 'POST', '/workspaces', {
    token,
    body: { name: `Workspace of ${name}`, description: 'A team' },
  });
  const project = await call<Project>(url, 'POST', '/projects', {
    token,
    body: { name, description: 'Its work', workspaceId: workspace.id },
  });
  for (const { user } of members) {
    const body = { userId: user.id, roleId: 'member' };
    await call(url, 'POST', `/workspaceUsers/${workspace.id}`, { token, body });
    await call(url, 'POST', `/projectUsers/${project.id}`, { token, body });
  }
  return project;
}

export function readBoard(url: string, { token }: Person, projectId: string): Promise<ProjectBoard> {
  return call<ProjectBoard>(url, 'GET', `/kanban/project/${projectId}`, { token });
}
