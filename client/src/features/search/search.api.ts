import type { SearchAnswer, SearchQuery } from '@livelane/shared/search/search.schema';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '#lib/api';

/** A search query as text; lists are values joined by commas, empty ones match everything. */
export type SearchAsked = { q: string } & { [Name in Exclude<keyof SearchQuery, 'q' | 'before'>]?: string };

/** GET /search, page after page. Former results stay until the next answer. */
export const searchQuery = (asked: SearchAsked) =>
  infiniteQueryOptions({
    queryKey: ['search', asked],
    queryFn: ({ signal, pageParam }) => {
      const given = Object.entries({ ...asked, before: pageParam }).filter(([, value]) => value);
      return api.get<SearchAnswer>(`/search?${new URLSearchParams(given as Array<[string, string]>)}`, {
        signal,
      });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: asked.q !== '',
    placeholderData: keepPreviousData,
    retry: 1,
  });

/** The address of a found task, and of the comment with the match. */
export const foundAddress = (projectId: string, taskId: string, commentId?: string): string =>
  `/project/${projectId}?task=${taskId}${commentId ? `&comment=${commentId}` : ''}`;
