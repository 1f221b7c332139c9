import type { Comment, CommentsPage } from '@livelane/shared/comments/comment.schema';
import { labelColours } from '@livelane/shared/labels/label.values';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { Random } from '../../test-kit/random';
import { onCard, patch, quietly, someState } from './command-helpers';
import type { Command, Scene } from './commands';
import type { Tab } from './tab';

/** Columns that can have a hard limit, and that cards go to most. */
export const LIMITED = ['READY', 'IN_PROGRESS', 'REVIEW'] as const;

/** Options of a write outside the client's queue. */
export const withKey = (tab: Tab, scene: Scene) => ({ headers: { 'Idempotency-Key': tab.newKey(scene) } });

/** Commands for the contents of cards beside their fields, and for bulk changes. */
export const cardCommands: Record<'comment' | 'checklist' | 'label' | 'column' | 'bulk', Command> = {
  comment: onCard((tab, random, scene, card) => {
    const { comments } = tab;
    const act = random.pick(['add', 'add', 'edit', 'delete', 'restore'] as const);
    const text = `Comment ${random.below(1_000)}`;
    const make = (what: string, run: () => Parameters<Tab['commit']>[0]): void => {
      scene.tell(`${tab.name} ${what} a comment of ${scene.nameOf(card.id)}`);
      tab.commit(run(), card);
    };
    if (act === 'add') {
      make('adds', () => comments.addComment(scene, card, tab.userId, text));
    } else if (act === 'restore') {
      const deleted = scene.deletedComments.filter(({ taskId }) => taskId === card.id);
      if (deleted.length === 0) return;
      make('restores', () =>
        comments.revertComment(scene, card, {
          kind: 'comment',
          act: 'delete',
          comment: random.pick(deleted),
        }),
      );
    } else {
      withComments(tab, card, (page) => {
        const comment = random.pick(page);
        if (act === 'edit') make('edits', () => comments.editComment(scene, card, comment, text));
        else {
          scene.deletedComments.push(comment);
          make('deletes', () => comments.deleteComment(scene, card, comment));
          const isRegretted = random.chance(0.5);
          const regret = { kind: 'comment', act: 'delete', comment } as const;
          scene.after(random.between(300, 3_000), () => {
            if (isRegretted && tab.isOpen)
              make('restores', () => comments.revertComment(scene, card, regret));
          });
        }
      });
    }
  }),
  checklist: onCard((tab, random, scene, card) => {
    const items = card.checklist;
    const act = items.length === 0 ? 'add' : random.pick(['add', 'tick', 'text', 'place', 'remove'] as const);
    scene.tell(`${tab.name}: ${act} in the checklist of ${scene.nameOf(card.id)}`);
    const [path, options] = [`/tasks/${card.id}/checklist`, withKey(tab, scene)];
    const text = `Item ${random.below(1_000)}`;
    const item = items.length > 0 ? random.pick(items) : null;
    if (!item || act === 'add') {
      const added = Array.from({ length: 1 + random.below(3) }, () => ({ id: scene.newId(), text }));
      const place = random.chance(0.3) && { afterId: null };
      quietly(tab.api.post(path, { items: added, ...place }, options));
    } else if (act === 'remove') quietly(tab.api.delete(`${path}/${item.id}`, options));
    else {
      const others = items.filter(({ id }) => id !== item.id);
      const afterId = others.length > 0 && random.chance(0.7) ? random.pick(others).id : null;
      const wish = {
        tick: { isDone: !item.isDone },
        text: { text, baseText: item.text },
        place: { afterId },
      };
      quietly(tab.api.put(`${path}/${item.id}`, wish[act], options));
    }
  }),
  label(tab, random, scene) {
    const { labelIds } = scene;
    const path = `/workspaces/${scene.workspaceId}/labels`;
    const act =
      labelIds.length < 2
        ? 'makes'
        : random.pick(['makes', 'puts', 'puts', 'puts', 'removes', 'merges'] as const);
    if (act === 'makes') {
      const body = {
        id: scene.newId(),
        name: `Label ${random.below(1_000)}`,
        colour: random.pick(labelColours),
      };
      labelIds.push(body.id);
      scene.tell(`${tab.name} makes ${body.name}`);
      quietly(tab.api.post(path, body));
      return;
    }
    const [labelId, into] = [random.pick(labelIds), random.pick(labelIds)];
    if (act === 'puts') {
      putLabel(tab, random, scene, labelId);
      return;
    }
    scene.tell(`${tab.name} ${act} a label`);
    if (act === 'merges') quietly(tab.api.post(`${path}/${labelId}/merge`, { into }));
    else quietly(tab.api.delete(`${path}/${labelId}`));
  },
  /** A column gets a limit, and several people put new cards into it at once. */
  column(tab, random, scene) {
    const projectId = tab.boardId === 'personal' ? random.pick(scene.projectIds) : tab.boardId;
    const state = random.pick(LIMITED);
    const wipLimit = random.chance(0.8) ? { max: 1 + random.below(3), isHard: random.chance(0.8) } : null;
    scene.tell(`${state} is limited to ${wipLimit ? `${wipLimit.max} (${wipLimit.isHard})` : 'any number'}`);
    scene.limitColumn(projectId, state, wipLimit);
    for (const each of scene.openTabs()) {
      if (each.boardId !== projectId || random.chance(0.3)) continue;
      scene.after(random.between(0, 400), () => {
        const input = { title: `Rush ${random.below(1_000)}`, projectId, state };
        if (each.isOpen) each.commit(each.mutations.createTask(scene, each.board, each.userId, input));
      });
    }
  },
  bulk: onCard((tab, random, scene, { projectId }) => {
    const cards = tab.cards().filter((card) => card.projectId === projectId && random.chance(0.6));
    if (cards.length === 0) return;
    const [state, labelId] = [someState(random), scene.labelIds.at(-1)];
    const wish = random.pick([
      { move: { state } },
      { move: { state } },
      { edit: { priority: 'HIGH' } },
      { edit: { assignees: { add: [tab.userId] }, ...(labelId && { labels: { add: [labelId] } }) } },
      { delete: true },
      { restore: true },
    ] as const);
    const gone = 'restore' in wish ? scene.deleted.slice(-3) : cards.map(({ id }) => id);
    const taskIds = [...new Set(gone)];
    if (taskIds.length === 0) return;
    if ('delete' in wish) scene.deleted.push(...taskIds);
    scene.tell(`${tab.name}: ${JSON.stringify(wish)} of ${taskIds.map((id) => scene.nameOf(id)).join(', ')}`);
    const changes = taskIds.map((taskId) => ({ taskId, ...wish }));
    quietly(tab.api.post('/kanban/bulk', { projectId, changes }, withKey(tab, scene)));
  }),
};

function withComments(tab: Tab, card: StoredTask, run: (comments: Comment[]) => void): void {
  quietly(
    tab.api.get<CommentsPage>(`/tasks/${card.id}/comments`).then(({ comments }) => {
      if (tab.isOpen && comments.length > 0) run(comments);
    }),
  );
}

function putLabel(tab: Tab, random: Random, scene: Scene, labelId: string): void {
  const cards = tab.cards();
  if (cards.length === 0) return;
  const card = random.pick(cards);
  const has = card.labels.includes(labelId);
  const labels = has ? card.labels.filter((id) => id !== labelId) : [...card.labels, labelId];
  scene.tell(`${tab.name} ${has ? 'takes a label from' : 'puts a label on'} ${scene.nameOf(card.id)}`);
  patch(tab, scene, card, { labels, baseRev: card.rev, baseProjectId: card.projectId }, random.chance(0.5));
}
