/** @jest-environment jsdom */
import type { ActivityItem } from '@livelane/shared/history/history.schema';
import { act, renderHook, waitFor } from '@testing-library/react';
import { type Answer, refusal, StubNetwork } from '#test/network';
import type { ActivityFilter } from './activity.api';
import { useActivity } from './useActivity';

const PATH = 'GET /kanban/project/p/activity?';
const ALL: ActivityFilter = { projectId: 'p' };
const MEMBERS: ActivityFilter = { projectId: 'p', types: ['member.added'] };

const page = (...versions: number[]): Answer => ({
  body: { items: versions.map((v) => ({ v }) as ActivityItem), people: [], next: null },
});

/** What the panel shows. Each answer waits until `answer` gives it. */
function open() {
  const waiting: Record<string, (answer: Answer) => void> = {};
  const wait = (name: string) => () =>
    new Promise<Answer>((resolve) => Object.assign(waiting, { [name]: resolve }));
  new StubNetwork({ [`${PATH}type=member.added`]: wait('members'), [PATH]: wait('all') });
  const { result, rerender } = renderHook(({ filter }) => useActivity(filter, 1), {
    initialProps: { filter: MEMBERS },
  });
  return {
    error: () => result.current.error,
    versions: () => result.current.data?.items.map(({ v }) => v),
    choose: (filter: ActivityFilter) => rerender({ filter }),
    answer: async (name: 'members' | 'all', answer: Answer) => {
      await waitFor(() => expect(waiting).toHaveProperty(name));
      await act(async () => {
        waiting[name]?.(answer);
        await new Promise((resolve) => setTimeout(resolve));
      });
      delete waiting[name];
    },
  };
}

test('an answer to a former question, which comes after the present one, is left out', async () => {
  const { versions, choose, answer } = open();
  choose(ALL);
  await answer('all', page(2, 1));
  expect(versions()).toEqual([2, 1]);
  await answer('members', page(1));
  expect(versions()).toEqual([2, 1]);
});

test('the error of a former question is not shown for the present one', async () => {
  const { error, choose, answer } = open();
  choose(ALL);
  await answer('members', refusal(503, 'Not now'));
  expect(error()).toBeNull();
  await answer('all', refusal(503, 'Not now'));
  choose(MEMBERS);
  expect(error()).toBeNull();
});

test('the error of a former question does not replace that of the present one', async () => {
  const { error, choose, answer } = open();
  choose(ALL);
  await answer('all', refusal(403, 'Not you'));
  await answer('members', refusal(503, 'Not now'));
  expect(error()).toMatchObject({ status: 403 });
});
