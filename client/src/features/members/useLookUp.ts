import { isUuid } from '@livelane/shared/values/is-uuid';
import { useState } from 'react';
import { findUser } from './members.api';

type Found = { userId: string | undefined } | { error: unknown };

/** Finds a user by typed text: an id is used directly, anything else is looked up as an email. */
export function useLookUp() {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (text: string): Promise<Found> => {
    const typed = text.trim();
    setError(null);
    if (typed === '') return { userId: undefined };
    if (isUuid(typed)) return { userId: typed };
    setPending(true);
    try {
      const [user] = await findUser(typed);
      return { userId: user?.id };
    } catch (refusal) {
      setError(refusal);
      return { error: refusal };
    } finally {
      setPending(false);
    }
  };
  return { run, isPending, error, reset: () => setError(null) };
}
