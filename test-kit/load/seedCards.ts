import { randomUUID } from 'node:crypto';
import { evenRanks } from '@livelane/shared/rank/rank';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { taskStates } from '@livelane/shared/tasks/task.values';

/** Columns that cards are in; the archive stays empty. */
const STATES = taskStates.filter((state) => state !== 'ARCHIVE');
const TEXT = 'What is to be done, why, and how one sees that it is done. '.repeat(3);
const LABELS = 2;
const ITEMS = 4;

/** The cards of a made-up board. */
export interface CardsPlan {
  cards: number;
  /** Of each card; absent: a third of them have a short one. */
  description?: string;
  titleOf?: (index: number) => string;
  /** Title and description of the card with this index, for boards that are searched. */
  textOf?: (index: number) => { title: string; description: string };
  /** Each card has labels and a checklist. */
  hasDetails?: boolean;
}

/** Between one card and the next, on average. */
const AGE_MS = 20 * 60_000;
/** Of a number one from 0 up to 1. */
const scattered = (number: number) => (Math.imul(number + 1, 0x9e3779b1) >>> 0) / 2 ** 32;

/** Where the card with this index is at first. */
export const seededState = (index: number) => STATES[index % STATES.length] ?? 'BACKLOG';

/** The rows of these cards, without keys. @param members ids, the owner first */
export function cardsOf(
  { cards, description, titleOf, textOf, hasDetails }: CardsPlan,
  {
    projectId,
    members,
    labels,
  }: { projectId: string; members: readonly string[]; labels: readonly string[] },
): StoredTask[] {
  const ranks = evenRanks(Math.ceil(cards / STATES.length));
  const itemRanks = evenRanks(ITEMS);
  const owner = members[0] ?? '';
  const now = Date.now();
  const timeOf = (age: number) => new Date(now - Math.floor(age * AGE_MS)).toISOString();
  return Array.from({ length: cards }, (_, index) => ({
    id: randomUUID(),
    title: titleOf?.(index) ?? `Card ${index} of a board that is measured`,
    description: description ?? (index % 3 === 0 ? TEXT : ''),
    ...textOf?.(index),
    projectId,
    state: seededState(index),
    priority: 'MEDIUM',
    timeEstimate: { id: 30, name: 'time_estimate_30' },
    timeSpent: 0,
    dueDate: null,
    assignees: [members[index % members.length] ?? owner],
    labels: hasDetails
      ? Array.from({ length: LABELS }, (_, nth) => labels[(index + nth) % labels.length] ?? '')
      : [],
    checklist: hasDetails
      ? itemRanks.map((rank, nth) => ({
          id: randomUUID(),
          text: `Step ${nth + 1}`,
          isDone: nth % 2 === 0,
          rank,
        }))
      : [],
    numOfComments: 0,
    visibility: 'PUBLIC',
    rank: ranks[Math.floor(index / STATES.length)] ?? '',
    rev: index + 1,
    createdBy: owner,
    createdAt: timeOf(cards - index + scattered(index)),
    updatedAt: timeOf((cards - index) * scattered(index)),
  }));
}
