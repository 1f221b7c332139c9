import type { Collection } from 'mongoose';
import type { ChangesOf } from './connect';
import { type Source, VersionCache, type Versioned } from './version.cache';

/** A cache of what is kept of documents that carry `rev`, and `deletedAt`: only those that are not deleted. */
export function liveCache<Kept extends Versioned>(
  collection: Pick<Collection, 'name' | 'find'>,
  changesOf: ChangesOf,
  { load, weigh }: Pick<Source<Kept>, 'load' | 'weigh'>,
): VersionCache<Kept> {
  const revsOf = async (ids: readonly string[]) => {
    const found = await collection
      .find({ _id: { $in: ids as never[] }, deletedAt: null }, { projection: { rev: 1 } })
      .toArray();
    return found.map(({ _id, rev }) => ({ id: String(_id), rev: rev as number }));
  };
  return new VersionCache({ collection: collection.name, revsOf, load, weigh }, changesOf);
}
