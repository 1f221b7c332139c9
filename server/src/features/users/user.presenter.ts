import type { PublicUser, User } from '@livelane/shared/users/user.schema';
import type { UserDocument } from './user.types';

/** The user's own record: for themselves only. */
export type UserPresenter = (user: UserDocument) => User;

/** @param adminEmails addresses of administrators: valid once they are proven */
export function userPresenter(adminEmails: readonly string[]): UserPresenter {
  return (user) => ({
    id: user._id,
    firstName: user.firstName,
    surname: user.surname,
    email: user.email,
    isAdmin: isAdmin(user, adminEmails),
    hasPassword: user.passwordHash !== undefined,
    pendingEmail: user.pendingEmail ?? null,
  });
}

export function isAdmin(user: UserDocument, adminEmails: readonly string[]): boolean {
  return user.emailProvenAt !== undefined && adminEmails.includes(user.email);
}

/** Whether the account can be signed in to. */
export function isUsable({ deactivatedAt, closingAt }: UserDocument): boolean {
  return deactivatedAt === undefined && closingAt === undefined;
}

/** The part of a user that everyone may see. */
export function presentPublicUser(user: Pick<UserDocument, '_id' | 'firstName' | 'surname'>): PublicUser {
  return { id: user._id, firstName: user.firstName, surname: user.surname };
}
