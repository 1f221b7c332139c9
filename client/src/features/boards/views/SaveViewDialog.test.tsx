/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { View } from '@livelane/shared/views/view.schema';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { I18nProvider } from '#i18n/I18nProvider';
import { setSession } from '#lib/session';
import { type Answer, ids, StubNetwork, session } from '#test/network';
import { place } from '#test/open';
import { BoardContext, type BoardContextValue } from '../board.context';
import { SaveViewDialog } from './SaveViewDialog';

beforeEach(() => setSession(session));
afterEach(() => setSession(null));

it('a new view keeps its id when it is saved again after a lost answer, and not when it has become another', async () => {
  const sent: View[] = [];
  const lose = ({ body }: { body: unknown }): Answer => {
    sent.push(body as View);
    throw new TypeError('Failed to fetch');
  };
  const network = new StubNetwork({ 'POST /views': lose });
  window.history.replaceState(null, '', `/project/${ids.project}`);
  const board = { boardId: ids.project, canEdit: () => true } as unknown as BoardContextValue;
  render(
    <BrowserRouter>
      <I18nProvider>
        <QueryClientProvider client={new QueryClient()}>
          <BoardContext.Provider value={board}>
            <SaveViewDialog kept={{ filter: {}, grouping: 'none' }} onClose={() => undefined} />
          </BoardContext.Provider>
        </QueryClientProvider>
      </I18nProvider>
    </BrowserRouter>,
  );
  const user = userEvent.setup();
  const save = async (attempts: number) => {
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(attempts));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  };
  await user.type(screen.getByLabelText('Name'), 'Mine');
  await save(1);
  await save(2);
  await user.click(screen.getByLabelText('For everyone in the project'));
  await save(3);
  network.answer({
    'POST /views': ({ body }) => {
      sent.push(body as View);
      return { status: 201, body };
    },
  });
  await user.type(screen.getByLabelText('Name'), '!');
  await save(4);
  const [first, again, shared, renamed] = sent.map(({ id }) => id);
  expect(again).toBe(first);
  expect(new Set([first, shared, renamed]).size).toBe(3);
  await waitFor(() => expect(place()).toBe(`/project/${ids.project}?view=${renamed}`));
});
