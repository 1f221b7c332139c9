import { canInProject } from '@livelane/shared/permissions/permissions';
import {
  type Reference,
  type ReferenceField,
  referenceFields,
  type StoredTask,
  taskFields,
} from '@livelane/shared/tasks/task.fields';
import { AppError } from '../../http/errors';
import type { AccessService } from '../members/access.service';

const refusals = { members: 'assignee_not_member' } as const satisfies Record<Reference, string>;

type References = Pick<StoredTask, ReferenceField>;
type SomeReferences = { [Name in ReferenceField]?: References[Name] | undefined };

/** What the ids in a task's fields stand for in its project: people who may be assigned there. */
export class TaskReferences {
  private readonly among: Record<Reference, (projectId: string, ids: readonly string[]) => Promise<string[]>>;

  constructor(access: AccessService) {
    this.among = {
      async members(projectId, ids) {
        const members = await access.projectMembers(projectId);
        const assignable = new Set(
          members.filter(({ roleId }) => canInProject(roleId, 'task.beAssigned')).map(({ id }) => id),
        );
        return ids.filter((id) => assignable.has(id));
      },
    };
  }

  /** The task's ids without those that mean nothing in that project. */
  async keptIn(projectId: string, task: References): Promise<References> {
    const kept: Partial<References> = {};
    for (const field of referenceFields) kept[field] = await this.part(projectId, field, task[field]);
    return kept as References;
  }

  /** @throws AppError `assignee_not_member` for a new id that means nothing in the project */
  async assertKnown(projectId: string, fields: SomeReferences, known: SomeReferences): Promise<void> {
    for (const field of referenceFields) {
      const added = fields[field]?.filter((id) => !known[field]?.includes(id)) ?? [];
      if ((await this.part(projectId, field, added)).length < added.length)
        throw new AppError(refusals[taskFields[field].refersTo]);
    }
  }

  private async part(projectId: string, field: ReferenceField, ids: readonly string[]): Promise<string[]> {
    return ids.length === 0 ? [] : this.among[taskFields[field].refersTo](projectId, ids);
  }
}
