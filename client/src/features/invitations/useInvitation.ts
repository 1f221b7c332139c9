import type { InvitationPreview } from '@livelane/shared/invitations/invitation.schema';
import { useEffect, useState } from 'react';
import { previewInvitation } from './invitations.api';

interface Loaded {
  preview: InvitationPreview | null;
  error: unknown;
}
const NOTHING: Loaded = { preview: null, error: null };

/** The preview of an invitation, if there is a secret to ask with; the pages before the sign-in have no query cache. */
export function useInvitation(secret: string): Loaded & { retry: () => void } {
  const [state, setState] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    // Another invitation may be opened in the same tab.
    setState(NOTHING);
    if (!secret) return;
    const leaving = new AbortController();
    previewInvitation(secret, leaving.signal).then(
      (preview) => {
        if (!leaving.signal.aborted) setState({ preview, error: null });
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setState({ preview: null, error });
      },
    );
    return () => leaving.abort();
  }, [secret, attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}
