import { compareRanked } from '@livelane/shared/rank/rank';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import fc from 'fast-check';
import { lowerBound, PatchedColumn } from './patched-column';

/** Few ranks, so that cards are often where others were, or tie and are ordered by their ids. */
const cards = fc
  .record({ id: fc.integer({ min: 0, max: 30 }), rank: fc.integer({ min: 0, max: 8 }) })
  .map(({ id, rank }) => ({ id: `t${id}`, rank: `a${rank}` }) as StoredTask);

test('a patched column is the column with its changes, and leaves the one below as it is', () => {
  const columns = fc.uniqueArray(cards, { selector: ({ id }) => id, maxLength: 20 });
  fc.assert(
    fc.property(columns, fc.array(cards, { maxLength: 30 }), (start, changes) => {
      const base = start.sort(compareRanked);
      const before = [...base];
      const patched = new PatchedColumn(base);
      let plain = [...base];
      for (const card of changes) {
        // A card of the column is moved within it or removed; another card is added.
        const old = plain.find(({ id }) => id === card.id);
        if (old) patched.remove(old);
        plain = plain.filter(({ id }) => id !== card.id);
        if (old?.rank !== card.rank) {
          patched.add(card);
          plain.splice(lowerBound(plain, card), 0, card);
        }
        expect(Array.from({ length: patched.length }, (_, index) => patched.at(index))).toEqual(plain);
        expect(patched.at(patched.length)).toBeUndefined();
        for (const each of plain) expect(patched.placeOf(each)).toBe(plain.indexOf(each));
      }
      expect(base).toEqual(before);
    }),
  );
});
