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

/** The newest items, or the page before those that are here. */
type Part = 'newest' | 'older';

/** The past of a project or task, newest first, kept up to date. @param headV rises with each change */
export function useActivity(filter: ActivityFilter | null, headV: number) {
  const [loaded, setLoaded] = useState<{ key: string; data: Loaded } | null>(null);
  const [failed, setFailed] = useState<{ key: string; part: Part; error: unknown } | null>(null);
  const key = JSON.stringify(filter);
  const data = loaded?.key === key ? loaded.data : undefined;
  const now = useRef({ key, data, filter });
  useEffect(() => {
    now.current = { key, data, filter };
  });
  const read = useCallback(async (part: Part) => {
    const { key: asked, data: held, filter: of } = now.current;
    if (!of || (part === 'older' && held?.next == null)) return;
    const newest = part === 'newest' ? held?.items[0]?.v : undefined;
    try {
      const page =
        newest === undefined
          ? await readActivity(of, part === 'older' ? { before: held?.next ?? undefined } : {})
          : await readActivity({ ...of, after: newest }, { limit: NEWS_LIMIT });
      // A later question may have been answered first.
      if (now.current.key !== asked) return;
      setFailed((before) => (before?.part === part ? null : before));
      setLoaded((before) => ({
        key: asked,
        data: merged(before?.key === asked ? before.data : undefined, page, part),
      }));
    } catch (error) {
      if (now.current.key === asked) setFailed({ key: asked, part, error });
    }
  }, []);
  useEffect(() => {
    if (headV >= 0 && key !== 'null') void read('newest');
  }, [key, headV, read]);
  const errorOf = (part: Part) => (failed?.key === key && failed.part === part ? failed.error : null);
  return {
    data,
    error: errorOf('newest'),
    readAgain: () => void read('newest'),
    olderError: errorOf('older'),
    readOlder: data?.next == null ? null : () => void read('older'),
  };
}

function merged(held: Loaded | undefined, page: Activity, part: Part): Loaded {
  const people = new Map(held?.people);
  for (const person of page.people) people.set(person.id, person);
  // More new items than a page: those in between are missing.
  if (!held || (part === 'newest' && page.next !== null))
    return { items: page.items, next: page.next, people };
  const known = new Set(held.items.map(({ v }) => v));
  const fresh = page.items.filter(({ v }) => !known.has(v));
  if (part === 'newest') return { items: [...fresh, ...held.items], next: held.next, people };
  return { items: [...held.items, ...fresh], next: page.next, people };
}
