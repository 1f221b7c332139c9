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

test.each([
  ['$inc of what is no number', Number.NaN, { $inc: { a: 1 } }, true],
  ['$set of what is no number', Number.NaN, { $set: { a: Number.NaN } }, false],
  ['$push that cuts off what it adds', [1, 2], { $push: { a: { $each: [3], $slice: 2 } } }, true],
  ['$push that sorts what is sorted', [1, 2], { $push: { a: { $each: [], $sort: 1 } } }, true],
  ['$push of nothing', [1, 2], { $push: { a: { $each: [], $slice: 2 } } }, false],
])('%s: whether a document that stays the same counts as modified', (_, a, update, isRewritten) => {
  const rewritten = jest.fn();
  const compiled = compileUpdate(docOf(update), { allowReplacement: true, multi: false });
  const doc = docOf({ a });
  expect(textOf(compiled.apply(doc, null, NOW, rewritten))).toBe(textOf(doc));
  expect(rewritten).toHaveBeenCalledTimes(isRewritten ? 1 : 0);
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
