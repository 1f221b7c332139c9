import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { selectMembers } from '#board-sync/board.selectors';
import { unreadHeard } from '#features/notifications/notifications.api';
import { useT } from '#i18n/useT';
import { isLeaving } from '#lib/leaving';
import { setSession } from '#lib/session';
import { useSession } from '#lib/useSession';
import { RealtimeClient, type RealtimeListeners } from '#realtime/realtime.client';
import { useAppStore } from '#store/hooks';
import { showToast } from '#ui/toast/toast.store';
import { useRefusalTexts } from '#ui/useErrorText';

/** Runs one live client for as long as somebody is signed in. */
export function useRealtime(): RealtimeClient | null {
  const t = useT();
  const textOfRefusal = useRefusalTexts();
  const store = useAppStore();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const userId = useSession().user?.id;
  const [client, setClient] = useState<RealtimeClient | null>(null);
  const listeners = useRef<RealtimeListeners | null>(null);
  listeners.current = {
    onSetAside: ({ reason, message, code, moved, mutation: { entry, title } }) => {
      if (moved) {
        const members = selectMembers(store.getState(), entry.projectId);
        const name = members.find(({ id }) => id === moved.actorId)?.firstName;
        const state = t(`kanban_state_${moved.state}`);
        showToast({
          description: name
            ? t('stale_move_by', { name, title, state })
            : t('stale_move_by_somebody', { title, state }),
          otherAction: { label: t('stale_move_leave'), run: () => client?.outbox.discard(entry.mutationId) },
          action: { label: t('stale_move_anyway'), run: () => client?.outbox.retry(entry.mutationId) },
        });
        return;
      }
      showToast({
        title: t('label_error'),
        description: reason === 'old' ? t('unsaved_old') : textOfRefusal({ code, message, errors: [] }),
        variant: 'destructive',
      });
    },
    onNotStored: () => showToast({ description: t('unsaved_not_stored'), variant: 'destructive' }),
    onRevoked: (scope, id) => {
      if (isLeaving(queries, id, userId)) return;
      void queries.invalidateQueries();
      if (!window.location.pathname.includes(id)) return;
      const title = t(scope === 'project' ? 'access_revoked' : 'access_revoked_workspace');
      showToast({ title, variant: 'destructive' });
      navigate('/workspaces', { replace: true });
    },
    onStale: () => void queries.invalidateQueries(),
    onUnread: (unread) => unreadHeard(queries, unread),
    onSignedOut: () => {
      // Where the users did it themselves, their own word about it comes after this one.
      showToast({ description: t('session_ended') });
      setSession(null);
    },
    onSessionEnded: () => setSession(null),
  };

  useEffect(() => {
    if (!userId) return;
    const live = new RealtimeClient(userId, store, {
      onSetAside: (change) => listeners.current?.onSetAside(change),
      onNotStored: () => listeners.current?.onNotStored(),
      onRevoked: (scope, id) => listeners.current?.onRevoked(scope, id),
      onStale: () => listeners.current?.onStale(),
      onUnread: (unread) => listeners.current?.onUnread(unread),
      onSignedOut: () => listeners.current?.onSignedOut(),
      onSessionEnded: () => listeners.current?.onSessionEnded(),
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
