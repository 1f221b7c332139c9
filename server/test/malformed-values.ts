import fc from 'fast-check';

/** Values that no honest client sends, alone and inside others. */
export const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    1.5,
    1e300,
    '',
    ' ',
    '\0',
    '__proto__',
    'constructor',
    '../../etc/passwd',
    '%00',
    '\ud800',
    '{"$gt":""}',
    'x'.repeat(30_000),
  ),
  fc.constantFrom<unknown>(
    { $gt: '' },
    { $ne: null },
    { $where: 'sleep(1000)' },
    { toString: 1 },
    { length: 5 },
    JSON.parse('{"then":{}}'),
    { toJSON: 1 },
    [],
    [[]],
    [null],
  ),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Fields that calls know, and some that they must not take from a client. */
const fieldNames = [
  'id title projectId state priority timeEstimateId timeSpent dueDate description assignees visibility baseRev',
  'taskId position afterId beforeId expectedState email password password_confirm firstName surname name',
  'oldPassword newPassword newPasswordConfirm userId roleId workspaceId rank rev createdBy passwordHash role',
]
  .join(' ')
  .split(' ');

/** Values of the right kind for some field, so that calls get past their first check. */
const fittingValue = (ids: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom<unknown>(...ids),
    fc.constantFrom<unknown>('DONE', 'HIGH', 'owner', 'PRIVATE', '2026-12-24', 60, 0, 1e9, 'A title'),
    fc.array(fc.constantFrom(...ids), { maxLength: 3 }),
  );

/** A body: an object of known fields with values of all kinds, or anything. */
export function strangeBody(ids: readonly string[]): fc.Arbitrary<unknown> {
  const value = fc.oneof(strangeValue, fittingValue(ids));
  return fc.oneof(
    { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...fieldNames, '__proto__', '$where'), value) },
    { weight: 1, arbitrary: strangeValue },
  );
}
