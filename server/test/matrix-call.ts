import type { ProjectAction, WorkspaceAction } from '@livelane/shared/permissions/permissions';
import type { ApiClient } from './api.client';
import type { TestUser } from './factories';

/** What a call of the matrix acts on. */
export interface World {
  workspaceId: string;
  projectId: string;
  caller: TestUser;
  /** A user whom the call may add, change or remove. */
  candidate: TestUser;
  /** An owner of the workspace and the project. */
  admin: ApiClient;
  /** Makes a task and answers its id. */
  task(): Promise<string>;
  /** Makes a label of the caller's own and answers its id. */
  label(): Promise<string>;
  /** Makes a view that the project shares and answers its id. */
  view(): Promise<string>;
  /** Makes a comment of the caller's own and answers its id. */
  comment(state?: { isDeleted?: boolean }): Promise<string>;
}

interface CallBase {
  /** Method and path as the route declares them. */
  route: string;
  method: 'get' | 'post' | 'put' | 'delete';
  /** Status when the caller may. */
  success: number;
  /** Makes what the call needs, and the call itself. */
  prepare(world: World): Promise<{ path: string; body?: object }>;
}

export type MatrixCall = CallBase &
  ({ scope: 'project'; action: ProjectAction } | { scope: 'workspace'; action: WorkspaceAction });

type Prepare = CallBase['prepare'];
export const fields = { name: 'New name', description: 'New description' };

export function call(
  scope: 'project',
  action: ProjectAction,
  route: string,
  success: number,
  prepare: Prepare,
): MatrixCall;
export function call(
  scope: 'workspace',
  action: WorkspaceAction,
  route: string,
  success: number,
  prepare: Prepare,
): MatrixCall;
export function call(
  scope: 'project' | 'workspace',
  action: ProjectAction | WorkspaceAction,
  route: string,
  success: number,
  prepare: Prepare,
): MatrixCall {
  const method = route.split(' ')[0] as MatrixCall['method'];
  return { scope, action, route, method, success, prepare } as MatrixCall;
}

/** A path that needs no preparation. */
export const at = (path: (world: World) => string, body?: (world: World) => object): Prepare => {
  return async (world) => ({ path: path(world), ...(body && { body: body(world) }) });
};

/** A path and body about a task that the admin has made. */
export const onTask = (path: (taskId: string) => string, body?: (taskId: string) => object): Prepare => {
  return async (world) => {
    const taskId = await world.task();
    return { path: path(taskId), ...(body && { body: body(taskId) }) };
  };
};

export const onDeletedTask = (path: (taskId: string) => string): Prepare => {
  return async (world) => {
    const taskId = await world.task();
    await world.admin.delete(`/tasks/${taskId}`);
    return { path: path(taskId) };
  };
};

/** A path about a comment of the caller's own. */
export const onOwnComment = (
  path: (commentId: string) => string,
  { isDeleted = false, body }: { isDeleted?: boolean; body?: object } = {},
): Prepare => {
  return async (world) => ({ path: path(await world.comment({ isDeleted })), ...(body && { body }) });
};

/** The candidate joins first, so that there is someone to change. */
export const onProjectMember = (path: (world: World) => string, body: (world: World) => object): Prepare => {
  return async (world) => {
    const membership = { userId: world.candidate.id, roleId: 'viewer' };
    await world.admin.post(`/projectUsers/${world.projectId}`, membership);
    return { path: path(world), body: body(world) };
  };
};

export const onWorkspaceMember = (
  path: (world: World) => string,
  body: (world: World) => object,
): Prepare => {
  return async (world) => {
    const membership = { userId: world.candidate.id, roleId: 'member' };
    await world.admin.post(`/workspaceUsers/${world.workspaceId}`, membership);
    return { path: path(world), body: body(world) };
  };
};

export const asMember = ({ candidate }: World) => ({ userId: candidate.id, roleId: 'member' });
export const inProject = (world: World) => ({ ...asMember(world), projectId: world.projectId });
export const inWorkspace = (world: World) => ({ ...asMember(world), workspaceId: world.workspaceId });
