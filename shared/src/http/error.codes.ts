/** The closed list of error codes, each with its HTTP status (SPEC.md#rest). */
export const errorStatus = {
  invalid_input: 400,
  invalid_json: 400,
  not_workspace_member: 400,
  assignee_not_member: 400,
  role_not_in_scope: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  invalid_refresh_token: 401,
  forbidden: 403,
  foreign_origin: 403,
  not_found: 404,
  email_taken: 409,
  already_member: 409,
  last_owner: 409,
  id_taken: 409,
  edit_conflict: 409,
  stale_move: 409,
  task_deleted: 410,
  restore_expired: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  client_outdated: 426,
  too_many_requests: 429,
  internal: 500,
  busy: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;
export const errorCodes = Object.keys(errorStatus) as ErrorCode[];
