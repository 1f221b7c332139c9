import type { Activity, ActivityItem } from '@livelane/shared/history/history.schema';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ActivityFilter, readActivity } from './activity.api';
import { useSightChanges } from './useSightChanges';

interface Loaded {
  /** Newest first. */
  items: readonly ActivityItem[];
  next: number | null;
  people: ReadonlyMap<string, PublicUser>;
}

/** Items that are requested after new changes, or to replace what is here. */
const NEWS_LIMIT = 100;

/** The newest items, or the page before those that are here. */
type Part = 'newest' | 'older';

/**
 * The past of a project or task, newest first, kept up to date. Once other items may be seen than before it is read
 * anew, and shown as it was until then.
 * @param headV rises with each change
 */
export function useActivity(filter: ActivityFilter | null, headV: number) {
  const [loaded, setLoaded] = useState<{ key: string; question: string; data: Loaded } | null>(null);
  const [failed, setFailed] = useState<{ key: string; part: Part; error: unknown } | null>(null);
  const [round, setRound] = useState(0);
  useSightChanges(
    filter ?? {},
    useCallback(() => setRound((before) => before + 1), []),
  );
  const question = filter ? JSON.stringify(filter) : '';
  const key = question && `${round} ${question}`;
  const data = loaded?.key === key ? loaded.data : undefined;
  const shown = loaded?.question === question ? loaded.data : undefined;
  const limit = shown && NEWS_LIMIT;
  const now = useRef({ key, question, data, filter, limit });
  useEffect(() => {
    now.current = { key, question, data, filter, limit };
  });
  const read = useCallback(async (part: Part) => {
    const { key: asked, question: whole, data: held, filter: of, limit: most } = now.current;
    if (!of || (part === 'older' && held?.next == null)) return;
    const before = part === 'older' ? (held?.next ?? undefined) : undefined;
    const newest = part === 'newest' ? held?.items[0]?.v : undefined;
    try {
      const page =
        newest === undefined
          ? await readActivity(of, part === 'older' ? { before } : { limit: most })
          : await readActivity({ ...of, after: newest }, { limit: NEWS_LIMIT });
      // A later question may have been answered first.
      if (now.current.key !== asked) return;
      setFailed((former) => (former?.part === part ? null : former));
      setLoaded((former) => ({
        key: asked,
        question: whole,
        data: merged(former?.key === asked ? former.data : undefined, page, before),
      }));
    } catch (error) {
      if (now.current.key === asked) setFailed({ key: asked, part, error });
    }
  }, []);
  useEffect(() => {
    if (headV >= 0 && key) void read('newest');
  }, [key, headV, read]);
  const errorOf = (part: Part) => (failed?.key === key && failed.part === part ? failed.error : null);
  return {
    data: shown,
    error: errorOf('newest'),
    readAgain: () => void read('newest'),
    olderError: errorOf('older'),
    readOlder: shown?.next == null ? null : () => void read('older'),
  };
}

/** @param before the place that an older page continues; undefined: the newest items */
function merged(held: Loaded | undefined, page: Activity, before: number | undefined): Loaded {
  if (held && isLate(held, page, before)) return held;
  const people = new Map(held?.people);
  for (const person of page.people) people.set(person.id, person);
  // More new items than a page: those in between are missing.
  if (!held || (before === undefined && page.next !== null))
    return { items: page.items, next: page.next, people };
  const known = new Set(held.items.map(({ v }) => v));
  const fresh = page.items.filter(({ v }) => !known.has(v));
  if (before === undefined) return { items: [...fresh, ...held.items], next: held.next, people };
  return { items: [...held.items, ...fresh], next: page.next, people };
}

/** Whether what came meanwhile has replaced what a page was asked for. */
function isLate(held: Loaded, { items: [first] }: Activity, before: number | undefined): boolean {
  if (before !== undefined) return held.next !== before;
  const [newest] = held.items;
  return first !== undefined && newest !== undefined && first.v < newest.v;
}
