import * as z from 'zod/mini';
import {
  adminUserSchema,
  auditItemSchema,
  ownerlessWorkspaceSchema,
  pageSchema,
  systemStateSchema,
} from '../admin/admin.schema';
import { accountDeletionSchema, authOptionsSchema, userSessionSchema } from '../auth/account.schema';
import { sessionSchema } from '../auth/auth.schema';
import { catchUpSchema, personalBoardSchema, projectBoardSchema } from '../boards/board.schema';
import { columnAnswerSchema } from '../boards/column.schema';
import { commentsPageSchema, commentWriteAnswerSchema } from '../comments/comment.schema';
import { activitySchema, pastBoardSchema, timelineSchema } from '../history/history.schema';
import {
  acceptedInvitationSchema,
  invitationPreviewSchema,
  invitationSchema,
  newInvitationSchema,
} from '../invitations/invitation.schema';
import { labelSchema } from '../labels/label.schema';
import {
  projectMemberSchema,
  workspaceMemberSchema,
  workspaceRoleUpdateSchema,
} from '../members/member.schema';
import {
  followingSchema,
  notificationPageSchema,
  notificationSettingsSchema,
} from '../notifications/notification.schema';
import { projectFilterItemSchema, projectSchema } from '../projects/project.schema';
import { searchAnswerSchema } from '../search/search.schema';
import { bulkAnswerSchema } from '../tasks/bulk.schema';
import {
  moveTaskAnswerSchema,
  taskSchema,
  taskWriteAnswerSchema,
  trashedTaskSchema,
} from '../tasks/task.schema';
import { publicUserSchema, userSchema } from '../users/user.schema';
import { viewSchema } from '../views/view.schema';
import { workspaceFilterItemSchema, workspaceSchema } from '../workspaces/workspace.schema';

/** The answers of successful calls, by method and path below /v1; `:` stands for any one part of the path. */
const answers: Record<string, z.ZodMiniType> = {
  'POST /auth/login': sessionSchema,
  'POST /auth/refresh': sessionSchema,
  'GET /auth/options': authOptionsSchema,
  'GET /admin/users': pageSchema(adminUserSchema),
  'GET /admin/users/:/sessions': z.array(userSessionSchema),
  'GET /admin/workspaces': pageSchema(ownerlessWorkspaceSchema),
  'GET /admin/system': systemStateSchema,
  'GET /admin/audit': pageSchema(auditItemSchema),
  'GET /users': z.array(publicUserSchema),
  'GET /users/:': userSchema,
  'PUT /users/:': userSchema,
  'GET /users/:/sessions': z.array(userSessionSchema),
  'GET /users/:/deletion': accountDeletionSchema,
  'POST /workspaces': workspaceSchema,
  'GET /workspaces/user': z.array(workspaceSchema),
  'GET /workspaces/filter': z.array(workspaceFilterItemSchema),
  'GET /workspaces/project/:': workspaceSchema,
  'GET /workspaces/:': workspaceSchema,
  'PUT /workspaces/:': workspaceSchema,
  'POST /projects': projectSchema,
  'GET /projects/filter': z.array(projectFilterItemSchema),
  'GET /projects/:': projectSchema,
  'PUT /projects/:': projectSchema,
  'PUT /projects/:/columns/:': columnAnswerSchema,
  'GET /projectUsers/:': z.array(projectMemberSchema),
  'GET /workspaceUsers/project/:': z.array(workspaceMemberSchema),
  'GET /workspaceUsers/updates/:': z.array(workspaceRoleUpdateSchema),
  'GET /workspaceUsers/:': z.array(workspaceMemberSchema),
  'GET /workspaces/:/labels': z.array(labelSchema),
  'POST /workspaces/:/labels': labelSchema,
  'PUT /workspaces/:/labels/:': labelSchema,
  'POST /workspaces/:/labels/:/merge': labelSchema,
  'GET /workspaces/:/invitations': z.array(invitationSchema),
  'POST /workspaces/:/invitations': newInvitationSchema,
  'GET /invitations/:': invitationPreviewSchema,
  'POST /invitations/:/accept': acceptedInvitationSchema,
  'GET /kanban/personal': personalBoardSchema,
  'GET /kanban/project/:': projectBoardSchema,
  'GET /kanban/project/:/ops': catchUpSchema,
  'GET /kanban/project/:/trash': z.array(trashedTaskSchema),
  'GET /kanban/project/:/activity': activitySchema,
  'GET /kanban/project/:/at': pastBoardSchema,
  'GET /kanban/project/:/timeline': timelineSchema,
  'POST /kanban/moveTask': moveTaskAnswerSchema,
  'GET /tasks/:': taskSchema,
  'POST /tasks': taskWriteAnswerSchema,
  'PUT /tasks/:': taskWriteAnswerSchema,
  'DELETE /tasks/:': taskWriteAnswerSchema,
  'POST /tasks/:/restore': taskWriteAnswerSchema,
  'POST /tasks/:/checklist': taskWriteAnswerSchema,
  'PUT /tasks/:/checklist/:': taskWriteAnswerSchema,
  'DELETE /tasks/:/checklist/:': taskWriteAnswerSchema,
  'GET /tasks/:/following': followingSchema,
  'PUT /tasks/:/following': followingSchema,
  'POST /kanban/bulk': bulkAnswerSchema,
  'GET /tasks/:/comments': commentsPageSchema,
  'POST /tasks/:/comments': commentWriteAnswerSchema,
  'PUT /comments/:': commentWriteAnswerSchema,
  'DELETE /comments/:': commentWriteAnswerSchema,
  'POST /comments/:/restore': commentWriteAnswerSchema,
  'GET /notifications': notificationPageSchema,
  'GET /notifications/settings': notificationSettingsSchema,
  'PUT /notifications/settings': notificationSettingsSchema,
  'GET /views': z.array(viewSchema),
  'POST /views': viewSchema,
  'PUT /views/:': viewSchema,
  'GET /search': searchAnswerSchema,
};

const byCall = Object.entries(answers).map(([call, schema]) => ({ parts: call.split('/'), schema }));

/**
 * Checks the server's answer to a call, in development and in tests: there the contract is checked on both sides.
 * Calls whose answers have no schema pass.
 *
 * @param path below /v1, with or without a query
 * @throws an error with the call and the fault in its answer
 */
export function checkAnswer(method: string, path: string, body: unknown): void {
  const asked = `${method} ${path.replace(/\?.*/, '')}`.split('/');
  const found = byCall.find(
    ({ parts }) =>
      parts.length === asked.length && parts.every((part, at) => part === ':' || part === asked[at]),
  );
  const result = found?.schema.safeParse(body);
  if (result && !result.success)
    throw new Error(`${method} ${path} has answered what its schema refuses: ${result.error.message}`);
}
