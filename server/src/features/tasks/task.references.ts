import { canInProject } from '@livelane/shared/permissions/permissions';
import {
  type Reference,
  type ReferenceField,
  referenceFields,
  type StoredTask,
  taskFields,
} from '@livelane/shared/tasks/task.fields';
import { AppError } from '../../http/errors';
import type { LabelReferences } from '../labels/label.references';
import type { AccessService } from '../members/access.service';
import type { ProjectStore } from '../projects/project.store';

type References = Pick<StoredTask, ReferenceField>;
type SomeReferences = { [Name in ReferenceField]?: References[Name] | undefined };

interface ReferenceRules {
  /** The error code for ids that `among` does not return. */
  refusal: 'assignee_not_member' | 'label_not_in_workspace';
  /** The ids' present meaning. */
  resolved(ids: readonly string[]): Promise<string[]>;
  /** The ids that are valid in the project. */
  among(projectId: string, ids: readonly string[]): Promise<string[]>;
  /** The ids that remain in a project where their task arrives or is restored. */
  carriedTo(projectId: string, ids: readonly string[]): Promise<string[]>;
}

interface Dependencies {
  access: AccessService;
  projects: ProjectStore;
  labels: LabelReferences;
}

/** Resolves the ids in a task's fields in its project: people who may be assigned there, labels of its workspace. */
export class TaskReferences {
  private readonly rules: Record<Reference, ReferenceRules>;

  constructor({ access, projects, labels }: Dependencies) {
    const assignable = async (projectId: string, ids: readonly string[]) => {
      const members = await access.projectMembers(projectId);
      const may = new Set(
        members.filter(({ roleId }) => canInProject(roleId, 'task.beAssigned')).map(({ id }) => id),
      );
      return ids.filter((id) => may.has(id));
    };
    const workspaceOf = async (projectId: string) => (await projects.roster(projectId))?.workspaceId ?? '';
    this.rules = {
      members: {
        refusal: 'assignee_not_member',
        resolved: async (ids) => [...ids],
        among: assignable,
        carriedTo: assignable,
      },
      labels: {
        refusal: 'label_not_in_workspace',
        resolved: (ids) => labels.resolved(ids),
        among: async (projectId, ids) => labels.among(await workspaceOf(projectId), ids),
        carriedTo: async (projectId, ids) => labels.carriedTo(await workspaceOf(projectId), ids),
      },
    };
  }

  /** The ids of a task that remain in a project where it arrives or is restored. */
  async keptIn(projectId: string, task: References): Promise<References> {
    const kept: Partial<References> = {};
    for (const field of referenceFields)
      kept[field] = await this.of(field, task[field], (rules) => rules.carriedTo(projectId, task[field]));
    return kept as References;
  }

  /** The fields with resolved ids. */
  async resolved<Fields extends SomeReferences>(fields: Fields): Promise<Fields> {
    const resolved: SomeReferences = {};
    for (const field of referenceFields) {
      const ids = fields[field];
      if (ids) resolved[field] = await this.resolvedIds(field, ids);
    }
    return { ...fields, ...resolved };
  }

  resolvedIds(field: ReferenceField, ids: readonly string[]): Promise<string[]> {
    return this.of(field, ids, (rules) => rules.resolved(ids));
  }

  /** @throws AppError `assignee_not_member`, `label_not_in_workspace` for a new id that is invalid in the project */
  async assertKnown(projectId: string, fields: SomeReferences, known: SomeReferences): Promise<void> {
    for (const field of referenceFields) {
      const added = fields[field]?.filter((id) => !known[field]?.includes(id)) ?? [];
      const among = await this.of(field, added, (rules) => rules.among(projectId, added));
      if (among.length < added.length) throw new AppError(this.rulesOf(field).refusal);
    }
  }

  /** Without ids no query is made. */
  private async of(
    field: ReferenceField,
    ids: readonly string[],
    ask: (rules: ReferenceRules) => Promise<string[]>,
  ): Promise<string[]> {
    return ids.length === 0 ? [] : ask(this.rulesOf(field));
  }

  private rulesOf(field: ReferenceField): ReferenceRules {
    return this.rules[taskFields[field].refersTo];
  }
}
