import type { PublicUser, User } from '@livelane/shared/users/user.schema';
import type { UserDocument } from './user.types';

/** The user's own record: for themselves only. */
export function presentUser(user: Pick<UserDocument, '_id' | 'firstName' | 'surname' | 'email'>): User {
  return { id: user._id, firstName: user.firstName, surname: user.surname, email: user.email };
}

/** What everybody may see of a user. */
export function presentPublicUser(user: Pick<UserDocument, '_id' | 'firstName' | 'surname'>): PublicUser {
  return { id: user._id, firstName: user.firstName, surname: user.surname };
}
