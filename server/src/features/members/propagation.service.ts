import { effectiveProjectRole, type WorkspaceRole } from '@livelane/shared/permissions/roles';
import { Semaphore } from '@livelane/shared/semaphore';
import type { Logger } from 'pino';
import { eachByItself } from '../../database/database-away';
import { ignoreNotFound } from '../../http/errors';
import type { ProjectStore, ProjectWithEntry } from '../projects/project.store';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import type { PendingMember } from '../workspaces/workspace.types';
import type { NoticesService } from './notices.service';
import type { RosterService } from './roster.service';
import type { LeftOver } from './sweep.service';

/** Most projects that get their op before the change is answered; if there are more, all of them follow. */
export const PROJECTS_BEFORE_ANSWER = 50;
/** Projects that get their ops in parallel, few enough to leave time for users' requests. */
const AT_ONCE = 4;
/** How often the number of projects that have followed is stored. */
const PROGRESS_EVERY_MS = 1_000;

interface Dependencies {
  roster: RosterService;
  projects: ProjectStore;
  workspaces: WorkspaceStore;
  notices: NoticesService;
  /** Called with a change before it is removed from the list, and again if its process dies in between. */
  onCarried: (workspaceId: string, entry: PendingMember) => Promise<void>;
  log: Logger;
}

/** Called with the number of projects that have followed. */
type OnProgress = (done: number, total: number) => Promise<void>;

/**
 * Carries changed workspace roles into the projects (R1, SPEC.md#rights): one op in each project where
 * the change makes a difference. The list of pending changes is in the workspace document,
 * written together with the change itself, so none is lost when a process dies.
 */
export class PropagationService {
  /** Work that goes on after its answer, by the id of the entry. */
  private readonly following = new Map<string, Promise<void>>();
  private isStopping = false;

  constructor(private readonly deps: Dependencies) {}

  /**
   * Carries out one entry of the list and removes it. Harmless to repeat.
   * With very many projects it resolves before they have followed: rights do not wait for the ops.
   */
  async carry(workspaceId: string, entry: PendingMember): Promise<void> {
    const projects = await this.outOfStep(workspaceId, entry.userId);
    if (projects.length <= PROJECTS_BEFORE_ANSWER) {
      await this.finish(workspaceId, entry, projects);
      return;
    }
    if (this.isStopping || this.following.has(entry.id)) return;
    await this.deps.workspaces.noteProgress(workspaceId, entry.id, progress(0, projects.length));
    const following = this.finish(workspaceId, entry, projects)
      .catch((error: unknown) => {
        if (this.isStopping) return;
        const about = { err: error, workspaceId, pendingId: entry.id };
        this.deps.log.warn(about, 'workspace change left for later');
      })
      .finally(() => this.following.delete(entry.id));
    this.following.set(entry.id, following);
  }

  /** Ends with the projects that are being brought in step; the others wait for the next process. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.following.values());
  }

  private async finish(
    workspaceId: string,
    entry: PendingMember,
    projects: readonly ProjectWithEntry[],
  ): Promise<void> {
    let notedAt = Date.now();
    await this.bring(workspaceId, entry, projects, async (done, total) => {
      const now = Date.now();
      if (now - notedAt < PROGRESS_EVERY_MS) return;
      notedAt = now;
      await this.deps.workspaces.noteProgress(workspaceId, entry.id, progress(done, total));
    });
    await this.deps.onCarried(workspaceId, entry);
    await this.deps.workspaces.settle(workspaceId, entry.id);
  }

  /** Brings a user's entry in every project of the workspace in line with their roles now. */
  async bringInStep(workspaceId: string, userId: string, actorId: string): Promise<void> {
    await this.bring(workspaceId, { userId, actorId }, await this.outOfStep(workspaceId, userId));
  }

  private async bring(
    workspaceId: string,
    { userId, actorId }: Pick<PendingMember, 'userId' | 'actorId'>,
    projects: readonly ProjectWithEntry[],
    onProgress: OnProgress = async () => undefined,
  ): Promise<void> {
    const semaphore = new Semaphore(AT_ONCE);
    // An op of an earlier change may land after a later change's check: whoever writes one checks again.
    for (let left = projects, written = 1; left.length > 0 && written > 0; ) {
      const total = left.length;
      let done = 0;
      written = 0;
      const one = async ({ id }: ProjectWithEntry): Promise<void> => {
        if (this.isStopping) throw new Error('this process ends');
        const op = await this.deps.roster.reconcile(id, userId, actorId);
        if (op) await this.deps.notices.projectMembership(op);
        written += op ? 1 : 0;
        await onProgress(++done, total);
      };
      await allOf(left.map((project) => semaphore.run(() => one(project))));
      left = await this.outOfStep(workspaceId, userId);
    }
  }

  private async outOfStep(workspaceId: string, userId: string): Promise<ProjectWithEntry[]> {
    const workspaceRole = (await this.deps.workspaces.ofMember(workspaceId, userId))?.role ?? null;
    const projects = await this.deps.projects.allForUser([workspaceId], userId);
    return projects.filter((project) => !isInStep(project, workspaceRole));
  }

  /**
   * Carries a user's new name to the boards and lists that show it. Harmless to repeat for the same change of the name.
   * @param isFirst the lists are told to be read again
   * @throws the first failure, when all has been tried
   */
  async carryName(userId: string, renamingId: string, isFirst: boolean): Promise<void> {
    const workspaces = await this.deps.workspaces.allOfUser(userId);
    const ids = workspaces.map(({ id }) => id);
    if (isFirst) for (const id of ids) await this.deps.notices.workspaceMemberRenamed(id);
    const projects = await this.deps.projects.allForUser(ids, userId);
    await eachByItself(projects, async ({ id, entry }) => {
      if (entry) await this.deps.roster.announceName(id, userId, renamingId).catch(ignoreNotFound);
    });
  }

  /**
   * Entries from before `before`: their process died, or the database was away. Entries with progress since then are
   * left to their process.
   */
  async leftOver(before: Date): Promise<LeftOver[]> {
    const found = await this.deps.workspaces.withPendingSince(before);
    return found.flatMap(({ _id: workspaceId, pending }) =>
      pending
        .filter(({ progress }) => !progress || progress.at < before)
        .map((entry) => ({
          about: { workspaceId, pendingId: entry.id },
          finish: () => this.carry(workspaceId, entry),
        })),
    );
  }

  /**
   * Finishes the entries of one person in every project, however many there are, before it resolves.
   * @throws the first failure, when all has been tried
   */
  async finishAllOf(userId: string, before: Date): Promise<void> {
    const found = await this.deps.workspaces.withPendingSince(before);
    const theirs = found.flatMap(({ _id, pending }) =>
      pending.filter((entry) => entry.userId === userId).map((entry) => ({ workspaceId: _id, entry })),
    );
    await eachByItself(theirs, async ({ workspaceId, entry }) => {
      await this.following.get(entry.id);
      await this.finish(workspaceId, entry, await this.outOfStep(workspaceId, userId));
    });
  }
}

function progress(done: number, total: number): NonNullable<PendingMember['progress']> {
  return { done, total, at: new Date() };
}

/** Waits for all of them, and only then rejects with the first failure. */
async function allOf(works: ReadonlyArray<Promise<void>>): Promise<void> {
  for (const result of await Promise.allSettled(works)) if (result.status === 'rejected') throw result.reason;
}

function isInStep({ entry }: ProjectWithEntry, workspaceRole: WorkspaceRole | null): boolean {
  if (!workspaceRole) return entry === null;
  return (entry?.roleId ?? null) === effectiveProjectRole(entry?.ownRoleId ?? null, workspaceRole);
}
