import type { mongo } from 'mongoose';

/** Documents that one command deletes: it is answered long before its connection gives up on it. */
const AT_ONCE = 1_000;

/** Deletes all matching documents, however many there are, by several commands. Harmless to repeat. */
export async function deleteInParts<Row extends { _id: string }>(
  rows: mongo.Collection<Row>,
  filter: mongo.Filter<Row>,
): Promise<void> {
  for (let found = AT_ONCE; found === AT_ONCE; ) {
    const next = await rows.find(filter, { projection: { _id: 1 }, limit: AT_ONCE }).toArray();
    const ids = next.map(({ _id }) => _id);
    if (ids.length > 0) await rows.deleteMany({ ...filter, _id: { $in: ids } } as mongo.Filter<Row>);
    found = ids.length;
  }
}
