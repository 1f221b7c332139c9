/** @jest-environment jsdom */
import { uuid } from '@livelane/shared/values/uuid.fixture';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { type Connection, connectionChanged } from '#board-sync/realtime.slice';
import { I18nProvider } from '#i18n/I18nProvider';
import { createStore } from '#store/store';
import { type Answer, refusal, StubNetwork } from '#test/network';
import { unreadQuery } from './notifications.api';
import { useReadTask } from './useReadTask';

const TASK = uuid(100);

const queries = new QueryClient();
afterEach(() => queries.clear());
const count = (unread: number) => act(() => void queries.setQueryData(unreadQuery.queryKey, unread));

/** The hook without a task. `reads` expects so many reports of the task. */
function start() {
  const answers = (answer: Answer) => ({ 'POST /notifications/read': answer });
  const network = new StubNetwork(answers({ status: 204 }));
  const store = createStore();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <QueryClientProvider client={queries}>
        <I18nProvider>{children}</I18nProvider>
      </QueryClientProvider>
    </Provider>
  );
  const initialProps = null as string | null;
  const { rerender, unmount } = renderHook(useReadTask, { wrapper, initialProps });
  const reads = async (times: number) => {
    await waitFor(() => expect(queries.isMutating()).toBe(0));
    expect(network.calls.map(({ path, body }) => [path, body])).toEqual(
      Array.from({ length: times }, () => ['/notifications/read', { taskId: TASK }]),
    );
  };
  const connect = (connection: Connection) => act(() => void store.dispatch(connectionChanged(connection)));
  const answer = (given: Answer) => network.answer(answers(given));
  return { open: rerender, unmount, reads, connect, answer };
}

test('a task is read when it is opened, also if the bell counts none: what is mailed only is not counted', async () => {
  count(0);
  const { open, reads } = start();
  open(TASK);
  await reads(1);
  open(null);
  open(TASK);
  await reads(2);
});

test('an open task is read again when another one comes, and not when there are none any more', async () => {
  count(1);
  const { open, reads } = start();
  open(TASK);
  await reads(1);
  count(0);
  await reads(1);
  count(1);
  await reads(2);
});

test('a task that is open in a background tab is read when the tab is seen again', async () => {
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const show = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  count(0);
  const { open, unmount, reads } = start();
  open(TASK);
  await reads(0);
  show('visible');
  await reads(1);
  show('hidden');
  unmount();
  show('visible');
  await reads(1);
});

test('an open task that could not be reported is read when there is a connection again', async () => {
  count(0);
  const { open, reads, connect, answer } = start();
  connect('live');
  answer(refusal(503, 'Not now'));
  open(TASK);
  await reads(1);
  answer({ status: 204 });
  connect('polling');
  await reads(2);
  connect('live');
  await reads(2);
});

test('a task that is opened without a connection is read when there is one', async () => {
  count(3);
  const { open, reads, connect } = start();
  connect('offline');
  open(TASK);
  await reads(0);
  connect('live');
  await reads(1);
});
