import type { Activity, ActivityItem } from '@livelane/shared/history/history.schema';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ActivityFilter, readActivity } from './activity.api';

interface Loaded {
  /** Newest first. */
  items: readonly ActivityItem[];
  next: number | null;
  people: ReadonlyMap<string, PublicUser>;
}

/** Items that are requested after new changes. */
const NEWS_LIMIT = 100;

/** The past of a project or task, newest first, kept up to date. @param headV rises with each change */
export function useActivity(filter: ActivityFilter | null, headV: number) {
  const [loaded, setLoaded] = useState<{ key: string; data: Loaded } | null>(null);
  const [failed, setFailed] = useState<{ key: string; error: unknown } | null>(null);
  const key = JSON.stringify(filter);
  const data = loaded?.key === key ? loaded.data : undefined;
  const now = useRef({ key, data, filter });
  useEffect(() => {
    now.current = { key, data, filter };
  });
  const read = useCallback(async (part: 'first' | 'news' | 'older') => {
    const { key: asked, data: held, filter: of } = now.current;
    if (!of || (part === 'older' && held?.next == null)) return;
    const newest = held?.items[0]?.v;
    const isNews = part === 'news' && newest !== undefined;
    try {
      const page = isNews
        ? await readActivity({ ...of, after: newest }, { limit: NEWS_LIMIT })
        : await readActivity(of, part === 'older' ? { before: held?.next ?? undefined } : {});
      // A later question may have been answered first.
      if (now.current.key !== asked) return;
      setFailed(null);
      setLoaded((before) => {
        const kept = before?.key === asked ? before.data : undefined;
        return {
          key: asked,
          data: merged(kept, page, isNews ? 'news' : part === 'older' ? 'older' : 'first'),
        };
      });
    } catch (error) {
      if (now.current.key === asked) setFailed({ key: asked, error });
    }
  }, []);
  useEffect(() => {
    if (headV >= 0 && key !== 'null') void read(now.current.data ? 'news' : 'first');
  }, [key, headV, read]);
  return {
    data,
    error: !data && failed?.key === key ? failed.error : null,
    readAgain: () => void read('first'),
    readOlder: data?.next == null ? null : () => void read('older'),
  };
}

function merged(held: Loaded | undefined, page: Activity, part: 'first' | 'news' | 'older'): Loaded {
  const people = new Map(held?.people);
  for (const person of page.people) people.set(person.id, person);
  // More new items than a page: those in between are missing.
  if (!held || part === 'first' || (part === 'news' && page.next !== null))
    return { items: page.items, next: page.next, people };
  const known = new Set(held.items.map(({ v }) => v));
  const fresh = page.items.filter(({ v }) => !known.has(v));
  if (part === 'news') return { items: [...fresh, ...held.items], next: held.next, people };
  return { items: [...held.items, ...fresh], next: page.next, people };
}
