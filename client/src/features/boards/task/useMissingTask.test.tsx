/** @jest-environment jsdom */
import { act, renderHook } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { newId, PROJECT } from '#board-sync/board.fixture';
import { I18nProvider } from '#i18n/I18nProvider';
import { type Answer, ids, refusal, StubNetwork } from '#test/network';
import { dismissToast, getToast } from '#ui/toast/toast.store';
import { useMissingTask } from './useMissingTask';

const taskId = newId();
const commentId = newId();

/** Opens a board at the address of a task that is not on it; the server gives this answer. */
async function open(answer: Answer | 'down', comment = '') {
  const network = new StubNetwork(answer === 'down' ? {} : { [`GET /tasks/${taskId}`]: answer });
  network.isDown = answer === 'down';
  window.history.replaceState(null, '', `/project/${PROJECT}?priority=HIGH&task=${taskId}${comment}`);
  const { result } = renderHook(() => useMissingTask(PROJECT), {
    wrapper: ({ children }) => (
      <I18nProvider>
        <BrowserRouter>{children}</BrowserRouter>
      </I18nProvider>
    ),
  });
  await act(() => result.current(taskId));
  const { pathname, search } = window.location;
  return { address: pathname + search, told: getToast()?.description };
}

afterEach(() => dismissToast(getToast()?.id ?? 0));

test('a task of another board is opened there', async () => {
  expect(await open({ body: { projectId: ids.sibling } })).toEqual({
    address: `/project/${ids.sibling}?task=${taskId}`,
    told: undefined,
  });
});

test('a comment of it, too', async () => {
  expect(await open({ body: { projectId: ids.sibling } }, `&comment=${commentId}`)).toMatchObject({
    address: `/project/${ids.sibling}?task=${taskId}&comment=${commentId}`,
  });
});

test('the address of a task that does not exist names no comment of it', async () => {
  expect(await open(refusal(404, 'Gone'), `&comment=${commentId}`)).toMatchObject({
    address: `/project/${PROJECT}?priority=HIGH`,
  });
});

test.each([404, 410])('a task that the server answers with %s does not exist', async (status) => {
  expect(await open(refusal(status, 'Gone'))).toEqual({
    address: `/project/${PROJECT}?priority=HIGH`,
    told: 'This task no longer exists, or you don’t have access to it.',
  });
});

test.each([
  ['the server is busy', refusal(503, 'Try again later')],
  ['there are too many requests', refusal(429, 'Slow down')],
])('a task about which nothing is known, since %s, keeps its address', async (_, answer) => {
  expect(await open(answer)).toEqual({
    address: `/project/${PROJECT}?priority=HIGH&task=${taskId}`,
    told: (answer.body as { message: string }).message,
  });
});

test('so does one that cannot be asked for without a network', async () => {
  expect(await open('down')).toEqual({
    address: `/project/${PROJECT}?priority=HIGH&task=${taskId}`,
    told: 'The server cannot be reached. Check your connection and try again.',
  });
});
