import { opTypes } from '@livelane/shared/boards/op.types';
import { type ActivityKind, activityKinds, typesOfKind } from './activity.kinds';

test('R28 each op type of the activity is of one kind, and each kind has some', () => {
  const kinds = Object.keys(activityKinds) as ActivityKind[];
  const shown = opTypes.filter((type) => type !== 'column.rebalanced');
  expect(kinds.flatMap(typesOfKind).sort()).toEqual(shown.sort());
  expect(kinds.filter((kind) => typesOfKind(kind).length === 0)).toEqual([]);
});
