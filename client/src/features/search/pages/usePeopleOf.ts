import { useQueries } from '@tanstack/react-query';
import { membersQuery } from '#features/members/members.api';
import { screenOrder } from '#lib/screenLanguage';

/** The people of some workspaces, each once, by name; grows as workspaces load. */
export function usePeopleOf(workspaceIds: readonly string[]): Array<{ id: string; name: string }> {
  const lists = useQueries({
    queries: workspaceIds.map((id) => membersQuery('workspace', id)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const people = new Map(lists.map(({ user }) => [user.id, `${user.firstName} ${user.surname}`]));
  const { compare } = screenOrder();
  return [...people].map(([id, name]) => ({ id, name })).sort((a, b) => compare(a.name, b.name));
}
