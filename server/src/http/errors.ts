import { type ErrorCode, errorStatus } from '@livelane/shared/http/error.codes';
import type { ErrorBody } from '@livelane/shared/http/error.schema';

/** Default text of each code for users. */
const defaultMessages: Record<ErrorCode, string> = {
  invalid_input: 'Invalid input',
  invalid_json: 'The request is not valid JSON',
  not_workspace_member: 'Only members of the workspace can join its projects',
  assignee_not_member: 'Assignees must be members of the project',
  label_not_in_workspace: 'Labels must belong to the project’s workspace',
  role_not_in_scope: 'This role cannot be given here',
  unauthenticated: 'Please log in',
  invalid_credentials: 'Email or password is wrong',
  invalid_refresh_token: 'Your session has ended. Please log in again',
  forbidden: 'Your role does not allow this',
  foreign_origin:
    'Livelane is not set up for this address. Open it at its own, or ask whoever runs it to set PUBLIC_URL to this one',
  registration_closed: 'On this server, accounts are created by invitation only',
  not_found: 'Not found',
  invalid_link:
    'This link is not valid. It may have been used, withdrawn or replaced, or it may have expired',
  email_taken: 'An account with this email already exists',
  already_member: 'This user is already a member',
  last_owner: 'The last owner can neither leave nor be given a lower role',
  id_taken: 'This ID is taken',
  edit_conflict: 'Someone else has changed this text since you read it',
  stale_move: 'Someone else has moved this task in the meantime',
  destination_gone: 'That project no longer exists. The task is back where it was',
  too_many_comments: 'This task already has the maximum of 2,000 comments',
  label_exists: 'The workspace already has a label with this name',
  wip_limit: 'This column is full',
  project_full: 'This project already has the maximum of 20,000 tasks',
  workspace_full: 'This workspace already has the maximum of 1,000 projects',
  item_deleted: 'This item is no longer on the checklist',
  comment_deleted: 'This comment has been deleted',
  history_folded: 'This part of the history is no longer kept',
  task_deleted: 'This task has been deleted',
  restore_expired: 'This task was deleted too long ago to be restored',
  body_too_large: 'The request is too large',
  unsupported_media_type: 'Requests must be JSON',
  idempotency_key_reused: 'This idempotency key was used for another request',
  client_outdated: 'This page is from an older version of Livelane. Please reload it',
  too_many_requests: 'Too many attempts. Please wait a little',
  too_many_registrations: 'Too many accounts were registered from your network. Please try again later',
  internal: 'An unexpected error occurred.',
  busy: 'The server is busy. Please try again',
  unavailable: 'The server is not available right now. Please try again',
  storage_full: 'The server has no storage space left, so nothing can be saved. Please try again later',
};

export interface ErrorDetails {
  errors?: NonNullable<ErrorBody['errors']>;
  conflict?: NonNullable<ErrorBody['conflict']>;
  retryAfterSeconds?: number;
}

/** An error with an answer: everything that a handler refuses is thrown as one of these. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string = defaultMessages[code],
    readonly details: ErrorDetails = {},
  ) {
    super(message);
    this.name = 'AppError';
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** What a refusal says to its caller (SPEC.md#rest). */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  const { errors, conflict } = error.details;
  return {
    message: error.message,
    code: error.code,
    requestId,
    ...(errors && { errors }),
    ...(conflict && { conflict }),
  };
}

/** An `invalid_input` of one field. @param path its name, as in the request */
export function fieldError(path: string, message: string): AppError {
  return new AppError('invalid_input', message, { errors: [{ path, message }] });
}

/** True for `not_found`: the thing is unknown, or the caller may not see it. */
export function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}

/** For look-ups. @throws any other error */
export function nullIfNotFound(error: unknown): null {
  if (isNotFound(error)) return null;
  throw error;
}

/** For removals: someone else was faster. @throws any other error */
export function ignoreNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
