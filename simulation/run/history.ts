import type { World } from '../world/world';

/** An invariant that does not hold. */
export class Violation extends Error {
  constructor(
    /** Its name in SPEC.md#invariants, or another promise. */
    readonly invariant: string,
    detail: string,
  ) {
    super(`${invariant}: ${detail}`);
    this.name = 'Violation';
  }
}

/** What happened in a simulation, in words. */
export class History {
  readonly lines: string[] = [];
  /** The first thing that went wrong: whatever follows may follow from it. */
  violation: Violation | null = null;

  /** How often each kind of thing happened. */
  readonly counts = new Map<string, number>();

  constructor(private readonly world: World) {}

  count(kind: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  tell(line: string): void {
    this.lines.push(`${(this.world.elapsed / 1000).toFixed(3).padStart(9)} s  ${line}`);
  }

  fail(invariant: string, detail: string): void {
    if (this.violation) return;
    this.violation = new Violation(invariant, detail);
    this.tell(`✗ ${this.violation.message}`);
    this.world.stop();
  }
}
