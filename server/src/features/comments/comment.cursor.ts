import { isUuid } from '@livelane/shared/values/is-uuid';
import { AppError } from '../../http/errors';
import type { CommentPlace } from './comment.store';

/** A place as clients pass it on: opaque to them. */
export function cursorOf({ createdAt, id }: CommentPlace): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

/** @throws AppError `invalid_input` for a cursor that no answer contained */
export function placeOf(cursor: string): CommentPlace {
  const [createdAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const isTime = !Number.isNaN(Date.parse(createdAt)) && new Date(createdAt).toISOString() === createdAt;
  if (!isTime || !isUuid(id) || cursorOf({ createdAt, id }) !== cursor) throw new AppError('invalid_input');
  return { createdAt, id };
}
