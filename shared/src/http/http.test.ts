import { type ErrorCode, errorCodes, errorStatus } from './error.codes';
import { errorBodySchema } from './error.schema';
import { joinMessages } from './join.messages';
import { messages, messageText } from './messages';

describe('error codes', () => {
  it('have the statuses of SPEC.md#rest', () => {
    const allowed = [400, 401, 403, 404, 409, 410, 413, 415, 422, 426, 429, 500, 503];
    for (const code of errorCodes) expect(allowed).toContain(errorStatus[code]);
    expect(errorStatus).toMatchObject<Partial<Record<ErrorCode, number>>>({
      invalid_input: 400,
      role_not_in_scope: 400,
      unauthenticated: 401,
      forbidden: 403,
      not_found: 404,
      last_owner: 409,
      already_member: 409,
      task_deleted: 410,
      idempotency_key_reused: 422,
      too_many_requests: 429,
      busy: 503,
    });
  });

  it('are the only ones an error body may carry', () => {
    const body = { message: 'x', code: 'not_found', requestId: 'r' };
    expect(errorBodySchema.safeParse(body).success).toBe(true);
    expect(errorBodySchema.safeParse({ ...body, code: 'teapot' }).success).toBe(false);
  });
});

describe('messages', () => {
  it('are joined by a full stop and a space, without duplicates (specification section 8)', () => {
    expect(joinMessages(['Name is required', 'Role is required', 'Name is required'])).toBe(
      'Name is required. Role is required',
    );
    expect(joinMessages([])).toBe('');
  });

  it('hold every text of the catalogue in specification section 5', () => {
    const catalogue =
      'Name is required; Description is required; Email is required; Email is invalid; Password is required; ' +
      'Password must be at least 6 characters long; Password confirmation is required; Passwords must match; ' +
      'First name is required; Surname is required; Task title is required; Task description is required; ' +
      'Kanban state is required; Task priority is required; Time estimate is required; User ID is required; ' +
      'Role is required; Project ID is required; New password is required; New password confirmation is required';
    expect(Object.values(messages)).toEqual(expect.arrayContaining(catalogue.split('; ')));
  });

  it("give a general text for a library's own, and for names of Object.prototype", () => {
    expect(messageText('input_required_name')).toBe('Name is required');
    expect(messageText('Invalid input: expected string, received number')).toBe('Invalid value');
    expect(messageText('toString')).toBe('Invalid value');
    expect(messageText('__proto__')).toBe('Invalid value');
  });
});
