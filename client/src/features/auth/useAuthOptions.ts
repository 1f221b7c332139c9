import type { AuthOptions } from '@livelane/shared/auth/account.schema';
import { useEffect, useState } from 'react';
import { authOptions } from './links.api';

/** How people sign in here; null until it is known. The pages before the sign-in have no query cache. */
export function useAuthOptions(): AuthOptions | null {
  const [options, setOptions] = useState<AuthOptions | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    authOptions(leaving.signal).then(setOptions, () => undefined);
    return () => leaving.abort();
  }, []);
  return options;
}
