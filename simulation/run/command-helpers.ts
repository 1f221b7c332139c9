import type { StoredTask, UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import type { Random } from '../../test-kit/random';
import type { Command, Scene } from './commands';
import type { Tab } from './tab';

/** One of the cards on the screen, if there is any. */
export function someCard(tab: Tab, random: Random): StoredTask | null {
  const cards = tab.cards();
  return cards.length > 0 ? random.pick(cards) : null;
}

export const someState = (random: Random): TaskState =>
  random.pick(random.chance(0.7) ? (['READY', 'IN_PROGRESS', 'DONE'] as const) : taskStates);

/** Members as the tab knows them. */
export function membersOf({ board, userId }: Tab): string[] {
  return board?.kind === 'project' ? board.members.map((member) => member.id) : [userId];
}

/** Ignores the result of a REST call: refusals are expected. */
export const quietly = (call: Promise<unknown>): void => void call.catch(() => undefined);

export function patch(
  tab: Tab,
  scene: Scene,
  card: StoredTask,
  input: UpdateTaskInput,
  waits: boolean,
): void {
  const mutation = tab.mutations.patchTask(scene, tab.board, card, input);
  // A move to another project is not undone from here.
  const before = input.projectId === undefined ? card : undefined;
  if (waits) tab.submit(mutation, before);
  else tab.commit(mutation, before);
}

export const onCard =
  (run: (tab: Tab, random: Random, scene: Scene, card: StoredTask) => void): Command =>
  (tab, random, scene) => {
    const card = someCard(tab, random);
    if (card) run(tab, random, scene, card);
  };

/** Takes a card to the other project. */
export function transfer(tab: Tab, scene: Scene, card: StoredTask): void {
  patch(tab, scene, card, { projectId: scene.otherProject(card.projectId), baseRev: card.rev }, true);
}
