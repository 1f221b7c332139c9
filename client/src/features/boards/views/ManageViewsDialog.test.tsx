/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { View } from '@livelane/shared/views/view.schema';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { PERSONAL_BOARD } from '#board-sync/board.types';
import { I18nProvider } from '#i18n/I18nProvider';
import { setSession } from '#lib/session';
import { ids, refusal, StubNetwork, session } from '#test/network';
import { getToast } from '#ui/toast/toast.store';
import { BoardContext, type BoardContextValue } from '../board.context';
import { ManageViewsDialog } from './ManageViewsDialog';
import { useViews } from './views.api';

const view: View = {
  id: ids.project,
  projectId: null,
  isShared: false,
  name: 'Mine',
  filter: {},
  grouping: 'none',
  createdBy: ids.ada,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

const showPart = (part: ReactNode, board: Partial<BoardContextValue>) =>
  render(
    <MemoryRouter>
      <I18nProvider>
        <QueryClientProvider client={new QueryClient()}>
          <BoardContext.Provider value={board as BoardContextValue}>{part}</BoardContext.Provider>
        </QueryClientProvider>
      </I18nProvider>
    </MemoryRouter>,
  );
const show = (shown: View, board: Partial<BoardContextValue>) =>
  showPart(<ManageViewsDialog views={[shown]} onClose={() => undefined} />, board);

/** The dialog of the views that the server has. */
function LiveDialog() {
  const { data = [] } = useViews(PERSONAL_BOARD);
  return <ManageViewsDialog views={data} onClose={() => undefined} />;
}

beforeEach(() => setSession(session));
afterEach(() => setSession(null));

/** Opens the dialog; `answer` lets the server answer a change. */
function open() {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const network = new StubNetwork({
    [`PUT /views/${view.id}`]: async ({ body }) => {
      await asked;
      return { body: { ...view, ...(body as object) } };
    },
  });
  show(view, { boardId: PERSONAL_BOARD, people: new Map() });
  const field = screen.getByRole('textbox', { name: 'Name of view “Mine”' });
  return { field, answer, names: () => network.calls.map(({ body }) => (body as View | undefined)?.name) };
}

it.each([
  ['while an input method composes', { isComposing: true }],
  ['when it ends a composition in Safari', { keyCode: 229 }],
])('renames a view at Enter, but not %s', async (_when, composing) => {
  const { field, names } = open();
  fireEvent.change(field, { target: { value: 'にほん' } });
  fireEvent.keyDown(field, { key: 'Enter', ...composing });
  fireEvent.change(field, { target: { value: 'にほんご' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(names()).toContain('にほんご'));
  expect(names()).toEqual(['にほんご']);
});

it('keeps the name of a view where nothing would be seen of the new one', async () => {
  const { field, names } = open();
  for (const value of [' ', '\u200b']) {
    fireEvent.change(field, { target: { value } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(field).toHaveValue('Mine'));
  }
  expect(names()).toEqual([]);
});

it('renames a view once when its field is left before the answer, and keeps what is typed meanwhile', async () => {
  const { field, answer, names } = open();
  fireEvent.change(field, { target: { value: 'Ours' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.blur(field);
  await waitFor(() => expect(names()).toContain('Ours'));
  fireEvent.change(field, { target: { value: 'Theirs' } });
  await act(async () => answer());
  await waitFor(() => expect(getToast()?.variant).toBe('success'));
  expect(names()).toEqual(['Ours']);
  expect(field).toHaveValue('Theirs');
});

it.each([
  ['one’s own view', ids.ada, true],
  ['the view of another member, whose own it would be', ids.bob, false],
  ['the view of somebody who has left', ids.cleo, true],
])('the sharing of %s (made by %s) can be ended: %s', (_whose, createdBy, canShare) => {
  const member = (id: string) => [id, { id, firstName: 'A', surname: 'B' }] as const;
  const shared = { ...view, projectId: ids.project, isShared: true, createdBy };
  const people = new Map([member(ids.ada), member(ids.bob)]);
  show(shared, { boardId: ids.project, canEdit: () => true, people });
  expect(screen.queryAllByRole('switch')).toHaveLength(canShare ? 1 : 0);
});

it('says why a deleted view does not come back, whose row is gone', async () => {
  let views = [view];
  const message = 'A board can have at most 50 views of your own and 50 for the whole project';
  new StubNetwork({
    'GET /views': () => ({ body: views }),
    [`DELETE /views/${view.id}`]: () => {
      views = [];
      return { status: 204 };
    },
    'POST /views': refusal(400, message, { code: 'invalid_input' }),
  });
  showPart(<LiveDialog />, { boardId: PERSONAL_BOARD, people: new Map() });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete view “Mine”' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).not.toBeInTheDocument());
  await waitFor(() => expect(getToast()?.description).toBe('View “Mine” deleted'));
  await act(async () => getToast()?.action?.run());
  await waitFor(() => expect(getToast()?.description).toBe(message));
});
