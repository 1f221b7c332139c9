import { joinMessages } from '@livelane/shared/http/join.messages';
import { messageText } from '@livelane/shared/http/messages';
import type * as z from 'zod/mini';
import { AppError } from './errors';

/**
 * Checks a value against a schema of `shared`.
 * @throws AppError `invalid_input` with the catalogue's text for each wrong field
 */
export function validate<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: messageText(issue.message),
  }));
  throw new AppError('invalid_input', joinMessages(errors.map((error) => error.message)), { errors });
}
