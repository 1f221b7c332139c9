import type { ErrorCode } from '@livelane/shared/http/error.codes';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { selectBoard, selectMembers } from '#board-sync/board.selectors';
import { projectBoard } from '#board-sync/board.types';
import { columnName } from '#features/boards/columns/columnName';
import { notificationsKey, setUnread } from '#features/notifications/notifications.api';
import { projectQuery } from '#features/projects/projects.api';
import { workspaceQuery, workspacesQuery } from '#features/workspaces/workspaces.api';
import { useT } from '#i18n/useT';
import { sendCommand } from '#lib/commands';
import { isLeaving } from '#lib/leaving';
import { setSession } from '#lib/session';
import { spaced } from '#lib/spaced';
import { useSession } from '#lib/useSession';
import { RealtimeClient, type RealtimeListeners } from '#realtime/realtime.client';
import { useAppStore } from '#store/hooks';
import { showToast } from '#ui/toast/toast.store';
import { storage } from '../offline/useStoredBoards';
import { useReason } from '../unsaved/useReason';

/** Most refused tasks that the toast names; the list has all. */
const TITLES_SHOWN = 3;

/** Runs one live client while someone is signed in. */
export function useRealtime(): RealtimeClient | null {
  const t = useT();
  const reasonOf = useReason();
  const store = useAppStore();
  const queries = useQueryClient();
  const readAgain = useMemo(() => spaced(() => void queries.invalidateQueries()), [queries]);
  const navigate = useNavigate();
  const userId = useSession().user?.id;
  const [client, setClient] = useState<RealtimeClient | null>(null);
  const listeners = useRef<RealtimeListeners | null>(null);
  const { pathname } = useLocation();
  /** Once a lost board is off the page: until then its dialog keeps what is typed there. */
  const onLeft = useRef<(() => void) | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page has changed
  useEffect(() => {
    onLeft.current?.();
    onLeft.current = null;
  }, [pathname]);
  const showList = { label: t('unsaved_title'), run: () => sendCommand({ kind: 'showUnsaved' }) };
  listeners.current = {
    onSetAside: ({ reason, message, code, moved, mutation }) => {
      const { entry, pending, title } = mutation;
      const settings = projectBoard(store.getState().board, entry.projectId)?.settings;
      if (moved) {
        const members = selectMembers(store.getState(), entry.projectId);
        const name = members.find(({ id }) => id === moved.actorId)?.firstName;
        const state = columnName(t, settings, moved.state);
        showToast({
          description: name
            ? t('stale_move_by', { name, title, state })
            : t('stale_move_by_somebody', { title, state }),
          otherAction: {
            label: t('stale_move_leave'),
            run: () => client?.changes.outbox.discard(entry.mutationId),
          },
          action: {
            label: t('stale_move_anyway'),
            run: () => client?.changes.outbox.retry(entry.mutationId),
          },
        });
        return;
      }
      if (code === 'wip_limit' && pending.change.kind === 'move') {
        // Someone else was faster: the card is back in its old place.
        const state = columnName(t, settings, pending.change.state);
        showToast({
          title: t('label_error'),
          description: t('wip_refused', { title, state }),
          variant: 'destructive',
          action: showList,
        });
        return;
      }
      showToast({
        title: code === 'wip_limit' ? title : t('label_error'),
        description: reason === 'old' ? t('unsaved_old') : reasonOf(mutation, code, message),
        variant: 'destructive',
        action: showList,
      });
    },
    onPartlyRefused: (mutation, refused) => {
      const { titles = {}, pending } = mutation;
      const count = pending.change.kind === 'bulk' ? Object.keys(pending.change.changes).length : 0;
      const [first] = refused;
      const reason = reasonOf(mutation, first?.code as ErrorCode | undefined, first?.message ?? '');
      const named = refused.slice(0, TITLES_SHOWN).map(({ taskId }) => titles[taskId] ?? '');
      if (count === 1) {
        const [title = ''] = named;
        showToast({ title, description: reason, variant: 'destructive', action: showList });
        return;
      }
      const values = { refused: refused.length, count, reason };
      showToast({
        description: t('bulk_refused', { ...values, titles: named.join(' · ') }),
        variant: 'destructive',
        action: showList,
      });
    },
    onNotStored: () => showToast({ description: t('unsaved_not_stored'), variant: 'destructive' }),
    onRevoked: (scope, id) => {
      const workspaces = queries.getQueryData(workspacesQuery().queryKey);
      storage()
        .then(({ forgetLost }) => forgetLost(queries, id, workspaces))
        // Storage is off: nothing is stored.
        .catch(() => undefined);
      if (isLeaving(queries, id, userId)) return;
      const { queryKey } = scope === 'project' ? projectQuery(id) : workspaceQuery(id);
      const name = queries.getQueryData<{ name: string }>(queryKey)?.name;
      readAgain();
      const title = name
        ? t('access_revoked_named', { name })
        : t(scope === 'project' ? 'access_revoked' : 'access_revoked_workspace');
      const board = selectBoard(store.getState(), id);
      const listTyped = () =>
        void import('../unsaved/takeTyped')
          .then(({ takeTyped }) => {
            for (const mutation of takeTyped(userId ?? '', id, board))
              client?.changes.outbox.setAside({ mutation, reason: 'refused', message: title });
          })
          .catch(() => undefined);
      if (!window.location.pathname.includes(id)) return listTyped();
      onLeft.current ??= listTyped;
      showToast({ title, variant: 'destructive' });
      navigate('/workspaces', { replace: true });
    },
    onStale: readAgain,
    onConnected: () =>
      void queries.invalidateQueries({
        // What could not be read before there was a server is not tried again by itself.
        predicate: ({ queryKey, state }) => queryKey[0] === notificationsKey[0] || state.status === 'error',
      }),
    onUnread: (unread) => void setUnread(queries, unread),
    onSignedOut: () => {
      // If the user ended it, the toast about that replaces this one.
      showToast({ description: t('session_ended') });
      setSession(null);
    },
  };

  useEffect(() => {
    if (!userId) return;
    const live = new RealtimeClient(userId, store, {
      onSetAside: (change) => listeners.current?.onSetAside(change),
      onPartlyRefused: (mutation, refused) => listeners.current?.onPartlyRefused(mutation, refused),
      onNotStored: () => listeners.current?.onNotStored(),
      onRevoked: (scope, id) => listeners.current?.onRevoked(scope, id),
      onStale: () => listeners.current?.onStale(),
      onConnected: () => listeners.current?.onConnected(),
      onUnread: (unread) => listeners.current?.onUnread(unread),
      onSignedOut: () => listeners.current?.onSignedOut(),
    });
    live.start();
    setClient(live);
    return () => {
      live.stop();
      setClient(null);
    };
  }, [userId, store]);

  return client;
}
