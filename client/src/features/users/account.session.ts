import type { User } from '@livelane/shared/users/user.schema';
import { getSession, leaveSession, setSession } from '#lib/session';
import { showToast } from '#ui/toast/toast.store';

// Answers about the user's own account may be late: they change nothing for somebody who has signed in since.

/** After the user has edited their own profile. */
export function setCurrentUser(edited: User): void {
  const { token, user } = getSession();
  if (token && user.id === edited.id) setSession({ token, user: edited });
}

/** Logs out the user whose sessions the server has ended at their request, and says why. */
export function leaveAccount(userId: string, title: string): void {
  const { user } = getSession();
  if (user && user.id !== userId) return;
  showToast({ title, variant: 'success' });
  leaveSession();
}
