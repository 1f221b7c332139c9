import type { WipLimit } from '@livelane/shared/boards/column.settings';
import type { Comment } from '@livelane/shared/comments/comment.schema';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { Random } from '../../test-kit/random';
import { cardCommands } from './card.commands';
import { membersOf, onCard, patch, quietly, someCard, someState, transfer } from './command-helpers';
import { meetingCommands } from './meeting.commands';
import type { COMMANDS } from './plan';
import type { Tab } from './tab';

/** The scene's interface for commands. */
export interface Scene {
  newId(): string;
  now(): number;
  tell(line: string): void;
  projectIds: readonly [first: string, second: string];
  otherProject(projectId: string): string;
  workspaceId: string;
  userIds: readonly string[];
  /** Tasks that someone has deleted. */
  deleted: string[];
  nameOf(id: string): string;
  /** Labels that someone has made. */
  labelIds: string[];
  /** Comments that someone has deleted. */
  deletedComments: Comment[];
  /** The database was put back later than that moment, milliseconds since 1970. */
  isRestoredSince(at: number): boolean;
  fail(invariant: string, detail: string): void;
  count(kind: string): void;
  openTabs(): Tab[];
  after(ms: number, run: () => void): void;
  /** A server dies before or after one of its next writes. */
  crashWithin(writes: number, isDone: boolean): void;
  /** The owner limits a column of a project. */
  limitColumn(projectId: string, state: TaskState, wipLimit: WipLimit | null): void;
  /** The owner gives someone another role in a project. */
  changeRole(projectId: string, userId: string, roleId: ProjectRole): void;
  /** Someone edits a card, over a line that takes no time. */
  edit(userId: string, taskId: string, input: UpdateTaskInput): void;
}

export type Command = (tab: Tab, random: Random, scene: Scene) => void;

export const commands: Record<keyof typeof COMMANDS, Command> = {
  ...cardCommands,
  ...meetingCommands,
  create(tab, random, scene) {
    const [first, second] = scene.projectIds;
    const projectId = tab.boardId === 'personal' ? random.pick([first, second]) : tab.boardId;
    const input = {
      title: `Card ${random.below(10_000)}`,
      projectId,
      state: someState(random),
      ...(random.chance(0.2) && { visibility: 'PRIVATE' as const }),
      ...(random.chance(0.3) && { assignees: [random.pick(membersOf(tab))] }),
    };
    const mutation = tab.mutations.createTask(scene, tab.board, tab.userId, input);
    scene.tell(`${tab.name} creates ${scene.nameOf(mutation.entry.taskId)} in ${input.state}`);
    if (random.chance(0.3)) tab.submit(mutation);
    else tab.commit(mutation);
  },
  edit: onCard((tab, random, scene, card) => {
    scene.tell(`${tab.name} edits ${scene.nameOf(card.id)}`);
    const input: UpdateTaskInput = random.pick([
      { title: `Title ${random.below(10_000)}` },
      { priority: random.pick(['CRITICAL', 'LOW', null] as const) },
      { timeEstimateId: random.pick([0, 5, 60, 480] as const) },
      { state: someState(random) },
      { title: `Both ${random.below(10_000)}`, state: someState(random) },
    ]);
    patch(tab, scene, card, input, random.chance(0.6));
  }),
  move: onCard((tab, random, scene, card) => {
    const { board } = tab;
    if (!board) return;
    const state = random.chance(0.4) ? card.state : someState(random);
    const others = tab.column(state).filter((other) => other.id !== card.id);
    const index = random.below(others.length + 1);
    const place = { afterId: others[index - 1]?.id ?? null, beforeId: others[index]?.id ?? null };
    const mutation = tab.mutations.moveTask(scene, board, card, state, place);
    if (!mutation) return;
    scene.tell(`${tab.name} moves ${scene.nameOf(card.id)} to ${state} ${index}`);
    tab.commit(mutation, card);
  }),
  complete: onCard((tab, _random, scene, card) => {
    const mutation = tab.board && tab.mutations.completeTask(scene, tab.board, card);
    if (!mutation) return;
    scene.tell(`${tab.name} completes ${scene.nameOf(card.id)}`);
    tab.commit(mutation, card);
  }),
  remove: onCard((tab, _random, scene, card) => {
    scene.tell(`${tab.name} deletes ${scene.nameOf(card.id)}`);
    scene.deleted.push(card.id);
    tab.commit(tab.mutations.deleteTask(scene, card), card);
  }),
  describe: onCard((tab, random, scene, card) => {
    const baseRev = Math.max(0, card.rev - random.below(3));
    scene.tell(`${tab.name} describes ${scene.nameOf(card.id)} from rev ${baseRev}`);
    patch(
      tab,
      scene,
      card,
      { description: `Text ${random.below(1_000)}`, baseRev, baseProjectId: card.projectId },
      true,
    );
  }),
  assign: onCard((tab, random, scene, card) => {
    const assignees = membersOf(tab).filter(() => random.chance(0.5));
    scene.tell(`${tab.name} assigns ${assignees.length} to ${scene.nameOf(card.id)}`);
    patch(tab, scene, card, { assignees, baseRev: card.rev, baseProjectId: card.projectId }, true);
  }),
  hide: onCard((tab, _random, scene, card) => {
    const visibility = card.visibility === 'PUBLIC' ? 'PRIVATE' : 'PUBLIC';
    scene.tell(`${tab.name} makes ${scene.nameOf(card.id)} ${visibility}`);
    patch(tab, scene, card, { visibility }, true);
  }),
  restore(tab, random, scene) {
    if (scene.deleted.length === 0) return;
    const taskId = random.pick(scene.deleted);
    scene.tell(`${tab.name} restores ${scene.nameOf(taskId)}`);
    quietly(
      tab.api.post(`/tasks/${taskId}/restore`, undefined, {
        headers: { 'Idempotency-Key': tab.newKey(scene) },
      }),
    );
  },
  /** Mostly with a comment and a label of its own. */
  transfer: onCard((tab, random, scene, card) => {
    const labelId = scene.labelIds.at(-1);
    scene.tell(`${tab.name} takes ${scene.nameOf(card.id)} to the other project`);
    if (random.chance(0.6)) tab.commit(tab.comments.addComment(scene, card, tab.userId, 'Taken along'), card);
    if (labelId && random.chance(0.6)) {
      const labels = [...new Set([...card.labels, labelId])];
      patch(tab, scene, card, { labels, baseRev: card.rev, baseProjectId: card.projectId }, false);
    }
    transfer(tab, scene, card);
  }),
  /**
   * A server dies while it takes a task to the other project, mostly between the two ops; now and then nobody who would
   * ask again is left.
   */
  dyingTransfer: onCard((tab, random, scene, card) => {
    const isAskedOnce = random.chance(0.5);
    scene.tell(
      `${tab.name} takes ${scene.nameOf(card.id)} to the other project, ${isAskedOnce ? 'and goes' : 'and waits'}`,
    );
    if (isAskedOnce) scene.edit(tab.userId, card.id, { projectId: scene.otherProject(card.projectId) });
    else transfer(tab, scene, card);
    scene.crashWithin(1 + random.below(4), random.chance(0.5));
  }),
  projectMember(tab, random, scene) {
    const [projectId, userId] = [random.pick(scene.projectIds), random.pick(scene.userIds)];
    const body = { userId, roleId: random.pick(['owner', 'maintainer', 'member', 'viewer'] as const) };
    const act = random.pick(['adds', 'changes', 'removes'] as const);
    scene.tell(`${tab.name} ${act} ${scene.nameOf(userId)} as ${body.roleId} in ${scene.nameOf(projectId)}`);
    const path = `/projectUsers/${projectId}`;
    if (act === 'adds') quietly(tab.api.post(path, body));
    else if (act === 'changes') quietly(tab.api.put(path, body));
    else quietly(tab.api.delete(`${path}/${userId}`));
  },
  present(tab, random, scene) {
    const card = someCard(tab, random);
    const mode = card && random.pick(['editing', 'dragging', null] as const);
    scene.tell(`${tab.name} is ${mode ? `${mode} ${scene.nameOf(card.id)}` : 'looking'}`);
    tab.setActivity(card && mode ? { projectId: card.projectId, taskId: card.id, mode } : null);
  },
  /** Subscribes while the role of its user changes. */
  resubscribe(tab, random, scene) {
    const projectId = tab.boardId === 'personal' ? random.pick(scene.projectIds) : tab.boardId;
    const roleId = random.pick(['owner', 'maintainer', 'member', 'viewer'] as const);
    scene.tell(`${tab.name} subscribes again while ${scene.nameOf(tab.userId)} becomes ${roleId}`);
    if (tab.connection === 'live') scene.count('subscribed while the role changed');
    scene.changeRole(projectId, tab.userId, roleId);
    tab.wake();
  },
  workspaceMember(tab, random, scene) {
    const userId = random.pick(scene.userIds);
    const body = { userId, roleId: random.pick(['owner', 'maintainer', 'member'] as const) };
    const act = random.pick(['adds', 'adds', 'changes', 'removes'] as const);
    scene.tell(`${tab.name} ${act} ${scene.nameOf(userId)} as ${body.roleId} in the workspace`);
    const path = `/workspaceUsers/${scene.workspaceId}`;
    if (act === 'adds') quietly(tab.api.post(path, body));
    else if (act === 'changes') quietly(tab.api.put(path, body));
    else quietly(tab.api.delete(`${path}/${userId}`));
  },
  undo(tab, _random, scene) {
    const what = tab.undo(scene);
    if (what) scene.tell(`${tab.name} takes back what it did to ${scene.nameOf(what)}`);
  },
  /** Someone decides about a change that is listed as not saved. */
  decide(tab, random, scene) {
    const listed = tab.unsaved();
    if (listed.length === 0) return;
    const [mutationId, act] = [random.pick(listed), random.pick(['retry', 'discard', 'takeTheirs'] as const)];
    scene.tell(`${tab.name}: ${act} of what is not saved`);
    tab.decide(mutationId, act);
  },
  /** R7: the key of a write that was answered comes again with another body. */
  reuseKey(tab, random, scene) {
    const done = tab.browser.requests.answers.filter(
      ({ request, status }) =>
        status === 200 &&
        request.userId === tab.userId &&
        /^\/tasks\/[^/]+$/.test(request.path) &&
        request.method === 'PUT',
    );
    const used = done.length > 0 ? random.pick(done.slice(-8)) : null;
    const key = used?.request.headers['idempotency-key'];
    if (!used || !key) return;
    scene.tell(`${tab.name} uses a key again`);
    const body = { title: `Again ${random.below(10_000)}` };
    const again = tab.api.put(used.request.path, body, { headers: { 'Idempotency-Key': key } });
    quietly(
      again.then(() => {
        if (!scene.isRestoredSince(used.at)) scene.fail('R7', `${used.request.path} took a key twice`);
      }),
    );
  },
};
