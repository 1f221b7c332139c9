/** @jest-environment jsdom */
import '#test/inlineStyles';
import type { Op } from '@livelane/shared/boards/op.schema';
import type { Label } from '@livelane/shared/labels/label.schema';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { EPOCH, newId, PROJECT } from '#board-sync/board.fixture';
import { opsReceived } from '#board-sync/board.slice';
import { setSession } from '#lib/session';
import { createStore } from '#store/store';
import { ids, StubNetwork, session } from '#test/network';
import { place } from '#test/open';
import { FilteredLabels } from './FilteredLabels';

const at = '2026-01-02T03:04:05.000Z';
const label = (name: string): Label => ({
  id: newId(),
  workspaceId: ids.workspace,
  name,
  colour: 'red',
  createdBy: ids.ada,
  createdAt: at,
  updatedAt: at,
});
const [bug, idea] = [label('Bug'), label('Idea')];

/** A board whose address has this query, in a workspace with these labels. @param cached those that this tab knows */
function open(query: string, labels: Label[], cached?: Label[]) {
  window.history.replaceState(null, '', `/?${query}`);
  setSession(session);
  const path = `GET /workspaces/${ids.workspace}/labels`;
  const network = new StubNetwork({ [path]: () => ({ body: labels }) });
  const store = createStore();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (cached) queries.setQueryData(['labels', ids.workspace], cached);
  render(
    <Provider store={store}>
      <QueryClientProvider client={queries}>
        <BrowserRouter>
          <FilteredLabels workspaceIds={[ids.workspace]} />
        </BrowserRouter>
      </QueryClientProvider>
    </Provider>,
  );
  /** A push tells that a label was deleted or merged. */
  const removed = (labelId: string, into: string | null) => {
    const patch = { labelId, into, tasks: [] };
    const op = { id: newId(), projectId: PROJECT, v: 2, type: 'label.removed', patch, at } as unknown as Op;
    act(
      () =>
        void store.dispatch(opsReceived([{ projectId: PROJECT, epoch: EPOCH, from: 2, to: 2, ops: [op] }])),
    );
  };
  /** The list changes, and a push marks it as stale. */
  const relist = async (now: Label[]) => {
    network.answer({ [path]: { body: now } });
    await act(() => queries.invalidateQueries({ queryKey: ['labels'] }));
  };
  const asked = () => network.made(path).length;
  return { network, removed, relist, asked };
}

afterEach(() => setSession(null));

test('SPEC.md#labels: a label that does not exist leaves the filter, and nothing else does', async () => {
  open(`labels=${bug.id},${newId()}&title=logo&sort=due`, [bug]);
  await waitFor(() => expect(place()).toBe(`/?labels=${bug.id}&title=logo&sort=due`));
});

test('a label that is newer than the known list stays', async () => {
  const { asked } = open(`labels=${idea.id}`, [bug, idea], [bug]);
  await waitFor(() => expect(asked()).toBe(1));
  await act(async () => undefined);
  expect(place()).toBe(`/?labels=${idea.id}`);
});

test('without a connection an unknown label stays', async () => {
  const { network, asked } = open(`labels=${idea.id}`, [bug], [bug]);
  network.isDown = true;
  await waitFor(() => expect(asked()).toBe(1));
  await act(async () => undefined);
  expect(place()).toBe(`/?labels=${idea.id}`);
});

test('SPEC.md#labels: a label that someone deletes leaves the filter', async () => {
  const { removed } = open(`labels=${bug.id},${idea.id}`, [bug, idea], [bug, idea]);
  removed(bug.id, null);
  expect(place()).toBe(`/?labels=${idea.id}`);
  removed(idea.id, null);
  expect(place()).toBe('/');
});

test('a label that someone merges is replaced, whether the push or the list comes first', async () => {
  const { removed, relist } = open(`labels=${bug.id}`, [bug, idea], [bug, idea]);
  removed(bug.id, idea.id);
  expect(place()).toBe(`/?labels=${idea.id}`);
  await relist([bug]);
  await waitFor(() => expect(place()).toBe('/'));
  removed(idea.id, bug.id);
  expect(place()).toBe(`/?labels=${bug.id}`);
});
