import {
  asMember,
  at,
  call,
  fields,
  inProject,
  inWorkspace,
  type MatrixCall,
  onDeletedTask,
  onOwnComment,
  onProjectMember,
  onTask,
  onWorkspaceMember,
  type World,
} from './matrix-call';

/** Routes about nothing that has members: public ones, and those about the caller. */
export const ROUTES_WITHOUT_OBJECT = [
  'post /auth/register: public',
  'post /auth/login: public',
  'post /auth/refresh: public',
  'post /auth/logout: public',
  'get /auth/options: public',
  'get /auth/oidc/start: public',
  'get /auth/oidc/callback: public',
  'post /auth/oidc/backchannel: public',
  'post /auth/forgot: public',
  'post /auth/reset: public',
  'post /auth/confirm: public',
  'get /invitations/:secret: public',
  'post /invitations/:secret/accept: session',
  'get /users/:userId/deletion: session',
  'delete /users/:userId: session',
  'get /users/:userId/sessions: session',
  'delete /users/:userId/sessions/:sessionId: session',
  'delete /users/:userId/sessions: session',
  'get /notifications: session',
  'post /notifications/read: session',
  'get /notifications/settings: session',
  'put /notifications/settings: session',
  'get /notifications/push: session',
  'post /notifications/push: session',
  'delete /notifications/push/:subscriptionId: session',
  'post /mail/unsubscribe/:secret: public',
  'get /mail/unsubscribe/:secret: public',
  'get /admin/users: admin',
  'post /admin/users/:userId/deactivate: admin',
  'post /admin/users/:userId/reactivate: admin',
  'get /admin/users/:userId/sessions: admin',
  'delete /admin/users/:userId/sessions: admin',
  'get /admin/workspaces: admin',
  'post /admin/workspaces/:workspaceId/owner: admin',
  'get /admin/system: admin',
  'get /admin/audit: admin',
  'get /admin/audit.csv: admin',
  'get /users: session',
  'put /users/:userId: session',
  'put /users/:userId/password: session',
  'get /workspaces/user: session',
  'get /workspaces/filter: session',
  'post /workspaces: session',
  'get /projects/filter: session',
  'get /kanban/personal: session',
  'get /search: session',
  'get /kanban/filter/time_estimate: session',
];

const projectCalls: MatrixCall[] = [
  call(
    'project',
    'project.read',
    'get /projects/:projectId',
    200,
    at((w) => `/projects/${w.projectId}`),
  ),
  call(
    'project',
    'project.edit',
    'put /projects/:projectId',
    200,
    at(
      (w) => `/projects/${w.projectId}`,
      () => fields,
    ),
  ),
  call(
    'project',
    'project.delete',
    'delete /projects/:projectId',
    204,
    at((w) => `/projects/${w.projectId}`),
  ),
  call(
    'project',
    'project.read',
    'get /workspaces/project/:projectId',
    200,
    at((w) => `/workspaces/project/${w.projectId}`),
  ),
  call(
    'project',
    'project.read',
    'get /workspaceUsers/project/:projectId',
    200,
    at((w) => `/workspaceUsers/project/${w.projectId}`),
  ),
  call(
    'project',
    'project.read',
    'get /projectUsers/roles/:projectId',
    200,
    at((w) => `/projectUsers/roles/${w.projectId}`),
  ),
  call(
    'project',
    'project.read',
    'get /projectUsers/:projectId',
    200,
    at((w) => `/projectUsers/${w.projectId}`),
  ),
  call(
    'project',
    'project.addMember',
    'post /projectUsers',
    201,
    at(() => '/projectUsers', inProject),
  ),
  call(
    'project',
    'project.addMember',
    'post /projectUsers/:projectId',
    201,
    at((w) => `/projectUsers/${w.projectId}`, asMember),
  ),
  call(
    'project',
    'project.changeMember',
    'put /projectUsers',
    200,
    onProjectMember(() => '/projectUsers', inProject),
  ),
  call(
    'project',
    'project.changeMember',
    'put /projectUsers/:projectId',
    200,
    onProjectMember((w) => `/projectUsers/${w.projectId}`, asMember),
  ),
  call(
    'project',
    'project.leave',
    'delete /projectUsers/:projectId/:userId',
    204,
    at((w) => `/projectUsers/${w.projectId}/${w.caller.id}`),
  ),
];

const boardCalls: MatrixCall[] = [
  call(
    'project',
    'board.read',
    'get /kanban/project/:projectId',
    200,
    at((w) => `/kanban/project/${w.projectId}`),
  ),
  call(
    'project',
    'board.read',
    'get /kanban/project/:projectId/ops',
    200,
    at((w) => `/kanban/project/${w.projectId}/ops?since=0`),
  ),
  call(
    'project',
    'history.read',
    'get /kanban/project/:projectId/activity',
    200,
    at((w) => `/kanban/project/${w.projectId}/activity`),
  ),
  call(
    'project',
    'history.read',
    'get /kanban/project/:projectId/at',
    200,
    at((w) => `/kanban/project/${w.projectId}/at?v=0`),
  ),
  call(
    'project',
    'history.read',
    'get /kanban/project/:projectId/timeline',
    200,
    at((w) => `/kanban/project/${w.projectId}/timeline`),
  ),
  call(
    'project',
    'history.markSeen',
    'put /kanban/project/:projectId/seen',
    204,
    at(
      (w) => `/kanban/project/${w.projectId}/seen`,
      () => ({ v: 0 }),
    ),
  ),
  call(
    'project',
    'task.create',
    'post /tasks',
    201,
    at(
      () => '/tasks',
      (w) => ({ title: 'Task', projectId: w.projectId }),
    ),
  ),
  call(
    'project',
    'task.read',
    'get /tasks/:taskId',
    200,
    onTask((id) => `/tasks/${id}`),
  ),
  call(
    'project',
    'task.read',
    'get /tasks/:taskId/following',
    200,
    onTask((id) => `/tasks/${id}/following`),
  ),
  call(
    'project',
    'task.read',
    'put /tasks/:taskId/following',
    200,
    onTask(
      (id) => `/tasks/${id}/following`,
      () => ({ mode: 'mute' }),
    ),
  ),
  call(
    'project',
    'task.edit',
    'put /tasks/:taskId',
    200,
    onTask(
      (id) => `/tasks/${id}`,
      () => ({ title: 'New' }),
    ),
  ),
  call(
    'project',
    'task.delete',
    'delete /tasks/:taskId',
    200,
    onTask((id) => `/tasks/${id}`),
  ),
  call(
    'project',
    'task.restoreOwn',
    'get /kanban/project/:projectId/trash',
    200,
    at((w) => `/kanban/project/${w.projectId}/trash`),
  ),
  call(
    'project',
    'task.restore',
    'post /tasks/:taskId/restore',
    200,
    onDeletedTask((id) => `/tasks/${id}/restore`),
  ),
  call(
    'project',
    'task.move',
    'post /kanban/moveTask',
    200,
    onTask(
      () => '/kanban/moveTask',
      (taskId) => ({ taskId, position: 0, state: 'DONE' }),
    ),
  ),
];

const onInvitation = (path: (world: World, invitationId: string) => string) => async (world: World) => {
  const invitations = `/workspaces/${world.workspaceId}/invitations`;
  const { body } = await world.admin.post<{ id: string }>(invitations, { roleId: 'member' });
  return { path: path(world, body.id) };
};

const commentCalls: MatrixCall[] = [
  call(
    'project',
    'comment.read',
    'get /tasks/:taskId/comments',
    200,
    onTask((id) => `/tasks/${id}/comments`),
  ),
  call(
    'project',
    'comment.write',
    'post /tasks/:taskId/comments',
    201,
    onTask(
      (id) => `/tasks/${id}/comments`,
      () => ({ text: 'New' }),
    ),
  ),
  call(
    'project',
    'comment.write',
    'put /comments/:commentId',
    200,
    onOwnComment((id) => `/comments/${id}`, { body: { text: 'New' } }),
  ),
  call(
    'project',
    'comment.write',
    'delete /comments/:commentId',
    200,
    onOwnComment((id) => `/comments/${id}`),
  ),
  call(
    'project',
    'comment.write',
    'post /comments/:commentId/restore',
    200,
    onOwnComment((id) => `/comments/${id}/restore`, { isDeleted: true }),
  ),
];

const items = { items: [{ text: 'Item' }] };

const onItem = (body?: object) => async (world: World) => {
  const taskId = await world.task();
  const made = await world.admin.post<{ checklist: [{ id: string }] }>(`/tasks/${taskId}/checklist`, items);
  return { path: `/tasks/${taskId}/checklist/${made.body.checklist[0].id}`, ...(body && { body }) };
};

const cardCalls: MatrixCall[] = [
  call('project', 'task.edit', 'post /kanban/bulk', 200, async (world) => ({
    path: '/kanban/bulk',
    body: { projectId: world.projectId, changes: [{ taskId: await world.task(), delete: true }] },
  })),
  call(
    'project',
    'task.edit',
    'post /tasks/:taskId/checklist',
    201,
    onTask(
      (id) => `/tasks/${id}/checklist`,
      () => items,
    ),
  ),
  call('project', 'task.edit', 'put /tasks/:taskId/checklist/:itemId', 200, onItem({ isDone: true })),
  call('project', 'task.edit', 'delete /tasks/:taskId/checklist/:itemId', 200, onItem()),
  call(
    'project',
    'column.edit',
    'put /projects/:projectId/columns/:state',
    200,
    at(
      (w) => `/projects/${w.projectId}/columns/READY`,
      () => ({ name: 'Next' }),
    ),
  ),
];

const onLabel = (path: (labelId: string) => string, body?: (world: World) => Promise<object>) => {
  return async (world: World) => ({
    path: `/workspaces/${world.workspaceId}/labels/${path(await world.label())}`,
    ...(body && { body: await body(world) }),
  });
};

const viewCalls: MatrixCall[] = [
  call(
    'project',
    'view.read',
    'get /views',
    200,
    at((w) => `/views?projectId=${w.projectId}`),
  ),
  call(
    'project',
    'view.share',
    'post /views',
    201,
    at(
      () => '/views',
      (w) => ({ projectId: w.projectId, isShared: true, name: 'Mine and yours' }),
    ),
  ),
  call('project', 'view.share', 'put /views/:viewId', 200, async (world) => ({
    path: `/views/${await world.view()}`,
    body: { name: 'Renamed' },
  })),
  call('project', 'view.share', 'delete /views/:viewId', 204, async (world) => ({
    path: `/views/${await world.view()}`,
  })),
];

const labelCalls: MatrixCall[] = [
  call(
    'workspace',
    'label.read',
    'get /workspaces/:workspaceId/labels',
    200,
    at((w) => `/workspaces/${w.workspaceId}/labels`),
  ),
  call(
    'workspace',
    'label.create',
    'post /workspaces/:workspaceId/labels',
    201,
    at(
      (w) => `/workspaces/${w.workspaceId}/labels`,
      () => ({ name: 'Label', colour: 'teal' }),
    ),
  ),
  call(
    'workspace',
    'label.edit',
    'put /workspaces/:workspaceId/labels/:labelId',
    200,
    onLabel(
      (id) => id,
      async () => ({ colour: 'blue' }),
    ),
  ),
  call(
    'workspace',
    'label.edit',
    'delete /workspaces/:workspaceId/labels/:labelId',
    204,
    onLabel((id) => id),
  ),
  call(
    'workspace',
    'label.edit',
    'post /workspaces/:workspaceId/labels/:labelId/merge',
    200,
    onLabel(
      (id) => `${id}/merge`,
      async (world) => ({ into: await world.label() }),
    ),
  ),
  call(
    'workspace',
    'label.edit',
    'post /workspaces/:workspaceId/labels/:labelId/restore',
    200,
    onLabel((id) => `${id}/restore`),
  ),
];

const workspaceCalls: MatrixCall[] = [
  call(
    'workspace',
    'workspace.addMember',
    'post /workspaces/:workspaceId/invitations',
    201,
    at(
      (w) => `/workspaces/${w.workspaceId}/invitations`,
      () => ({ roleId: 'member' }),
    ),
  ),
  call(
    'workspace',
    'workspace.addMember',
    'get /workspaces/:workspaceId/invitations',
    200,
    at((w) => `/workspaces/${w.workspaceId}/invitations`),
  ),
  call(
    'workspace',
    'workspace.addMember',
    'delete /workspaces/:workspaceId/invitations/:invitationId',
    204,
    onInvitation((w, id) => `/workspaces/${w.workspaceId}/invitations/${id}`),
  ),
  call(
    'workspace',
    'workspace.read',
    'get /workspaces/:workspaceId',
    200,
    at((w) => `/workspaces/${w.workspaceId}`),
  ),
  call(
    'workspace',
    'workspace.edit',
    'put /workspaces/:workspaceId',
    200,
    at(
      (w) => `/workspaces/${w.workspaceId}`,
      () => fields,
    ),
  ),
  call(
    'workspace',
    'workspace.delete',
    'delete /workspaces/:workspaceId',
    204,
    at((w) => `/workspaces/${w.workspaceId}`),
  ),
  call(
    'workspace',
    'workspace.createProject',
    'post /projects',
    201,
    at(
      () => '/projects',
      (w) => ({ ...fields, workspaceId: w.workspaceId }),
    ),
  ),
  call(
    'workspace',
    'workspace.read',
    'get /workspaceUsers/roles/:workspaceId',
    200,
    at((w) => `/workspaceUsers/roles/${w.workspaceId}`),
  ),
  call(
    'workspace',
    'workspace.read',
    'get /workspaceUsers/updates/:workspaceId',
    200,
    at((w) => `/workspaceUsers/updates/${w.workspaceId}`),
  ),
  call(
    'workspace',
    'workspace.read',
    'get /workspaceUsers/:workspaceId',
    200,
    at((w) => `/workspaceUsers/${w.workspaceId}`),
  ),
  call(
    'workspace',
    'workspace.addMember',
    'post /workspaceUsers',
    201,
    at(() => '/workspaceUsers', inWorkspace),
  ),
  call(
    'workspace',
    'workspace.addMember',
    'post /workspaceUsers/:workspaceId',
    201,
    at((w) => `/workspaceUsers/${w.workspaceId}`, asMember),
  ),
  call(
    'workspace',
    'workspace.changeMember',
    'put /workspaceUsers',
    200,
    onWorkspaceMember(() => '/workspaceUsers', inWorkspace),
  ),
  call(
    'workspace',
    'workspace.changeMember',
    'put /workspaceUsers/:workspaceId',
    200,
    onWorkspaceMember((w) => `/workspaceUsers/${w.workspaceId}`, asMember),
  ),
  call(
    'workspace',
    'workspace.leave',
    'delete /workspaceUsers/:workspaceId/:userId',
    204,
    at((w) => `/workspaceUsers/${w.workspaceId}/${w.caller.id}`),
  ),
];

/** One call of every route that is about a workspace or a project. */
export const matrixCalls: readonly MatrixCall[] = [
  ...projectCalls,
  ...boardCalls,
  ...commentCalls,
  ...cardCalls,
  ...labelCalls,
  ...viewCalls,
  ...workspaceCalls,
];
