/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { newId, PROJECT, snapshot, task } from '#board-sync/board.fixture';
import { readOf } from '#board-sync/board.reading';
import { boardRead } from '#board-sync/board.slice';
import { presenceReceived } from '#board-sync/realtime.slice';
import { I18nProvider } from '#i18n/I18nProvider';
import { setSession } from '#lib/session';
import { createStore } from '#store/store';
import { type Answer, refusal, StubNetwork, session } from '#test/network';
import RewindScreen from './RewindScreen';

const HOUR_MS = 3_600_000;
const now = Date.now();
const timeOf = (v: number) => new Date(now + (v - 8) * HOUR_MS).toISOString();
const at = (v: number): Answer => ({ body: { ...snapshot(v, []), at: timeOf(v) } });
const READ = `GET /kanban/project/${PROJECT}/at?v=`;
const TIMELINE = `GET /kanban/project/${PROJECT}/timeline`;
const timeline: Answer = {
  body: { points: Array.from({ length: 9 }, (_, n) => ({ v: n + 1, at: timeOf(n + 1) })), oldestV: 0 },
};

afterEach(() => setSession(null));

/** Looks back at a board at version 9, made an hour from now by this browser's clock. */
function open(answers: ConstructorParameters<typeof StubNetwork>[0], address = '/') {
  setSession(session);
  const network = new StubNetwork({ [TIMELINE]: timeline, [`${READ}9`]: at(9), ...answers });
  const store = createStore();
  store.dispatch(boardRead(readOf(snapshot(9, []))));
  const project = { id: PROJECT, name: 'Shop', workspaceId: newId(), role: 'member' as const };
  const onClose = jest.fn();
  render(
    <Provider store={store}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <I18nProvider>
          <MemoryRouter initialEntries={[address]}>
            <RewindScreen
              project={{ ...project, canEdit: true, canRestoreTasks: false }}
              projectName={() => undefined}
              header={null}
              onClose={onClose}
            />
          </MemoryRouter>
        </I18nProvider>
      </QueryClientProvider>
    </Provider>,
  );
  return { network, store, onClose, user: userEvent.setup() };
}

test('a moment that could not be loaded is asked for again', async () => {
  const { network, user } = open({ [`${READ}8`]: refusal(503, 'Not now') });
  const slider = await screen.findByRole('slider');
  fireEvent.keyDown(slider, { key: 'ArrowLeft' });
  const again = await screen.findByRole('button', { name: 'Try again' });
  network.answer({ [`${READ}8`]: at(8) });
  await user.click(again);
  await waitFor(() =>
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('change 8 of 9')),
  );
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('an address beyond the last change says so, and leads to other moments and to now', async () => {
  const { user, onClose } = open(
    { [`${READ}99`]: refusal(400, 'Invalid input'), [`${READ}8`]: at(8) },
    '/?at=99',
  );
  const notice = await screen.findByText(/^This address leads beyond the board’s last change\./);
  expect(screen.getByRole('status')).toContainElement(notice);
  // Another try would end as the first.
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByText(/Invalid input/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back to now' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Previous change' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^The board as it was on /));
});

test('a version that is no longer kept says so, and leads to the oldest that is', async () => {
  const folded = refusal(410, 'No longer kept', { code: 'history_folded' });
  const { network, user, onClose } = open({ [`${READ}2`]: folded, [`${READ}4`]: at(4) }, '/?at=2');
  const notice = await screen.findByText(/^This moment is no longer kept\./);
  expect(screen.getByRole('status')).toContainElement(notice);
  // Another try would end as the first.
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back to now' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  network.answer({ [TIMELINE]: { body: { ...(timeline.body as object), oldestV: 4 } } });
  await user.click(screen.getByRole('button', { name: 'Earliest kept moment' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^The board as it was on /));
  expect(screen.getByRole('status')).not.toHaveTextContent('no longer kept');
  expect(screen.getByRole('slider')).toHaveFocus();
});

test('without a board to show there is one bar, with the reason and the way back', async () => {
  const { user, onClose } = open({ [`${READ}5`]: refusal(503, 'Not now') }, '/?at=5');
  expect(await screen.findByRole('alert')).toHaveTextContent('This moment could not be loaded.');
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back to now' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('from a version that cannot be shown one can go to another', async () => {
  const { user } = open({ [`${READ}5`]: refusal(503, 'Not now'), [`${READ}8`]: at(8) }, '/?at=5');
  expect(await screen.findByRole('alert')).toHaveTextContent('This moment could not be loaded.');
  await user.click(await screen.findByRole('button', { name: 'Previous change' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^The board as it was on /));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    expect.stringContaining('change 8 of 9'),
  );
});

test('without its timeline it says so, and has the slider after another try', async () => {
  const { network, user } = open({ [TIMELINE]: refusal(503, 'Not now') });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByRole('slider')).not.toBeInTheDocument();
  network.answer({ [TIMELINE]: timeline });
  await user.click(again);
  expect(await screen.findByRole('slider')).toBeInTheDocument();
});

test('the slider reaches the last change where the clock here is behind', async () => {
  open({});
  expect(await screen.findByRole('slider')).toHaveAttribute('max', String(Date.parse(timeOf(9))));
});

test('whoever comes is at the slider', async () => {
  open({});
  expect(await screen.findByRole('slider')).toHaveFocus();
});

test('it says since when the board is shown once it is there, and that it is before the first change', async () => {
  let give: (answer: Answer) => void = () => undefined;
  const first = new Promise<Answer>((resolve) => {
    give = resolve;
  });
  open({ [`${READ}9`]: () => first, [`${READ}0`]: { body: { ...snapshot(0, []), at: null } } });
  expect(await screen.findByRole('status')).not.toHaveTextContent('The board');
  give(at(9));
  const slider = await screen.findByRole('slider');
  expect(screen.getByRole('status')).toHaveTextContent(/^The board as it was on .*\d/);
  fireEvent.keyDown(slider, { key: 'Home' });
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent(/^The board before its first change\./),
  );
});

test('who edits a task now is not on the board of then', async () => {
  // jsdom lays nothing out: a column without a height shows no cards.
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500);
  const card = task({ title: 'Paint the fence', state: 'READY' });
  const { store } = open({ [`${READ}9`]: { body: { ...snapshot(9, [card]), at: timeOf(9) } } });
  const shown = await screen.findByRole('group', { name: 'Paint the fence' });
  const max = {
    userId: newId(),
    firstName: 'Max',
    surname: 'Lee',
    mode: 'editing' as const,
    taskId: card.id,
  };
  act(() => void store.dispatch(presenceReceived({ projectId: PROJECT, users: [max] })));
  expect(shown).not.toHaveTextContent('Max');
});
