import { docOf, textOf } from '../../test/support/plain';
import { compileFilter } from '../query/filter';
import { compileUpdate } from './update';
import { NOW, updateGroups } from './update.cases';

describe.each(updateGroups)('update: %s', (_group, cases) => {
  test.each(cases)('%s', (...[_title, before, update, after, more]) => {
    const filter = compileFilter(docOf(more?.filter ?? {}));
    const doc = docOf(before);
    const untouched = textOf(doc);
    const compiled = compileUpdate(docOf(update), {
      allowReplacement: true,
      multi: false,
      ...(more?.arrayFilters ? { arrayFilters: more.arrayFilters.map(docOf) } : {}),
    });
    expect(textOf(compiled.apply(doc, filter.matches(doc), NOW))).toBe(textOf(docOf(after)));
    expect(textOf(doc)).toBe(untouched);
  });
});

test('a number that is none counts as rewritten by $inc, not by $set', () => {
  const doc = docOf({ a: Number.NaN });
  for (const [operator, isRewritten] of [
    ['$inc', true],
    ['$set', false],
  ] as const) {
    const rewritten = jest.fn();
    const update = docOf({ [operator]: { a: operator === '$inc' ? 1 : Number.NaN } });
    compileUpdate(update, { allowReplacement: true, multi: false }).apply(doc, null, NOW, rewritten);
    expect(rewritten).toHaveBeenCalledTimes(isRewritten ? 1 : 0);
  }
});

test('an update that changes nothing gives the very same object', () => {
  const doc = docOf({ _id: 1, a: [1, 2], b: 'x' });
  const update = docOf({ $unset: { c: '' }, $addToSet: { a: 1 }, $min: { b: 'y' }, $pull: { d: 1 } });
  expect(compileUpdate(update, { allowReplacement: true, multi: true }).apply(doc, null, NOW)).toBe(doc);
});

test('$currentDate as timestamps: seconds and a counter that tells them apart', () => {
  const update = docOf({ $currentDate: { a: { $type: 'timestamp' } } });
  const compiled = compileUpdate(update, { allowReplacement: true, multi: true });
  const first = textOf(compiled.apply(docOf({}), null, NOW).get('a'));
  const second = textOf(compiled.apply(docOf({}), null, NOW).get('a'));
  expect(first).toMatch(new RegExp(`^Timestamp\\(${NOW.getTime() / 1000}, \\d+\\)$`));
  expect(second).not.toBe(first);
});
