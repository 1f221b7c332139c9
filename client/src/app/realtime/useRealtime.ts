import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useT } from '../../i18n/useT';
import { setSession, useSession } from '../../lib/session';
import { showToast } from '../../ui/toast/toast.store';
import type { Store } from '../store';
import { LiveClient, type LiveListeners } from './live.client';

/** The live client of the signed-in user; null while nobody is signed in. */
export function useRealtime(): LiveClient | null {
  const t = useT();
  const store = useStore() as Store;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { user } = useSession();
  const userId = user?.id;
  const listeners = useRef<LiveListeners | null>(null);
  listeners.current = {
    onRefused: (error) =>
      showToast({ title: t('label_error'), description: error.message, variant: 'destructive' }),
    onRevoked: (scope, id) => {
      void queries.invalidateQueries();
      const path = window.location.pathname;
      if (!path.includes(id)) return;
      showToast({ title: t('access_revoked'), variant: 'destructive' });
      navigate(scope === 'project' ? '/workspaces' : '/', { replace: true });
    },
    onStale: () => void queries.invalidateQueries(),
    onSessionEnded: () => setSession(null),
  };

  const client = useMemo(() => {
    if (!userId) return null;
    const current = (): LiveListeners => {
      if (!listeners.current) throw new Error('the listeners are set at each render');
      return listeners.current;
    };
    return new LiveClient(store, {
      onRefused: (error) => current().onRefused(error),
      onRevoked: (scope, id) => current().onRevoked(scope, id),
      onStale: () => current().onStale(),
      onSessionEnded: () => current().onSessionEnded(),
    });
  }, [userId, store]);

  useEffect(() => {
    client?.start();
    return () => client?.stop();
  }, [client]);

  return client;
}
