import type { InvitationPreview } from '@livelane/shared/invitations/invitation.schema';
import { useEffect, useState } from 'react';
import { previewInvitation } from './invitations.api';

/** The preview of an invitation; the pages before the sign-in have no query cache. */
export function useInvitation(secret: string): { preview: InvitationPreview | null; error: unknown } {
  const [state, setState] = useState<{ preview: InvitationPreview | null; error: unknown }>({
    preview: null,
    error: null,
  });
  useEffect(() => {
    const leaving = new AbortController();
    previewInvitation(secret, leaving.signal).then(
      (preview) => setState({ preview, error: null }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setState({ preview: null, error });
      },
    );
    return () => leaving.abort();
  }, [secret]);
  return state;
}
