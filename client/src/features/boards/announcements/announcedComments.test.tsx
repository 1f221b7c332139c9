/** @jest-environment jsdom */
import type { Op } from '@livelane/shared/boards/op.schema';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { newId, op, range } from '#board-sync/board.fixture';
import { opsReceived } from '#board-sync/board.slice';
import { setSession } from '#lib/session';
import { ids } from '#test/network';
import { useAnnouncement } from '#ui/announce/announce';
import { card, open, said } from '../conversation/taskConversation.fixture';

afterEach(() => setSession(null));

test('a comment that arrives is announced with the names that it mentions, without their ids', async () => {
  const { store } = open();
  await screen.findByText('dry');
  const text = `Ask @[Ada Byron](user:${ids.ada})`;
  const added = {
    ...op(6, { type: 'task.deleted', taskId: card.id }),
    type: 'comment.added',
    patch: { comment: { ...said, id: newId(), text, createdAt: '2026-02-02T10:00:00.000Z', rev: 6 } },
  } as Op;
  const { result } = renderHook(useAnnouncement);
  act(() => void store.dispatch(opsReceived([range(added)])));
  await waitFor(() => expect(result.current?.sentence).toMatch('Bob commented: '));
  expect(result.current?.sentence).toMatch(/Ask @Ada Byron$/);
});
