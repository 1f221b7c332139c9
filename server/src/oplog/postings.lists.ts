import type { OpType } from '@livelane/shared/boards/op.schema';
import type { mongo } from 'mongoose';

const BYTES_A_NUMBER = 2;
/** Person, type and length of a list. */
const HEADER_NUMBERS = 3;

/** Numbers by author and type, as one document keeps them: a part of an inverted index. */
export interface PackedLists<Bytes = mongo.Binary> {
  /** The authors in all lists: shows without reading these that none matches. */
  actors: string[];
  types: OpType[];
  /**
   * For each pair of a person and a type that occurs: the places of both above, how many numbers follow, and how far
   * each of these lies after the document's base, ascending; 16 bits each, little-endian.
   */
  lists: Bytes;
}

/** Whether a list is looked for. */
export type Fits = (actorId: string, type: OpType) => boolean;

/** Numbers by author and type, added in ascending order. */
export class PostingsLists {
  private readonly lists = new Map<string, { actorId: string; type: OpType; numbers: number[] }>();

  add(actorId: string, type: OpType, number: number): void {
    const key = `${actorId} ${type}`;
    const list = this.lists.get(key) ?? { actorId, type, numbers: [] };
    list.numbers.push(number);
    this.lists.set(key, list);
  }

  /** @param base no number is below it, or further above it than 16 bits say */
  packed(base: number): PackedLists<Buffer> {
    const lists = [...this.lists.values()];
    const actors = [...new Set(lists.map(({ actorId }) => actorId))];
    const types = [...new Set(lists.map(({ type }) => type))];
    const packed = lists.flatMap(({ actorId, type, numbers }) => [
      actors.indexOf(actorId),
      types.indexOf(type),
      numbers.length,
      ...numbers.map((number) => number - base),
    ]);
    const bytes = Buffer.alloc(packed.length * BYTES_A_NUMBER);
    for (const [index, number] of packed.entries()) bytes.writeUInt16LE(number, index * BYTES_A_NUMBER);
    return { actors, types, lists: bytes };
  }
}

/** Each list of a document with its numbers as they are stored. */
export function* listsIn({ actors, types, lists }: PackedLists) {
  const bytes = Buffer.from(lists.value());
  const at = (place: number) => bytes.readUInt16LE(place * BYTES_A_NUMBER);
  for (let place = 0; place * BYTES_A_NUMBER < bytes.length; ) {
    const [first, length] = [place + HEADER_NUMBERS, at(place + 2)];
    yield {
      actorId: actors[at(place)] as string,
      type: types[at(place + 1)] as OpType,
      length,
      number: (index: number) => at(first + index),
    };
    place = first + length;
  }
}

/** The numbers after `base` in the lists that fit, in the order of the lists. */
export function numbersIn(document: PackedLists, base: number, fits: Fits): number[] {
  const found: number[] = [];
  for (const { actorId, type, length, number } of listsIn(document))
    if (fits(actorId, type)) for (let each = 0; each < length; each++) found.push(base + number(each));
  return found;
}
