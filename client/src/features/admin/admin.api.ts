import type {
  AdminUser,
  AuditItem,
  OwnerlessWorkspace,
  Page,
  SystemState,
} from '@livelane/shared/admin/admin.schema';
import type { UserSession } from '@livelane/shared/auth/account.schema';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '#lib/api';

/** The key of everything that administrators read, so that a change can invalidate all of it. */
const ADMIN = ['admin'] as const;
/** How often the state of the system is read again while it is shown. */
const SYSTEM_POLL_MS = 15_000;
/** How long names in the audit log are cached. */
const NAME_FRESH_MS = 5 * 60_000;

/** Filter of the audit log; empty fields match everything. Days are in UTC, as on the server. */
export interface AuditAsked {
  event: string;
  userId: string;
  from: string;
  to: string;
}

function queryOf(given: object): string {
  const asked = Object.entries(given).filter(([, value]) => value) as Array<[string, string]>;
  return new URLSearchParams(asked).toString();
}

const pages = { initialPageParam: '', getNextPageParam: ({ next }: Page<unknown>) => next };

/** GET /admin/users, page after page. */
export const peopleQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...ADMIN, 'users', search],
    queryFn: ({ signal, pageParam: before }) =>
      api.get<Page<AdminUser>>(`/admin/users?${queryOf({ search, before })}`, { signal }),
    placeholderData: keepPreviousData,
    ...pages,
  });

/** The person with this id; null for a deleted account. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...ADMIN, 'person', id],
    queryFn: async ({ signal }) => {
      const { items } = await api.get<Page<AdminUser>>(`/admin/users?${queryOf({ search: id })}`, { signal });
      return items.find((user) => user.id === id) ?? null;
    },
    staleTime: NAME_FRESH_MS,
  });

/** GET /admin/users/{id}/sessions */
export const personSessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...ADMIN, 'sessions', userId],
    queryFn: ({ signal }) => api.get<UserSession[]>(`/admin/users/${userId}/sessions`, { signal }),
  });

/** GET /admin/workspaces: those without an active owner. */
export const ownerlessQuery = infiniteQueryOptions({
  queryKey: [...ADMIN, 'workspaces'],
  queryFn: ({ signal, pageParam: before }) =>
    api.get<Page<OwnerlessWorkspace>>(`/admin/workspaces?${queryOf({ ownerless: 'true', before })}`, {
      signal,
    }),
  ...pages,
});

/** GET /admin/system */
export const systemQuery = queryOptions({
  queryKey: [...ADMIN, 'system'],
  queryFn: ({ signal }) => api.get<SystemState>('/admin/system', { signal }),
  refetchInterval: SYSTEM_POLL_MS,
});

/** GET /admin/audit, page after page. */
export const auditQuery = (asked: AuditAsked) =>
  infiniteQueryOptions({
    queryKey: [...ADMIN, 'audit', asked],
    queryFn: ({ signal, pageParam: before }) =>
      api.get<Page<AuditItem>>(`/admin/audit?${queryOf({ ...asked, before })}`, { signal }),
    placeholderData: keepPreviousData,
    ...pages,
  });

/** GET /admin/audit.csv: all matching lines, as a file. */
export async function fetchAuditCsv(asked: AuditAsked): Promise<Blob> {
  const answer = await api.open(`/admin/audit.csv?${queryOf(asked)}`, null, {});
  return answer.blob();
}

function useAdminChange<Input>(change: (input: Input) => Promise<void>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: ADMIN }),
  });
}

/** POST /admin/users/{id}/deactivate or …/reactivate */
export const useSetActive = () =>
  useAdminChange(({ userId, isActive }: { userId: string; isActive: boolean }) =>
    api.post<void>(`/admin/users/${userId}/${isActive ? 'reactivate' : 'deactivate'}`),
  );

/** DELETE /admin/users/{id}/sessions */
export const useSignOutEverywhere = () =>
  useAdminChange((userId: string) => api.delete<void>(`/admin/users/${userId}/sessions`));

/** POST /admin/workspaces/{id}/owner */
export const useGiveOwner = () =>
  useAdminChange(({ workspaceId, userId }: { workspaceId: string; userId: string }) =>
    api.post<void>(`/admin/workspaces/${workspaceId}/owner`, { userId }),
  );
