import type { Pace, Steps } from '../engine/steps';
import { metaKey, successor } from './keys';
import type { Store } from './store';

const LIST = metaKey('garbage ');
/** Entries removed between two looks at the clock. */
const PIECE = 64;

/**
 * Stretches of keys that nothing refers to any more: what dropped collections and indexes leave behind. Their list is
 * part of the store, so a crash loses none; they are swept in small steps.
 */
export class Garbage {
  constructor(private readonly store: Store) {}

  /** Marks everything that starts with this prefix for removal. */
  add(prefix: Buffer): void {
    this.store.insert(Buffer.concat([LIST, prefix]), Buffer.alloc(1));
  }

  get waiting(): boolean {
    return this.store.keys({ start: LIST, end: successor(LIST), limit: 1 }).length > 0;
  }

  *sweep(pace: Pace): Steps<void> {
    for (;;) {
      const [entry] = this.store.range({ start: LIST, end: successor(LIST), limit: 1 });
      if (!entry) return;
      const prefix = entry.key.subarray(LIST.length);
      for (;;) {
        const piece = this.store.range({ start: prefix, end: successor(prefix), limit: PIECE });
        for (const { key, value } of piece) {
          this.store.remove(key, value);
          if (pace.tired()) yield;
        }
        if (piece.length === 0) break;
      }
      this.store.remove(entry.key, entry.value);
    }
  }
}
