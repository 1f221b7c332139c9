/** @jest-environment jsdom */
import { task } from '#board-sync/board.fixture';
import { ApiError } from '#lib/api';
import { StubNetwork } from '#test/network';
import { readMade } from './tasks.api';

const refusal = (code: 'id_taken' | 'forbidden') => new ApiError(409, code, 'No', [], undefined, undefined);

it('reads the task that an earlier attempt has made, and only after that refusal', async () => {
  const made = task();
  const network = new StubNetwork({ [`GET /tasks/${made.id}`]: { body: made } });
  await expect(readMade(refusal('id_taken'), made.id)).resolves.toEqual(made);
  expect(() => readMade(refusal('forbidden'), made.id)).toThrow('No');
  expect(() => readMade(refusal('id_taken'), undefined)).toThrow('No');
  expect(network.calls).toHaveLength(1);
});
