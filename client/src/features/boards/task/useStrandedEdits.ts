import { useState } from 'react';
import type { textDrafts } from '#lib/textDrafts';
import { useCurrentUser } from '#lib/useSession';

/** What was typed into parts of a task that are gone. */
export function useStrandedEdits(
  { edits, dropEdit }: Pick<ReturnType<typeof textDrafts>, 'edits' | 'dropEdit'>,
  taskId: string,
  isGone: (id: string) => boolean,
) {
  const userId = useCurrentUser().id;
  const [, setDiscarded] = useState('');
  return {
    stranded: edits(userId, taskId).filter(({ id }) => isGone(id)),
    discard: (id: string) => {
      dropEdit(userId, id);
      setDiscarded(id);
    },
  };
}
