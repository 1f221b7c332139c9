import type { Collection } from 'mongoose';
import type { ChangesOf } from './connect';
import { findAll } from './joined-reads';
import { type Source, VersionCache, type Versioned } from './version.cache';

/** A cache for documents with `rev` and `deletedAt`: only for those that are not deleted. */
export function liveCache<Kept extends Versioned>(
  collection: Pick<Collection, 'name' | 'find' | 'conn'>,
  changesOf: ChangesOf,
  { load, weigh, onLoaded }: Pick<Source<Kept>, 'load' | 'weigh' | 'onLoaded'>,
): VersionCache<Kept> {
  const revsOf = async (ids: readonly string[]) => {
    const filter = { _id: { $in: ids }, deletedAt: null };
    const found = await findAll(collection, filter, { projection: { rev: 1 } });
    return found.map(({ _id, rev }) => ({ id: String(_id), rev: rev as number }));
  };
  return new VersionCache({ collection: collection.name, revsOf, load, weigh, onLoaded }, changesOf);
}
