/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { changeAnswered, changeMade } from '#board-sync/board.slice';
import { type Connection, connectionChanged } from '#board-sync/realtime.slice';
import { I18nProvider } from '#i18n/I18nProvider';
import { createStore } from '#store/store';
import { ConnectionBadge } from './ConnectionBadge';

let store: ReturnType<typeof createStore>;
let nextId = 1;

beforeEach(() => {
  jest.useFakeTimers();
  store = createStore();
  render(
    <Provider store={store}>
      <I18nProvider>
        <ConnectionBadge />
      </I18nProvider>
    </Provider>,
  );
});

afterEach(() => jest.useRealTimers());

const be = (connection: Connection) => act(() => void store.dispatch(connectionChanged(connection)));
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const change = () => {
  const mutationId = `m${nextId++}`;
  act(() => {
    store.dispatch(
      changeMade({ mutationId, projectId: 'p', taskId: 't', change: { kind: 'patch', fields: {} } }),
    );
  });
  return mutationId;
};
const answer = (mutationId: string) => act(() => void store.dispatch(changeAnswered({ mutationId, v: 1 })));
const badge = () => {
  const shown = screen.getByRole('status');
  return [shown.dataset.connection, shown.textContent];
};

it('R19 says live as long as changes are saved at once', () => {
  be('live');
  for (let n = 0; n < 5; n++) {
    const made = change();
    pass(1_500);
    expect(badge()).toEqual(['live', 'Live']);
    answer(made);
  }
});

it('R19 does not say live while changes have waited for two seconds', () => {
  be('live');
  const made = [change(), change()];
  pass(1_900);
  expect(badge()).toEqual(['live', 'Live']);
  pass(100);
  expect(badge()).toEqual(['polling', 'Sending, 2 changes waiting']);
  answer(made[0] as string);
  expect(badge()).toEqual(['polling', 'Sending, 1 change waiting']);
  answer(made[1] as string);
  expect(badge()).toEqual(['live', 'Live']);
});

it('R19 shows what waits in every state', () => {
  be('polling');
  change();
  pass(2_000);
  expect(badge()).toEqual(['polling', 'Polling, 1 change waiting']);
  be('offline');
  expect(badge()).toEqual(['offline', 'Offline, 1 change waiting']);
});

it('R19 lists what waits on a press', async () => {
  be('offline');
  change();
  pass(2_000);
  jest.useRealTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Offline, 1 change waiting' }));
  const dialog = await screen.findByRole('dialog', { name: 'Waiting to be saved' });
  expect(dialog).toHaveTextContent('Edit of “”');
});
