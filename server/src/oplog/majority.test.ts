import { MAJORITY_MS } from '../database/connect';
import { untilMajority } from './majority';

test('R2 what the majority lacks for too long is told to come again', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  let asked = 0;
  const waiting = untilMajority(async () => {
    if (++asked === 3) now.mockReturnValue(MAJORITY_MS + 1);
    return undefined;
  });
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 2 } });
  expect(asked).toBe(3);
});
