import type { Comment } from '@livelane/shared/comments/comment.schema';
import { useEffect, useRef } from 'react';
import type { Thread } from '#board-sync/comment.threads';
import { useT } from '#i18n/useT';
import { showToast } from '#ui/toast/toast.store';

interface Options {
  /** The comment that the address names. */
  named: string | null;
  comments: readonly Comment[];
  thread: Thread | undefined;
  isOffline: boolean;
  readOlder: (() => Promise<void>) | null;
}

/**
 * Reads older pages until the comment that the address names is there, and reports one that is not. What is held
 * without a server, or has missed ops, does not say so. One that has been here is deleted before its reader's eyes.
 */
export function useNamedComment({ named, comments, thread, isOffline, readOlder }: Options): void {
  const t = useT();
  const found = comments.find(({ id }) => id === named);
  const seen = useRef<Comment>(undefined);
  /** Once is enough, however often the line comes back. */
  const reported = useRef<string>(undefined);
  const older = useRef(readOlder);
  useEffect(() => {
    if (found) seen.current = found;
    older.current = readOlder;
  });
  const isHere = found !== undefined;
  const isCurrent = thread?.isStale === false && !isOffline;
  const { next, start } = thread ?? {};
  useEffect(() => {
    if (!named || isHere || !isCurrent || reported.current === named) return;
    const before = seen.current?.id === named ? seen.current : null;
    // Where its place is held it was deleted, and is not among older ones.
    const isHeld = before && start && before.createdAt >= start.createdAt;
    if (next && !isHeld) void older.current?.();
    if (next || before) return;
    reported.current = named;
    showToast({ description: t('comment_missing') });
  }, [named, isHere, isCurrent, next, start, t]);
}
