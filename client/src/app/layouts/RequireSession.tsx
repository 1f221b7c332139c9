import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useSession } from '#lib/useSession';
import type { WayIn } from '#lib/wayIn';
import { deferred } from '#ui/lazy/deferred';
import { UnreachablePage } from '#ui/page/ErrorPage';
import { PageSkeleton } from '#ui/page/PageSkeleton';
import { ScriptUnreachable } from '#ui/page/ScriptUnreachable';
import { startSession, useIsUnreachable } from '../boot/startSession';

export const PrivateLayout = deferred(
  async () => (await import('./PrivateLayout')).default,
  PageSkeleton,
  ScriptUnreachable,
);

/**
 * Guards pages that need an account; without one the visitor is sent to login and comes back afterwards, unless they
 * sign in as somebody else.
 */
export function RequireSession() {
  const location = useLocation();
  const { status, user } = useSession();
  const isUnreachable = useIsUnreachable();
  const [userId, setUserId] = useState(user?.id);
  if (user && user.id !== userId) setUserId(user.id);
  if (status === 'unknown') {
    return isUnreachable ? <UnreachablePage onRetry={() => void startSession()} /> : <PageSkeleton />;
  }
  if (!user) {
    const way: WayIn | null = status === 'left' ? null : { from: location, userId };
    return <Navigate to="/login" replace state={way} />;
  }
  return <PrivateLayout key={user.id} user={user} />;
}
