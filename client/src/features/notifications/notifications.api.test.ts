/** @jest-environment jsdom */
import { QueryClient } from '@tanstack/react-query';
import { setUnread, unreadQuery } from './notifications.api';

test('a count that was asked for before a push does not come over the pushed one', async () => {
  const queries = new QueryClient();
  const { queryKey } = unreadQuery;
  let answer: (unread: number) => void = () => undefined;
  const asked = queries.fetchQuery({
    queryKey,
    queryFn: () =>
      new Promise<number>((resolve) => {
        answer = resolve;
      }),
  });
  const settled = asked.catch(() => undefined);
  await setUnread(queries, 3);
  answer(2);
  await settled;
  expect(queries.getQueryData(queryKey)).toBe(3);
  queries.clear();
});
