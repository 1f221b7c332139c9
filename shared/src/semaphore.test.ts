import { Semaphore } from './semaphore';

test('so many at once, the others in order, also after a failure', async () => {
  const semaphore = new Semaphore(2);
  const begun: number[] = [];
  const ends: Array<(isOk: boolean) => void> = [];
  const done = [0, 1, 2, 3].map((number) =>
    semaphore.run(() => {
      begun.push(number);
      return new Promise<void>((resolve, reject) => {
        ends[number] = (isOk) => (isOk ? resolve() : reject(new Error(`work ${number}`)));
      });
    }),
  );
  expect([begun, semaphore.waiting]).toEqual([[0, 1], 2]);
  ends[1]?.(false);
  await expect(done[1]).rejects.toThrow('work 1');
  expect([begun, semaphore.waiting]).toEqual([[0, 1, 2], 1]);
  ends[0]?.(true);
  await done[0];
  expect([begun, semaphore.waiting]).toEqual([[0, 1, 2, 3], 0]);
  ends[2]?.(true);
  ends[3]?.(true);
  await Promise.all([done[2], done[3]]);
});
