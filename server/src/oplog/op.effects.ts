import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';

/** What decides who may see a task. */
export type Sight = Pick<StoredTask, 'visibility' | 'assignees' | 'createdBy'>;

/** What an op about one task carries for the server alone. */
export interface TaskEffect {
  /** Only where the task is PRIVATE before or after the op: who sees it then. */
  sight?: {
    before: Sight | null;
    after: Sight | null;
    /** The whole task after the op, for those who gain sight of it. */
    task: StoredTask | null;
  };
  /** The project that the task came from: its copy there is still to be deleted. */
  movedFrom?: string;
}

/** What an op about many tasks carries: who sees the PRIVATE ones among them. */
export interface HiddenEffect {
  hidden?: Record<string, Sight>;
}

/** What a member op carries: the role to store, where its patch tells the effective one. */
export interface MembershipEffect {
  membership: { userId: string; roleId: ProjectRole | null };
}

/**
 * What an op of each type carries beside its public part; it never leaves the server. An op type that is
 * missing here does not compile, and neither does one that is committed without its effect.
 */
export interface OpEffects {
  'task.created': TaskEffect;
  'task.restored': TaskEffect;
  'task.patched': TaskEffect;
  'task.moved': TaskEffect;
  'task.deleted': TaskEffect;
  'column.rebalanced': HiddenEffect;
  'member.added': MembershipEffect;
  'member.roleChanged': MembershipEffect;
  'member.removed': MembershipEffect & HiddenEffect;
  'project.patched': undefined;
  'project.deleted': undefined;
}
