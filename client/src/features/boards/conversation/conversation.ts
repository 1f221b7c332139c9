import type { ActivityItem } from '@livelane/shared/history/history.schema';
import type { ShownComment } from '#board-sync/comment.threads';

export const streams = ['all', 'comments', 'activity'] as const;
export type Stream = (typeof streams)[number];

export type Entry =
  | { kind: 'comment'; at: string; comment: ShownComment }
  | { kind: 'activity'; at: string; item: ActivityItem };

/** A list whose older parts may not be loaded. */
interface Part<Item> {
  items: readonly Item[];
  hasOlder: boolean;
}

/** Comments are listed themselves: of their ops only deletions are shown. */
const isShown = ({ type }: ActivityItem): boolean =>
  !type.startsWith('comment.') || type === 'comment.deleted';

/**
 * Comments and activity of a task as one stream, oldest first; new comments come last. Starts where
 * both lists are loaded, so that older parts add nothing in between.
 * @param activity newest first
 */
export function conversation(
  stream: Stream,
  comments: Part<ShownComment>,
  activity: Part<ActivityItem>,
): Entry[] {
  const said = comments.items.map((comment) => ({
    kind: 'comment' as const,
    at: comment.createdAt,
    comment,
  }));
  const done = activity.items
    .filter((item) => stream === 'activity' || isShown(item))
    .map((item): Entry => ({ kind: 'activity', at: item.at, item }))
    .reverse();
  if (stream === 'comments') return said;
  if (stream === 'activity') return done;
  const from = [
    comments.hasOlder ? (comments.items[0]?.createdAt ?? '') : '',
    activity.hasOlder ? (activity.items.at(-1)?.at ?? '') : '',
  ].sort()[1];
  const merged: Entry[] = [];
  let next = 0;
  for (const entry of said.filter(({ comment }) => !comment.isNew)) {
    for (let other = done[next]; other && other.at < entry.at; other = done[next]) {
      merged.push(other);
      next++;
    }
    merged.push(entry);
  }
  const known = [...merged, ...done.slice(next)].filter(({ at }) => at >= (from ?? ''));
  return [...known, ...said.filter(({ comment }) => comment.isNew)];
}
