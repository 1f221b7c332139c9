import { isDeepStrictEqual } from 'node:util';
import {
  SEARCH_LIMIT,
  type SearchAnswer,
  type SearchItem,
  type SearchQuery,
} from '@livelane/shared/search/search.schema';
import { isDatabaseAway } from '../../database/database-away';
import { AppError, isNotFound } from '../../http/errors';
import type { Oplog } from '../../oplog/oplog';
import type { LabelReferences } from '../labels/label.references';
import type { AccessService, VisibleProject } from '../members/access.service';
import { canSee } from '../tasks/task.visibility';
import type { ProjectIndex } from './project.index';
import { IndexTooLarge, type ProjectIndexes } from './project.indexes';
import { textsOf } from './search.fields';
import { matchesOf } from './search.matches';
import { BestPlaces, type Place, searchCursor } from './search.order';
import { pauses } from './search.pauses';
import { type Found, findIn, isLookedUp, type Question, questionOf, readAhead } from './search.question';

/** How long a search waits for indexes that are being built; the build continues. */
const WAIT_MS = 10_000;
const RETRY_SECONDS = 2;
/** What was seen longer ago is looked at again before the answer: the sight of it may have ended meanwhile. */
const OLD_SIGHT_MS = 500;

interface Dependencies {
  access: AccessService;
  oplog: Oplog;
  indexes: ProjectIndexes;
  labels: Pick<LabelReferences, 'resolved'>;
  waitMs?: number;
}

/** Search over all tasks that a person sees (SPEC.md#search). */
export class SearchService {
  constructor(private readonly deps: Dependencies) {}

  /** @throws AppError `invalid_input` for a made-up `before`, `unavailable` while the index is not complete */
  async search(userId: string, query: SearchQuery): Promise<SearchAnswer> {
    const { limit = SEARCH_LIMIT, before } = query;
    const after = before === undefined ? null : searchCursor.placeOf(before);
    // Links keep the ids of labels that have been merged since.
    const label = query.label && (await this.deps.labels.resolved(query.label));
    const question = questionOf(query, label);
    if (question.wanted.length === 0) return { items: [], next: null };
    const giveUpAt = performance.now() + (this.deps.waitMs ?? WAIT_MS);
    const best = await this.find(userId, query, question, after, giveUpAt);
    const found = withoutDoubles(best.items);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const items: SearchItem[] = [];
    const pause = pauses();
    for (const each of shown) items.push(await itemOf(each, question, pause));
    return {
      items,
      next: last && best.items.length > limit ? searchCursor.textOf(last) : null,
    };
  }

  private async find(
    userId: string,
    query: SearchQuery,
    question: Question,
    after: Place | null,
    giveUpAt: number,
  ): Promise<BestPlaces<Found>> {
    const { limit = SEARCH_LIMIT, projectId, workspaceId } = query;
    const began = performance.now();
    const projects = (await this.visibleProjects(userId)).filter(
      (project) =>
        (projectId?.includes(project.id) ?? true) && (workspaceId?.includes(project.workspaceId) ?? true),
    );
    // One more than is shown, to find out whether there is a next page.
    const best = new BestPlaces<Found>(limit + 1, after);
    const pause = pauses();
    const pauseInTime = async () => {
      await pause();
      // Nobody waits for the rest.
      if (performance.now() > giveUpAt) throw notComplete();
    };
    const searchIn = async (project: VisibleProject) => {
      const index = await this.readable(project.id, projectId);
      if (!index) return;
      let hasAll: boolean;
      do hasAll = await question.reading.run(() => readAhead(index, question, pauseInTime));
      while (!isLookedUp(index, question));
      if (hasAll) findIn(index, userId, project, question, best);
    };
    const work = projects.map(async (project) => {
      try {
        await searchIn(project);
      } catch (error) {
        if (error instanceof AppError || isDatabaseAway(error)) throw error;
        // A damaged index is rebuilt; if that does not help, the request fails.
        this.deps.indexes.forgetDamaged(project.id);
        await searchIn(project);
      }
    });
    await inTime(Promise.all(work), giveUpAt - began);
    if (performance.now() - began < OLD_SIGHT_MS) return best;
    const seesStill = this.seesStill(userId, projects, best.items);
    await inTime(seesStill, giveUpAt - performance.now());
    return (await seesStill) ? best : this.find(userId, query, question, after, giveUpAt);
  }

  /** Whether the user has the same role in each project as before, and sees the same texts of all that was found. */
  private async seesStill(
    userId: string,
    projects: readonly VisibleProject[],
    found: readonly Found[],
  ): Promise<boolean> {
    const searched = [...new Set(found.map(({ project }) => project.id))];
    const read = searched.map(async (id) => [id, await this.readable(id)] as const);
    const indexes = new Map(await Promise.all(read));
    const roles = new Map((await this.visibleProjects(userId)).map(({ id, role }) => [id, role]));
    return (
      projects.every(({ id, role }) => roles.get(id) === role) &&
      found.every(({ taskId, project, document }) => {
        const present = indexes.get(project.id)?.get(taskId);
        if (!present || !canSee({ userId, role: project.role }, present.task)) return false;
        return isDeepStrictEqual(textsOf(present), textsOf(document));
      })
    );
  }

  private async visibleProjects(userId: string): Promise<readonly VisibleProject[]> {
    const { access, oplog } = this.deps;
    await oplog.rowsCaughtUp([]);
    return access.visibleProjects(userId);
  }

  /**
   * Undefined for a project that is gone meanwhile, cannot be read here (R22), or is too large (R32): none of these
   * stops the others.
   * @throws IndexTooLarge for one that the query names
   */
  private async readable(
    projectId: string,
    named: readonly string[] = [],
  ): Promise<ProjectIndex | undefined> {
    const { indexes, oplog } = this.deps;
    try {
      return await indexes.current(projectId);
    } catch (error) {
      if (error instanceof IndexTooLarge) {
        if (named.includes(projectId)) throw error;
      } else if (!isNotFound(error)) oplog.reportUnreadable(projectId, error);
      return undefined;
    }
  }
}

/** @throws AppError `unavailable` when it takes longer; the work continues */
async function inTime(work: Promise<unknown>, ms: number): Promise<void> {
  // Nobody awaits it after the timeout.
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // Node 24 and newer warn of a negative time.
    timer = setTimeout(() => reject(notComplete()), Math.max(0, ms));
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const notComplete = () => new AppError('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS });

/** A task on its way to another project may be found in both for a moment: where it goes counts, which is newer. */
function withoutDoubles(found: readonly Found[]): Found[] {
  const latest = new Map<string, Found>();
  for (const each of found) {
    const known = latest.get(each.taskId);
    if (!known || known.updatedAt < each.updatedAt) latest.set(each.taskId, each);
  }
  return found.filter((each) => latest.get(each.taskId) === each);
}

async function itemOf(
  { project, document }: Found,
  { wanted, fields, isIdSought }: Question,
  pause: () => Promise<void>,
): Promise<SearchItem> {
  const { task } = document;
  return {
    taskId: task.id,
    projectId: project.id,
    projectName: project.name,
    workspaceId: project.workspaceId,
    title: task.title,
    state: task.state,
    priority: task.priority,
    dueDate: task.dueDate,
    assignees: task.assignees,
    labels: task.labels,
    updatedAt: task.updatedAt,
    matches: await matchesOf(document, wanted, fields, isIdSought, pause),
  };
}
