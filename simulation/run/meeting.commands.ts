import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { taskStates } from '@livelane/shared/tasks/task.values';
import type { Random } from '../../test-kit/random';
import { LIMITED, withKey } from './card.commands';
import { membersOf, onCard, patch, quietly, transfer } from './command-helpers';
import type { Command, Scene } from './commands';
import type { Tab } from './tab';

/** A change by one of two people to the same card at the same time, based on what they saw before. */
type Act = (tab: Tab, random: Random, scene: Scene, card: StoredTask) => () => void;

const acts: Record<'assign' | 'describe' | 'item' | 'transfer', Act> = {
  assign: (tab, random, scene, card) => {
    const assignees = membersOf(tab).filter(() => random.chance(0.5));
    return () => patch(tab, scene, card, { assignees, ...seen(card) }, true);
  },
  describe: (tab, random, scene, card) => {
    const description = `Meeting ${random.below(1_000)}`;
    return () => patch(tab, scene, card, { description, ...seen(card) }, true);
  },
  item: (tab, random, scene, card) => {
    const [path, text] = [`/tasks/${card.id}/checklist`, `Item ${random.below(1_000)}`];
    const [item] = card.checklist;
    const body = item ? { text, baseText: item.text } : { items: [{ id: scene.newId(), text }] };
    return () =>
      quietly(
        item
          ? tab.api.put(`${path}/${item.id}`, body, withKey(tab, scene))
          : tab.api.post(path, body, withKey(tab, scene)),
      );
  },
  transfer: (tab, _random, scene, card) => () => transfer(tab, scene, card),
};

const seen = ({ rev, projectId }: StoredTask) => ({ baseRev: rev, baseProjectId: projectId });

/** Several requests that meet at one card, one column or one right. */
export const meetingCommands: Record<'meet' | 'contend' | 'demoted' | 'crowd', Command> = {
  meet(tab, random, scene) {
    const met = meeting(tab, random, scene);
    if (!met) return;
    const kind = random.pick(['assign', 'describe', 'item', 'item', 'transfer'] as const);
    scene.tell(`${tab.name} and ${met.other.name} meet at ${scene.nameOf(met.card.id)}: ${kind}`);
    for (const each of [tab, met.other]) {
      const act = acts[kind](each, random, scene, met.card);
      scene.after(random.between(0, 60), () => each.isOpen && act());
    }
  },
  /** A move is made offline, someone else moves the same card, and the line comes back. */
  contend(tab, random, scene) {
    const { line } = tab.browser;
    const met = meeting(tab, random, scene);
    if (!met || line.state !== 'up') return;
    const { other, card } = met;
    scene.tell(`${tab.name} loses the line, and moves ${scene.nameOf(card.id)} as ${other.name} does`);
    line.set('down');
    drop(tab, random, scene, card.id);
    drop(other, random, scene, card.id);
    scene.after(random.between(2_000, 15_000), () => line.set('up'));
  },
  /** Loses the right to write while writing: the edits come while the change of the role is on its way into the log. */
  demoted: onCard(({ userId }, random, scene, card) => {
    scene.tell(
      `${scene.nameOf(userId)} becomes a viewer while they edit ${scene.nameOf(card.id)} again and again`,
    );
    scene.changeRole(card.projectId, userId, 'viewer');
    for (let n = 0; n < EDITS_AT_ONCE; n++) {
      const title = `Late ${random.below(10_000)}`;
      scene.after(random.between(0, ROLE_CHANGE_MS), () => scene.edit(userId, card.id, { title }));
    }
  }),
  /** Cards come from the other project at once, to a column that has room for one of them. */
  crowd: onCard((tab, _random, scene, { projectId }) => {
    const columns = LIMITED.map((state) => tab.column(state).filter((card) => card.projectId === projectId));
    const cards = columns.find(({ length }) => length > 1);
    const state = cards?.[0]?.state;
    if (!cards || !state) return;
    const to = scene.otherProject(projectId);
    const there =
      scene
        .openTabs()
        .find(({ boardId }) => boardId === to)
        ?.column(state) ?? [];
    const max = there.filter(({ visibility }) => visibility === 'PUBLIC').length + 1;
    scene.tell(
      `${tab.name} takes ${cards.length} cards of ${state} to the other project, which holds ${max}`,
    );
    scene.limitColumn(to, state, { max, isHard: true });
    scene.after(COLUMN_CHANGE_MS, () => {
      for (const { id } of cards) scene.edit(tab.userId, id, { projectId: to });
    });
  }),
};

const EDITS_AT_ONCE = 6;
/** So long a change of a role takes in the server, about. */
const ROLE_CHANGE_MS = 25;
const COLUMN_CHANGE_MS = 60;

/** A card that is on the screens of two people. */
function meeting(tab: Tab, random: Random, scene: Scene): { other: Tab; card: StoredTask } | null {
  const cards = new Set(tab.cards().map(({ id }) => id));
  const meets = scene
    .openTabs()
    .flatMap((other) =>
      other.userId === tab.userId
        ? []
        : other.cards().flatMap((card) => (cards.has(card.id) ? [{ other, card }] : [])),
    );
  return meets.length > 0 ? random.pick(meets) : null;
}

/** A card is put into another column, at its top. */
function drop(tab: Tab, random: Random, scene: Scene, taskId: string): void {
  const card = tab.cards().find(({ id }) => id === taskId);
  if (!tab.board || !card) return;
  const state = random.pick(taskStates.filter((each) => each !== card.state));
  const place = { afterId: null, beforeId: tab.column(state)[0]?.id ?? null };
  const mutation = tab.mutations.moveTask(scene, tab.board, card, state, place);
  if (mutation) tab.commit(mutation, card);
}
