import type { CompiledSort } from '../query/sort';
import { encodeKey } from '../values/key';
import type { Doc } from '../values/value';
import type { Pace, Steps } from './steps';

/** The kept part of a hit while it waits to be sorted. */
export interface SortEntry {
  readonly key: Buffer;
  readonly id: Buffer;
}

/** Pieces of this size are sorted at once; then they are merged, with rests. */
const RUN = 512;
/** A top-k is cut back when it has grown by this many entries. */
const SLACK = 1024;

/** Collects hits and gives back their ids in order; with a limit it never keeps many more than that. */
export class Sorter {
  private entries: SortEntry[] = [];
  private readonly directions: (1 | -1)[];

  constructor(
    private readonly sort: CompiledSort,
    private readonly limit: number,
  ) {
    this.directions = sort.fields.map((field) => field.direction);
  }

  add(id: Buffer, doc: Doc): void {
    this.entries.push({ key: encodeKey(this.sort.keysOf(doc), this.directions), id });
    if (this.limit < RUN && this.entries.length > this.limit + SLACK) this.cut();
  }

  private cut(): void {
    this.entries.sort(compareEntries);
    this.entries.length = Math.min(this.entries.length, this.limit);
  }

  *finish(pace: Pace): Steps<Buffer[]> {
    let runs: SortEntry[][] = [];
    for (let start = 0; start < this.entries.length; start += RUN) {
      runs.push(this.entries.slice(start, start + RUN).sort(compareEntries));
      if (pace.tired()) yield;
    }
    while (runs.length > 1) {
      const merged: SortEntry[][] = [];
      for (let index = 0; index < runs.length; index += 2) {
        const left = runs[index] as SortEntry[];
        const right = runs[index + 1];
        merged.push(right ? yield* mergeRuns(left, right, pace) : left);
      }
      runs = merged;
    }
    const sorted = runs[0] ?? [];
    const ids: Buffer[] = [];
    for (const entry of sorted) {
      if (ids.length >= this.limit) break;
      ids.push(entry.id);
      if (pace.tired()) yield;
    }
    this.entries = [];
    return ids;
  }
}

function compareEntries(a: SortEntry, b: SortEntry): number {
  return Buffer.compare(a.key, b.key) || Buffer.compare(a.id, b.id);
}

function* mergeRuns(left: SortEntry[], right: SortEntry[], pace: Pace): Steps<SortEntry[]> {
  const result: SortEntry[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    const a = left[i] as SortEntry;
    const b = right[j] as SortEntry;
    if (compareEntries(a, b) <= 0) {
      result.push(a);
      i += 1;
    } else {
      result.push(b);
      j += 1;
    }
    if (pace.tired()) yield;
  }
  for (; i < left.length; i += 1) result.push(left[i] as SortEntry);
  for (; j < right.length; j += 1) result.push(right[j] as SortEntry);
  return result;
}
