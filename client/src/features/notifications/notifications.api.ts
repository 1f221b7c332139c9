import type {
  Following,
  Notification,
  NotificationPage,
  NotificationSettings,
  NotificationSettingsInput,
  ReadNotifications,
} from '@livelane/shared/notifications/notification.schema';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '#lib/api';
import { BOARD_POLL_MS } from '#lib/cacheTimes';
import { useErrorToast } from '#ui/toast/useErrorToast';

/** Key of everything about notifications. */
export const notificationsKey = ['notifications'] as const;
const LIST = [...notificationsKey, 'list'] as const;

/** The number of unread ones: pushed, and polled in case no push arrives. */
export const unreadQuery = queryOptions({
  queryKey: [...notificationsKey, 'unread'],
  queryFn: async ({ signal }) =>
    (await api.get<NotificationPage>('/notifications?unread=true&limit=1', { signal })).unread,
  refetchInterval: BOARD_POLL_MS,
});

/** GET /notifications, page after page. */
export const notificationsQuery = (onlyUnread: boolean) =>
  infiniteQueryOptions({
    queryKey: [...LIST, onlyUnread],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({
        ...(onlyUnread && { unread: 'true' }),
        ...(pageParam && { before: pageParam }),
      });
      return api.get<NotificationPage>(`/notifications?${query}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

/** Applies a push: the count at once, the lists when they are shown. */
export async function setUnread(queries: QueryClient, unread: number): Promise<void> {
  // A pending answer may be older.
  await queries.cancelQueries(unreadQuery);
  queries.setQueryData(unreadQuery.queryKey, unread);
  void queries.invalidateQueries({ queryKey: LIST });
}

function changeListed(queries: QueryClient, change: (each: Notification) => Notification): void {
  queries.setQueriesData<InfiniteData<NotificationPage>>(
    { queryKey: LIST },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })),
      },
  );
}

/** POST /notifications/read: shown at once, here and on all devices. */
export function useMarkRead() {
  const queries = useQueryClient();
  const showError = useErrorToast();
  return useMutation({
    mutationFn: (which: ReadNotifications) => api.post<void>('/notifications/read', which),
    onMutate: ({ ids, all, taskId }) => {
      const readAt = new Date().toISOString();
      const isMeant = (each: Notification) =>
        !each.readAt && (all || ids?.includes(each.id) || (taskId !== undefined && each.taskId === taskId));
      changeListed(queries, (each) => (isMeant(each) ? { ...each, readAt } : each));
    },
    onError: (error, { taskId }) => {
      // An opened task marks its own: nobody has asked for that.
      if (taskId === undefined) showError(error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsKey }),
  });
}

/** GET /tasks/{id}/following. */
export const followingQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['following', taskId],
    queryFn: ({ signal }) => api.get<Following>(`/tasks/${taskId}/following`, { signal }),
  });

/** PUT /tasks/{id}/following: one change after the other, so that the last answer is of the last. */
export function useFollow() {
  const queries = useQueryClient();
  const onError = useErrorToast();
  return useMutation({
    scope: { id: 'following' },
    mutationFn: ({ taskId, mode }: { taskId: string; mode: Following['mode'] }) =>
      api.put<Following>(`/tasks/${taskId}/following`, { mode }),
    onError,
    onSuccess: (following, { taskId }) => {
      queries.setQueryData(followingQuery(taskId).queryKey, following);
      const isMuted = following.mode === 'mute';
      changeListed(queries, (each) => (each.taskId === taskId ? { ...each, isMuted } : each));
    },
  });
}

/** GET /notifications/settings. @throws ApiError, NetworkError */
export const readSettings = (signal: AbortSignal) =>
  api.get<NotificationSettings>('/notifications/settings', { signal });

const settingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) => readSettings(signal),
});

/** PUT /notifications/settings: changes the given fields. @throws ApiError, NetworkError */
export const saveSettings = (input: NotificationSettingsInput) =>
  api.put<NotificationSettings>('/notifications/settings', input);

/** The settings, with the times that are being saved: the next change builds on them. */
export function useSettings() {
  const { data, error, refetch } = useQuery(settingsQuery);
  const times = useMutationState({
    filters: { mutationKey: settingsQuery.queryKey, status: 'pending' },
    select: ({ state }) => {
      const { quietHours, digestAt } = state.variables as NotificationSettingsInput;
      return { ...(quietHours !== undefined && { quietHours }), ...(digestAt && { digestAt }) };
    },
  });
  const settings: NotificationSettings | undefined = data && Object.assign({}, data, ...times);
  return { settings, error, refetch };
}

/** Changes settings one after the other, each sent once the one before it is answered. */
export function useChangeSettings() {
  const queries = useQueryClient();
  const { queryKey } = settingsQuery;
  return useMutation({
    mutationKey: queryKey,
    scope: { id: 'notification-settings' },
    mutationFn: saveSettings,
    // It may have been saved although no answer arrived.
    onError: () => queries.invalidateQueries({ queryKey }),
    onSuccess: (settings) => queries.setQueryData(queryKey, settings),
  });
}
