import type { BoardMutation } from './mutations';
import type { UnsavedChange } from './outbox.store';
import type { EditBase } from './outbox.types';
import { afterOwn } from './ownEdits';
import { movesAfterUnsaved } from './ownMoves';

/** All waiting changes of all tabs, by mutation id, in order. */
export class WaitingList extends Map<string, BoardMutation> {
  /** Later edits of a text build on the version that this change has become. @returns those that do so now */
  buildOn(sent: BoardMutation, base: EditBase): BoardMutation[] {
    return this.replace(
      [...this.values()].flatMap((later) => (later !== sent && afterOwn(later, sent, base)) || []),
    );
  }

  /** Without this change the next moves of its cards start elsewhere. @returns those that do so now */
  moveOn({ mutation, reason }: UnsavedChange): BoardMutation[] {
    // A stale move's card is where someone else has moved it.
    return this.replace(reason === 'stale' ? [] : movesAfterUnsaved([...this.values()], mutation));
  }

  /** Each keeps its place. */
  private replace(changed: BoardMutation[]): BoardMutation[] {
    for (const each of changed) this.set(each.entry.mutationId, each);
    return changed;
  }
}
