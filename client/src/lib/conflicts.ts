import type { EditConflict, MoveConflict } from '@livelane/shared/http/error.schema';
import type { ApiError } from './api';

/** Both texts of a description that someone else has changed meanwhile. */
export function editConflictOf({ conflict }: ApiError): EditConflict | undefined {
  return conflict && 'field' in conflict ? conflict : undefined;
}

/** The card's move by someone else. */
export function moveConflictOf({ conflict }: ApiError): MoveConflict | undefined {
  return conflict && 'actorId' in conflict && 'state' in conflict ? conflict : undefined;
}
