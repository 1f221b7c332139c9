import { changeOf } from './board.types';
import type { BoardMutation } from './mutations';
import type { UnsavedChange } from './outbox.store';
import type { EditBase } from './outbox.types';
import { afterOwn, isNew } from './ownEdits';

/** The list "changes not saved", until its user decides (R18). */
export class UnsavedList {
  private readonly changes = new Map<string, UnsavedChange>();

  constructor(private readonly onListed: (changes: UnsavedChange[]) => void) {}

  get(mutationId: string): UnsavedChange | undefined {
    return this.changes.get(mutationId);
  }

  all(): UnsavedChange[] {
    return [...this.changes.values()];
  }

  add(...changes: readonly UnsavedChange[]): void {
    for (const change of changes) this.changes.set(change.mutation.entry.mutationId, change);
    this.onListed(this.all());
  }

  drop(mutationId: string): void {
    if (this.changes.delete(mutationId)) this.onListed(this.all());
  }

  /**
   * Edits of a text build on the version that this change has become, and conflict with nothing that was there before.
   * Not those that an older version has stored without the text that their user saw: there may be someone else's in
   * between. In a task that this change makes there is none.
   * @returns those that do so now
   */
  buildOn(sent: BoardMutation, base: EditBase): UnsavedChange[] {
    const builtOn = this.all().flatMap((change) => {
      if (change.mutation.seenText === undefined && !isNew(sent)) return [];
      const mutation = afterOwn(change.mutation, sent, base);
      return mutation ? [{ ...change, mutation, conflict: undefined }] : [];
    });
    if (builtOn.length > 0) this.add(...builtOn);
    return builtOn;
  }

  /**
   * Other moves of the same card that ask as well: its user is asked once, however often they have moved it. Their
   * last move counts.
   */
  settledBy(decided: UnsavedChange | undefined): string[] {
    if (decided?.reason !== 'stale') return [];
    const { taskId } = decided.mutation.entry;
    return this.all()
      .filter((each) => each !== decided && each.reason === 'stale' && each.mutation.entry.taskId === taskId)
      .map(({ mutation }) => mutation.entry.mutationId);
  }

  /** True while a creation or restoration of a task asks first: its other changes have nothing to change yet. */
  asksToCreate(taskId: string): boolean {
    return this.all().some(
      ({ reason, mutation: { pending } }) => reason === 'old' && changeOf(pending, taskId)?.kind === 'create',
    );
  }
}
