import { canInProject } from '@livelane/shared/permissions/permissions';
import type { PresenceRequest, PresentUser } from '@livelane/shared/realtime/messages.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import type { BoardState, ProjectBoardState } from '../../client/src/board-sync/board.types';
import type { BoardMutation, Clock } from '../../client/src/board-sync/mutations';
import type { Browser } from '../client/browser';
import type { History } from './history';
import type { Made } from './requests';
import { type Settled, TabWatcher } from './tab.watcher';

/** One tab: the real client, driven from here, and watched at every change of its store. */
export class Tab {
  private readonly watcher: TabWatcher;
  /** Titles of the user's changes that are listed as not saved, by mutation. */
  readonly setAside = new Set<string>();
  private readonly page;
  private readonly session;
  private leave: () => void = () => undefined;
  /** So many have been saved. */
  private dialogs = 0;
  isOpen = true;
  /** Milliseconds since 1970. */
  closedAt = 0;
  isOnBoard = false;
  isVisible = true;
  /** Its user's activity on a card, as sent to the others. */
  activity: PresenceRequest | null = null;

  constructor(
    readonly name: string,
    readonly browser: Browser,
    /** `personal`, or a project's id. */
    readonly boardId: string,
    private readonly history: History,
  ) {
    this.page = browser.open();
    this.session = this.page.code.openTab(browser.session, {
      onSetAside: (change) => {
        this.setAside.add(change.mutation.entry.mutationId);
        history.tell(`${name}: not saved (${change.reason}): ${change.message}`);
      },
      onPartlyRefused: ({ entry }) => history.tell(`${name}: partly refused: ${entry.mutationId}`),
      onNotStored: () => history.fail('I12', `${name}: the queue could not be stored`),
      onRevoked: (_scope, id) => this.revoked(id),
      onStale: () => undefined,
      onConnected: () => undefined,
      onUnread: () => undefined,
      onSignedOut: () => history.fail('session', `${name}: the session has ended`),
    });
    this.watcher = new TabWatcher(name, history, this.page.code.buildView);
    this.session.store.subscribe(() => this.watcher.watch(this.sync));
    this.show();
  }

  get settled(): readonly Settled[] {
    return this.watcher.settled;
  }

  get userId(): string {
    return this.browser.userId;
  }

  get sync() {
    return this.session.store.getState().board;
  }

  get api() {
    return this.page.code.api;
  }

  get mutations() {
    return this.page.code.mutations;
  }

  get comments() {
    return this.page.code.comments;
  }

  get live() {
    return this.session.live;
  }

  /** The board on the screen; undefined until it has come. */
  get board(): BoardState | undefined {
    return this.sync.boards[this.boardId];
  }

  projectBoard(): ProjectBoardState | undefined {
    const { board } = this;
    return board?.kind === 'project' ? board : undefined;
  }

  get connection(): 'live' | 'polling' | 'offline' {
    return this.session.store.getState().realtime.connection;
  }

  /** The cards on the screen, column by column. */
  cards(): StoredTask[] {
    const { board } = this;
    if (!board) return [];
    return taskStates.flatMap((state) => this.column(state));
  }

  column(state: TaskState): StoredTask[] {
    const column = this.board?.view[state];
    return column?.ids.flatMap((id) => column.cards[id] ?? []) ?? [];
  }

  /** Runs whenever the held board has changed. */
  watchBoard(run: () => void): void {
    this.session.store.subscribe(run);
  }

  setActivity(activity: PresenceRequest | null): void {
    this.activity = activity;
    this.live.setActivity(activity);
  }

  /** The others on a project's board, as its header and its cards on the personal board show them. */
  present(projectId: string): readonly PresentUser[] {
    return this.session.store.getState().realtime.presence[projectId]?.users ?? [];
  }

  /** Makes a change as a drop does: painted, and left to the queue. @param before the card, where it can be taken back */
  commit(mutation: BoardMutation, before?: StoredTask): void {
    this.note(mutation, true, before);
    this.live.changes.outbox.add(mutation);
  }

  /**
   * Makes a change as a dialog does that waits for the answer. Refusals are part of the game. Every other dialog is
   * closed at once.
   */
  submit(mutation: BoardMutation, before?: StoredTask): void {
    const made = this.note(mutation, false, before);
    const closing = new AbortController();
    const saved = this.page.code.saveFromDialog(this.live.changes.outbox, mutation, closing.signal);
    if (this.dialogs++ % 2 === 0) {
      closing.abort();
      made.isQueued = true;
    }
    saved.then(
      () => {
        made.isQueued = true;
      },
      () => this.live.changes.undoable.forget(mutation.entry.mutationId),
    );
  }

  /** Undoes this tab's last change, unless someone else has changed the same since. @returns the task's id */
  undo(clock: Clock): string | null {
    const { board, live } = this;
    const { reverts } = this.page.code;
    const last = live.changes.undoable.last(this.boardId);
    if (!board || !last) return null;
    const { id, projectId } = last.before;
    live.changes.undoable.forget(last.mutation.entry.mutationId);
    const now = this.cards().find((card) => card.id === id);
    if (last.mutation.pending.change.kind !== 'delete' && reverts.isOverwritten(last, now)) return null;
    const role = board.kind === 'project' ? board.role : board.projects[projectId]?.role;
    const situation = {
      clock,
      board,
      now,
      userId: this.userId,
      canRestore: canInProject(role ?? null, 'task.restoreOwn'),
      isPending: this.sync.pending.some(({ taskId }) => taskId === id),
    };
    for (const mutation of reverts.revert(last, situation)) this.commit(mutation);
    return id;
  }

  /** Decides about a change that is listed as not saved. */
  decide(mutationId: string, act: 'retry' | 'discard' | 'takeTheirs'): void {
    const { decided, made } = this.browser.requests;
    decided.add(mutationId);
    // A decision about one move of a card settles the others.
    const taskId = made.get(mutationId)?.mutation.entry.taskId;
    for (const each of made.values())
      if (
        each.mutation.entry.taskId === taskId &&
        each.userId === this.userId &&
        each !== made.get(mutationId)
      )
        decided.add(each.mutation.entry.mutationId);
    const { outbox } = this.live.changes;
    const { withMine, withTheirs } = this.page.code.choices;
    const change = this.listed().find(({ mutation }) => mutation.entry.mutationId === mutationId);
    const rest = change && act === 'takeTheirs' && withTheirs(change.mutation);
    if (act === 'retry')
      outbox.retry(mutationId, change?.conflict && withMine(change.mutation, change.conflict));
    else if (rest) outbox.retry(mutationId, rest);
    else outbox.discard(mutationId);
  }

  /** The changes listed as not saved. */
  unsaved(): string[] {
    return this.listed().map(({ mutation }) => mutation.entry.mutationId);
  }

  private listed() {
    return this.session.store.getState().realtime.unsaved;
  }

  private note(mutation: BoardMutation, isQueued: boolean, before: StoredTask | undefined): Made {
    const { board, boardId } = this;
    if (board && before)
      this.live.changes.undoable.add({
        boardId,
        mutation,
        before,
        place: this.page.code.undo.placeOf(board, before),
      });
    const made = { mutation, tab: this.name, userId: this.userId, at: this.browser.world.now(), isQueued };
    this.browser.requests.made.set(mutation.entry.mutationId, made);
    return made;
  }

  /** A key for a write that does not go through the queue. */
  newKey({ newId }: { newId(): string }): string {
    const key = newId();
    this.browser.requests.otherKeys.add(key);
    return key;
  }

  /** Opens the board's page, as after a link to it. */
  show(): void {
    if (this.isOnBoard) return;
    this.isOnBoard = true;
    const onError = (error: unknown) => this.history.tell(`${this.name}: ${String(error)}`);
    this.leave =
      this.boardId === 'personal'
        ? this.session.followPersonal(onError)
        : this.live.follow(this.boardId, onError);
  }

  wake(): void {
    this.page.wake();
  }

  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    this.page.show(isVisible);
  }

  /** Closes the tab; unsent changes stay in its browser. */
  close(): void {
    this.isOpen = false;
    this.closedAt = this.browser.world.now();
    this.page.kill();
  }

  /** Signs out: the page stays, but its live side must end. */
  signOut(): void {
    this.isOnBoard = false;
    this.leave();
    this.live.stop();
  }

  /** Timers and listeners that the page's code has under way. */
  underWay(): number {
    return this.page.underWay();
  }

  /** Leaves the page when access to its board is revoked, like `useRealtime`. */
  private revoked(id: string): void {
    if (id !== this.boardId) return;
    this.history.tell(`${this.name}: access revoked`);
    this.leave();
    this.isOnBoard = false;
  }
}
