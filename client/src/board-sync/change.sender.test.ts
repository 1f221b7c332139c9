/** @jest-environment jsdom */
import { ApiError } from '#lib/api';
import { setSession } from '#lib/session';
import { refusal, StubNetwork, session, token } from '#test/network';
import { changeSender } from './change.sender';
import type { OutboxEntry } from './outbox.types';

const entry: OutboxEntry = {
  mutationId: '00000000-0000-4000-8000-000000000001',
  projectId: '00000000-0000-4000-8000-000000000021',
  taskId: '00000000-0000-4000-8000-000000000031',
  method: 'POST',
  path: '/tasks',
  body: {},
  at: 0,
};
const sendChange = changeSender((request) => request);

it.each([
  { ...entry },
  { ...entry, method: 'DELETE', path: `/tasks/${entry.taskId}`, body: undefined },
] as OutboxEntry[])(
  'section 8: a refused $method $path is logged and handed to the caller',
  async (change) => {
    const log = jest.spyOn(console, 'warn').mockImplementation();
    new StubNetwork({ [`${change.method} ${change.path}`]: refusal(403, 'Your role does not allow this') });
    const result = await sendChange(change, false);
    expect(result).toMatchObject({ outcome: 'refused', error: { message: 'Your role does not allow this' } });
    expect(log).toHaveBeenCalledWith(
      expect.stringContaining(`${change.method} ${change.path}`),
      expect.any(ApiError),
    );
  },
);

it.each([404, 403, 401])(
  'R18 a foreign %i during a redeploy leaves a change in the queue',
  async (status) => {
    new StubNetwork({ 'POST /tasks': { status, text: '<html>No such host</html>' } });
    await expect(sendChange(entry, false)).resolves.toMatchObject({ outcome: 'retry' });
  },
);

it('SPEC.md#conflicts: an answer says what the next edit builds on, also in the project to which the task has gone', async () => {
  const [there, here] = ['00000000-0000-4000-8000-000000000022', entry.projectId];
  const edit: OutboxEntry = { ...entry, method: 'PUT', path: `/tasks/${entry.taskId}` };
  const answered = (path: string, body: object) => {
    new StubNetwork({ [`PUT ${path}`]: { body } });
    return sendChange({ ...edit, path }, false);
  };
  const base = { baseRev: 9, baseProjectId: there };
  expect(await answered(edit.path, { v: 9, projectId: there })).toEqual({ outcome: 'done', v: 0, base });
  const left = { projectId: here, v: 6 };
  expect(await answered(edit.path, { v: 9, projectId: there, left })).toEqual({
    outcome: 'done',
    v: 6,
    base,
  });
  expect(await answered('/comments/c', { v: 7, projectId: here })).toEqual({
    outcome: 'done',
    v: 7,
    base: { baseRev: 7, baseProjectId: here },
  });
});

describe('SPEC.md#conflicts: a move tells the state that its user saw', () => {
  const move: OutboxEntry = {
    ...entry,
    path: '/kanban/moveTask',
    body: { taskId: entry.taskId },
    expectedState: 'READY',
  };
  const answer = { body: { v: 1, task: { projectId: entry.projectId } } };

  it.each([
    ['not while it is sent at once', { at: Date.now() }, false, undefined],
    ['once it has waited for two seconds', { at: Date.now() - 2_500 }, false, 'READY'],
    ['once it has waited while the clock was set back', { at: Date.now() + 60_000 }, false, 'READY'],
    ['once it has been sent without an answer', { at: Date.now() }, true, 'READY'],
    ['once it has been listed as not saved', { at: Date.now(), hasWaited: true }, false, 'READY'],
  ] as const)('%s', async (_, since, isRepeated, expectedState) => {
    const network = new StubNetwork({ 'POST /kanban/moveTask': answer });
    await sendChange({ ...move, ...since }, isRepeated);
    expect(network.calls[0]?.body).toEqual({
      taskId: entry.taskId,
      ...(expectedState && { expectedState }),
    });
  });

  it('of many cards, too, with the body that was made for that', async () => {
    const network = new StubNetwork({ 'POST /kanban/bulk': { body: { v: 1, results: [] } } });
    const many = { ...entry, path: '/kanban/bulk', body: { changes: [] }, waitedBody: { changes: [1] } };
    await sendChange({ ...many, at: Date.now() }, false);
    await sendChange({ ...many, at: Date.now() }, true);
    expect(network.calls.map(({ body }) => body)).toEqual([{ changes: [] }, { changes: [1] }]);
  });

  it('once the session had to be renewed for so long before it could leave', async () => {
    jest.useFakeTimers();
    setSession(session);
    const renewed = { ...session, token: token('second') };
    const network = new StubNetwork({
      'POST /kanban/moveTask': ({ headers }) =>
        headers.Authorization === `Bearer ${renewed.token}` ? answer : refusal(401, 'Not signed in'),
      'POST /auth/refresh': () => {
        jest.setSystemTime(Date.now() + 2_500);
        return { body: renewed };
      },
    });
    await sendChange({ ...move, at: Date.now() }, false);
    jest.useRealTimers();
    const [first, , second] = network.calls.map(({ body }) => body);
    expect(first).toEqual({ taskId: entry.taskId });
    expect(second).toEqual({ taskId: entry.taskId, expectedState: 'READY' });
  });
});

it('R21 a change that an outdated page sent stays in the queue, for another tab', async () => {
  new StubNetwork({ 'POST /tasks': refusal(426, 'Please reload', { code: 'client_outdated' }) });
  expect(await sendChange(entry, false)).toMatchObject({ outcome: 'retry', isOutdated: true });
  new StubNetwork({ 'POST /tasks': refusal(429, 'Slow down') });
  expect(await sendChange(entry, false)).not.toMatchObject({ isOutdated: true });
});
