/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { BulkInput } from '@livelane/shared/tasks/bulk.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { configureStore } from '@reduxjs/toolkit';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { PROJECT, snapshot, task } from '#board-sync/board.fixture';
import { readOf } from '#board-sync/board.reading';
import { boardRead, boardReducer } from '#board-sync/board.slice';
import { I18nProvider } from '#i18n/I18nProvider';
import { BoardContext, type BoardContextValue } from '../board.context';
import { SelectionBar } from './SelectionBar';
import { clearSelection, select } from './selection';

afterEach(() => act(clearSelection));

/** Presses a key while these cards are selected. @returns the requested changes */
async function pressed(key: string, tasks: StoredTask[], selected: StoredTask[]) {
  const store = configureStore({
    reducer: { board: boardReducer },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }),
  });
  store.dispatch(boardRead(readOf(snapshot(1, tasks))));
  const asked: BulkInput['changes'][] = [];
  const board = {
    boardId: PROJECT,
    people: new Map(),
    labels: new Map(),
    settings: {},
    onMany: (changes) => {
      for (const { mutation } of changes) asked.push((mutation.entry.body as BulkInput).changes);
    },
  } satisfies Partial<BoardContextValue>;
  select(selected.map(({ id }) => id));
  render(
    <Provider store={store}>
      <I18nProvider>
        <BoardContext.Provider value={board as unknown as BoardContextValue}>
          <SelectionBar onClose={() => undefined} />
        </BoardContext.Provider>
      </I18nProvider>
    </Provider>,
  );
  await userEvent.keyboard(key);
  return asked;
}

it('completes cards at the top of DONE, in their order, before the first that is not selected', async () => {
  const done = (rank: string) => task({ state: 'DONE', rank });
  const [a, b, first, second] = [task({ rank: 'a0' }), task({ rank: 'a1' }), done('a1'), done('a2')] as const;
  const selected = done('a0');
  expect(await pressed('c', [a, b, selected, first, second], [a, selected, b])).toEqual([
    [
      { taskId: a.id, move: { state: 'DONE', beforeId: first.id } },
      { taskId: selected.id, move: { state: 'DONE', afterId: a.id, beforeId: first.id } },
      { taskId: b.id, move: { state: 'DONE', afterId: selected.id, beforeId: first.id } },
    ],
  ]);
});

it('completes a card when nothing else is done', async () => {
  const card = task();
  expect(await pressed('c', [card], [card])).toEqual([[{ taskId: card.id, move: { state: 'DONE' } }]]);
});
