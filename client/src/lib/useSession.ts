import type { User } from '@livelane/shared/users/user.schema';
import { useSyncExternalStore } from 'react';
import { getSession, type SessionState, subscribeSession } from './session';

export function useSession(): SessionState {
  return useSyncExternalStore(subscribeSession, getSession);
}

/** The signed-in user. Only for screens behind the sign-in. */
export function useCurrentUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('nobody is signed in');
  return user;
}
