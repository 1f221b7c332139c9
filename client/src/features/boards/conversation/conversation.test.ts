import type { ShownComment } from '#board-sync/comment.threads';
import { at, done } from '../history/activity.fixture';
import { conversation } from './conversation';

const said = (minute: number, isNew = false) =>
  ({ id: `c${minute}`, createdAt: at(minute), isNew }) as ShownComment;
const shown = (...given: Parameters<typeof conversation>) =>
  conversation(...given).map((entry) => (entry.kind === 'comment' ? entry.comment.id : entry.item.v));

describe('the conversation of a task', () => {
  const comments = { items: [said(2), said(6)], hasOlder: false };
  const activity = {
    items: [done(8), done(6, { type: 'comment.added' }), done(4), done(1)],
    hasOlder: false,
  };
  it('is one stream in the order of time, or a part of it', () => {
    expect(shown('all', comments, activity)).toEqual([1, 'c2', 4, 'c6', 8]);
    expect(shown('comments', comments, activity)).toEqual(['c2', 'c6']);
    expect(shown('activity', comments, activity)).toEqual([1, 4, 6, 8]);
  });

  it('ends with new comments, however wrong the clock of this computer is', () => {
    const unsent = { ...comments, items: [...comments.items, said(0, true), said(3, true)] };
    expect(shown('all', unsent, activity)).toEqual([1, 'c2', 4, 'c6', 8, 'c0', 'c3']);
    expect(shown('all', unsent, { ...activity, hasOlder: true })).toEqual([1, 'c2', 4, 'c6', 8, 'c0', 'c3']);
  });

  it('leaves out what lies before a part that has not come', () => {
    expect(shown('all', { ...comments, hasOlder: true }, activity)).toEqual(['c2', 4, 'c6', 8]);
    expect(shown('all', comments, { items: activity.items.slice(0, 3), hasOlder: true })).toEqual([
      4,
      'c6',
      8,
    ]);
  });
});
