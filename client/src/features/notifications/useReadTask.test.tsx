/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nProvider } from '#i18n/I18nProvider';
import { StubNetwork } from '#test/network';
import { unreadQuery } from './notifications.api';
import { useReadTask } from './useReadTask';

const TASK = '00000000-0000-4000-9000-000000000100';

test('a task that is open in a background tab is read when the tab is seen again', async () => {
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const network = new StubNetwork({ 'POST /notifications/read': { status: 204 } });
  const queries = new QueryClient();
  queries.setQueryData(unreadQuery.queryKey, 1);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <I18nProvider>{children}</I18nProvider>
    </QueryClientProvider>
  );
  const { unmount } = renderHook(() => useReadTask(TASK), { wrapper });
  expect(network.calls).toEqual([]);
  visibility.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() =>
    expect(network.calls).toMatchObject([{ path: '/notifications/read', body: { taskId: TASK } }]),
  );
  visibility.mockReturnValue('hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  unmount();
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(network.calls).toHaveLength(1);
  queries.clear();
});
