/** @jest-environment jsdom */
import { projectFilterQuery, timeEstimatesQuery, workspaceFilterQuery } from '#features/boards/boards.api';
import { membersQuery, rolesQuery } from '#features/members/members.api';
import { projectQuery } from '#features/projects/projects.api';
import { workspaceOfProjectQuery } from '#features/workspaces/workspaces.api';
import { ApiError, NetworkError } from '#lib/api';
import { BOARD_POLL_MS } from '#lib/cacheTimes';
import { createQueryClient } from './createQueryClient';

const MINUTE_MS = 60_000;
const minutes = (value: unknown) => (value === undefined ? undefined : Number(value) / MINUTE_MS);

it.each([
  ['time estimates', timeEstimatesQuery(), 24 * 60, 24 * 60],
  ['members of a project', membersQuery('project', 'p'), 15, 30],
  ['members of a workspace', membersQuery('workspace', 'w'), 15, undefined],
  ['roles of a project', rolesQuery('project', 'p'), 5, 30],
  ['roles of a workspace', rolesQuery('workspace', 'w'), 5, undefined],
  ['a project', projectQuery('p'), 5, undefined],
  ['the list of projects to filter by', projectFilterQuery(), 30, 30],
  ['the list of workspaces to filter by', workspaceFilterQuery(), 30, 30],
  ['the workspace of a project', workspaceOfProjectQuery('p'), 5, 10],
])('section 9, cache times: %s is fresh for its minutes and kept as long', (_name, query, stale, kept) => {
  expect(minutes(query.staleTime)).toBe(stale);
  if (kept !== undefined) expect(minutes(query.gcTime)).toBe(kept);
});

it('section 9: boards are read again every 60 seconds', () => {
  expect(BOARD_POLL_MS).toBe(MINUTE_MS);
});

it('section 7: roles are not fetched again because the window got the focus, everything else is', () => {
  expect(rolesQuery('project', 'p').refetchOnWindowFocus).toBe(false);
  expect(createQueryClient().getDefaultOptions().queries?.refetchOnWindowFocus).toBe(true);
});

it('section 7: three retries, after a second and twice as long each time up to thirty; answers are fresh for a second', () => {
  const queries = createQueryClient().getDefaultOptions().queries;
  const retry = queries?.retry as (count: number, error: Error) => boolean;
  const delay = queries?.retryDelay as (attempt: number) => number;
  expect([0, 1, 2, 3].map((count) => retry(count, new NetworkError()))).toEqual([true, true, true, false]);
  // A refusal would be repeated.
  expect(retry(0, new ApiError(404, 'not_found', 'Not found', [], undefined, undefined))).toBe(false);
  expect([0, 1, 2, 3, 4, 5, 6].map(delay)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(queries?.staleTime).toBe(1_000);
});
