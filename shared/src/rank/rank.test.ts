import fc from 'fast-check';
import { compareRanked, evenRanks, RANK_MAX_LENGTH, rankBetween } from './rank';

describe('R5 rank', () => {
  it('R5 a key stands strictly between its neighbours, wherever cards are dropped', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 60 }), (drops) => {
        const ranks: string[] = [];
        for (const drop of drops) {
          const at = drop % (ranks.length + 1);
          const before = ranks[at - 1] ?? null;
          const after = ranks[at] ?? null;
          const rank = rankBetween(before, after);
          if (before !== null) expect(before < rank).toBe(true);
          if (after !== null) expect(rank < after).toBe(true);
          ranks.splice(at, 0, rank);
        }
        expect([...ranks].sort()).toEqual(ranks);
        expect(new Set(ranks).size).toBe(ranks.length);
      }),
      { verbose: true },
    );
  });

  it('R5 keys between the same two neighbours outgrow the limit, even ones do not', () => {
    let after = rankBetween(null, null);
    const before = rankBetween(null, after);
    let inserts = 0;
    while (after.length <= RANK_MAX_LENGTH) {
      after = rankBetween(before, after);
      inserts += 1;
      expect(inserts).toBeLessThan(1_000);
    }
    const even = evenRanks(10_000);
    expect(Math.max(...even.map((rank) => rank.length))).toBeLessThan(RANK_MAX_LENGTH / 8);
    expect([...even].sort()).toEqual(even);
  });

  it('R5 ties are broken by id, and upper case comes before lower case', () => {
    const cards = [
      { id: 'b', rank: 'a0' },
      { id: 'a', rank: 'a0' },
      { id: 'c', rank: 'Zz' },
    ];
    expect([...cards].sort(compareRanked).map((card) => card.id)).toEqual(['c', 'a', 'b']);
    expect(compareRanked({ id: 'a', rank: 'a0' }, { id: 'a', rank: 'a0' })).toBe(0);
  });

  it('refuses neighbours with equal keys or in the wrong order', () => {
    expect(() => rankBetween('a1', 'a0')).toThrow(RangeError);
    expect(() => rankBetween('a1', 'a1')).toThrow(RangeError);
  });
});
