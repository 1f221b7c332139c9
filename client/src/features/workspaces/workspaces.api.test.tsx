/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { ids, StubNetwork } from '#test/network';
import { useDeleteWorkspace } from './workspaces.api';

test('a workspace that is deleted leaves each list of workspaces, that of the filters too', async () => {
  new StubNetwork({ [`DELETE /workspaces/${ids.workspace}`]: { status: 204 } });
  const queries = new QueryClient();
  const lists = [
    ['workspaces', 'user'],
    ['workspaces', 'filter'],
  ];
  for (const queryKey of lists) queries.setQueryData(queryKey, [{ id: ids.workspace }]);
  const { result } = renderHook(() => useDeleteWorkspace(ids.workspace), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
  await act(() => result.current.mutateAsync());
  expect(lists.map((queryKey) => queries.getQueryState(queryKey)?.isInvalidated)).toEqual([true, true]);
  queries.clear();
});
