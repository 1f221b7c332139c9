import * as z from 'zod/mini';
import { Cursor, isoWord, packed, uuidWord } from '../../http/cursor';

/** The place of a result among the others. */
export interface Place {
  /** 0: its id was named, 1: all words in the title, 2: others. */
  group: number;
  /** How well its worst word matches it: 3 as a whole word, 2 as the beginning of one, 1 inside one. */
  fit: number;
  updatedAt: string;
  taskId: string;
}

/** The best first, of equal ones the newest. */
function comparePlaces(a: Place, b: Place): number {
  if (a.group !== b.group) return a.group - b.group;
  if (a.fit !== b.fit) return b.fit - a.fit;
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? 1 : -1;
  return a.taskId < b.taskId ? -1 : a.taskId > b.taskId ? 1 : 0;
}

const digitWord = (most: number) =>
  z.pipe(z.string().check(z.regex(new RegExp(`^[0-${most}]$`))), z.transform(Number));
export const searchCursor = new Cursor(packed, {
  group: digitWord(2),
  fit: digitWord(3),
  updatedAt: isoWord,
  taskId: uuidWord,
});

/** The best of all added places, in order. */
export class BestPlaces<Item extends Place> {
  readonly items: Item[] = [];
  /** Set once it is full. */
  private last: { group: number; fit: number; time: number } | null = null;

  /** @param most how many are kept @param after only later places count */
  constructor(
    private readonly most: number,
    private readonly after: Place | null,
  ) {}

  /** True for a place that cannot be among them, by numbers alone. @param time of its last change, in milliseconds */
  isHopeless(group: number, fit: number, time: number): boolean {
    const { last } = this;
    if (!last) return false;
    if (group !== last.group) return group > last.group;
    return fit === last.fit ? time < last.time : fit < last.fit;
  }

  /** True for a place that would be kept. */
  wants(place: Place): boolean {
    if (this.after && comparePlaces(place, this.after) <= 0) return false;
    const last = this.items.length < this.most ? undefined : this.items.at(-1);
    return !last || comparePlaces(place, last) < 0;
  }

  take(item: Item): void {
    if (!this.wants(item)) return;
    let at = this.items.length;
    while (at > 0 && comparePlaces(item, this.items[at - 1] as Item) < 0) at--;
    this.items.splice(at, 0, item);
    if (this.items.length > this.most) this.items.pop();
    const last = this.items.length < this.most ? undefined : this.items.at(-1);
    if (last) this.last = { group: last.group, fit: last.fit, time: Date.parse(last.updatedAt) };
  }
}
