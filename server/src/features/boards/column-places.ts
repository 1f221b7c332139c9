import { compareRanked } from '@livelane/shared/rank/rank';
import type { StoredTask } from '@livelane/shared/tasks/task.fields';
import type { Task } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { PlacedTask } from '../tasks/task.store';
import { canSee, type Viewer } from '../tasks/task.visibility';
import { lowerBound } from './patched-column';

/** Some cards of a column, in order, and how many others were counted that come right before each of them. */
interface Column {
  viewer: Viewer;
  cards: StoredTask[];
  before: number[];
}

/**
 * Finds the places of a few cards by counting those before them, as `positionAfter` does on a board in memory: the
 * cards of their columns are counted once, in any order, and none is kept.
 */
export class ColumnPlaces {
  private readonly columns = new Map<string, Column>();
  private readonly ofProjects = new Set<string>();
  private readonly ofStates = new Set<TaskState>();

  /** @param cards complete per project: none may be added to a column that has been counted */
  constructor(wanted: Iterable<{ viewer: Viewer; cards: readonly StoredTask[] }>) {
    for (const { viewer, cards } of wanted)
      for (const card of cards) {
        const column = this.columns.get(keyOf(card)) ?? { viewer, cards: [], before: [] };
        this.columns.set(keyOf(card), column);
        column.cards.push(card);
        column.before.push(0);
        this.ofProjects.add(card.projectId);
        this.ofStates.add(card.state);
      }
    for (const { cards } of this.columns.values()) cards.sort(compareRanked);
  }

  /** The projects that the cards are of, and the states that they are in. */
  get where(): { projectIds: string[]; states: TaskState[] } {
    return { projectIds: [...this.ofProjects], states: [...this.ofStates] };
  }

  /** Counts a card of one of the columns; cards of others are ignored. */
  count(card: PlacedTask): void {
    const column = this.columns.get(keyOf(card));
    if (!column || !canSee(column.viewer, card)) return;
    const place = lowerBound(column.cards, card);
    // A wanted card counts for those after it.
    const next = column.cards[place]?.id === card.id ? place + 1 : place;
    const before = column.before[next];
    if (before !== undefined) column.before[next] = before + 1;
  }

  /** The cards with their places, once all have been counted. */
  *placed(): Generator<Task, void> {
    for (const { cards, before } of this.columns.values()) {
      let columnPosition = 0;
      for (const [index, card] of cards.entries()) {
        columnPosition += before[index] ?? 0;
        yield { ...card, columnPosition };
      }
    }
  }
}

function keyOf({ projectId, state }: Pick<PlacedTask, 'projectId' | 'state'>): string {
  return `${projectId} ${state}`;
}
