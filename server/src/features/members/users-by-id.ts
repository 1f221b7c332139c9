import type { PublicUser } from '@livelane/shared/users/user.schema';
import type { UserDirectory } from './access.service';

/** The names behind a list of memberships, read at once. */
export async function usersById(
  users: UserDirectory,
  members: ReadonlyArray<{ userId: string }>,
): Promise<Map<string, PublicUser>> {
  const found = await users.publicUsers(members.map((member) => member.userId));
  return new Map(found.map((user) => [user.id, user]));
}
