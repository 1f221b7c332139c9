import { type QueryFilter, trusted } from 'mongoose';
import type { ChangesOf } from '../../database/connect';
import { liveCache } from '../../database/live.cache';
import type { VersionCache } from '../../database/version.cache';
import { byName } from '../members/by-name';
import type { ProjectModel } from './project.model';
import type { ProjectDocument, RosterEntry } from './project.types';

export interface ProjectHead {
  id: string;
  workspaceId: string;
  name: string;
  description: string;
}

/** A project and its roster by user, as of version `rev`. */
export interface ProjectRoster extends ProjectHead {
  rev: number;
  entries: ReadonlyMap<string, RosterEntry>;
}

/** A project with the roster entry of one user, if they have one. */
export interface ProjectWithEntry extends ProjectHead {
  entry: RosterEntry | null;
}

const HEAD_FIELDS = { workspaceId: 1, name: 1, description: 1 } as const;

/** Reads and writes of the projects collection; no rights are checked here. */
export class ProjectStore {
  private readonly rosters: VersionCache<ProjectRoster>;

  constructor(
    private readonly model: ProjectModel,
    changesOf: ChangesOf,
  ) {
    this.rosters = liveCache<ProjectRoster>(model.collection, changesOf, {
      // The same for both: its `rev` is the version of an op that no fail-over undoes (R2).
      load: async (id) => {
        const found = await this.find(id);
        return found && toRoster(found);
      },
      weigh: ({ entries }) => entries.size + 1,
    });
  }

  get collectionName(): string {
    return this.model.collection.name;
  }

  async insert(project: ProjectDocument): Promise<void> {
    await this.model.insertOne(project);
  }

  /** A project that is not deleted, with its whole roster. */
  async find(projectId: string): Promise<ProjectDocument | null> {
    return this.model.findOne({ _id: projectId, deletedAt: null }).lean();
  }

  /** A project that is not deleted, with its roster; cached while unchanged. */
  roster(projectId: string): Promise<ProjectRoster | null> {
    return this.rosters.current(projectId);
  }

  /** The roster as last read, which may be long ago: a hint. */
  lastRoster(projectId: string): ProjectRoster | undefined {
    return this.rosters.last(projectId);
  }

  /** A project that is not deleted, with one user's roster entry. */
  async withEntry(projectId: string, userId: string): Promise<ProjectWithEntry | null> {
    const found = await this.model
      .findOne({ _id: projectId, deletedAt: null }, { ...HEAD_FIELDS, members: { $elemMatch: { userId } } })
      .lean();
    return found && { ...toHead(found), entry: found.members?.[0] ?? null };
  }

  /** The projects among these that are not deleted, each with the user's roster entry. */
  async withEntries(projectIds: readonly string[], userId: string): Promise<ProjectWithEntry[]> {
    return this.allWithEntry({ _id: trusted({ $in: [...projectIds] }) }, userId);
  }

  /** The projects of these workspaces, by name, each with the user's roster entry. */
  async allForUser(workspaceIds: readonly string[], userId: string): Promise<ProjectWithEntry[]> {
    const found = await this.allWithEntry({ workspaceId: trusted({ $in: [...workspaceIds] }) }, userId);
    return found.sort(byName);
  }

  private async allWithEntry(
    filter: QueryFilter<ProjectDocument>,
    userId: string,
  ): Promise<ProjectWithEntry[]> {
    const found = await this.model
      .find({ ...filter, deletedAt: null }, { ...HEAD_FIELDS, members: { $elemMatch: { userId } } })
      .lean();
    return found.map((project) => ({ ...toHead(project), entry: project.members?.[0] ?? null }));
  }

  /** Ids of a workspace's projects that are not deleted. */
  async idsInWorkspace(workspaceId: string): Promise<string[]> {
    const found = await this.model.find({ workspaceId, deletedAt: null }, { _id: 1 }).lean();
    return found.map((project) => project._id);
  }

  /**
   * Applies an op to its project's document, once: does nothing if the document has that version or a
   * later one (R3, R4).
   */
  async applyAt(
    projectId: string,
    v: number,
    change: (project: ProjectDocument) => Partial<ProjectDocument>,
  ): Promise<void> {
    for (;;) {
      const project = await this.model.findOne({ _id: projectId }).lean();
      if (!project || project.rev >= v) return;
      // Bypasses Mongoose: a list may have thousands of members.
      const result = await this.model.collection.updateOne(
        { _id: projectId as never, rev: project.rev },
        { $set: { ...change(project), rev: v } },
        { ignoreUndefined: true },
      );
      if (result.matchedCount === 1) return;
    }
  }

  async idsDeletedBefore(before: Date): Promise<string[]> {
    const found = await this.model.find({ deletedAt: trusted({ $lt: before }) }, { _id: 1 }).lean();
    return found.map((project) => project._id);
  }

  async remove(projectId: string): Promise<void> {
    await this.model.deleteOne({ _id: projectId, deletedAt: trusted({ $ne: null }) });
  }
}

function toRoster(project: ProjectDocument): ProjectRoster {
  const entries = new Map(project.members.map((entry) => [entry.userId, entry]));
  return { ...toHead(project), rev: project.rev, entries };
}

function toHead(project: Pick<ProjectDocument, '_id' | keyof typeof HEAD_FIELDS>): ProjectHead {
  const { _id: id, workspaceId, name, description } = project;
  return { id, workspaceId, name, description };
}
