import type { OpType } from '@livelane/shared/boards/op.schema';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';

/**
 * What changes nothing but cards, their place and their comments: a node whose commit met such an op of another one
 * continues from the board in memory. All others also change what is kept elsewhere: they are healed first.
 */
const ofCardsOnly: Record<OpType, boolean> = {
  'task.created': true,
  'task.restored': true,
  'task.patched': true,
  'task.moved': true,
  'task.deleted': true,
  'column.rebalanced': true,
  'comment.added': true,
  'comment.edited': true,
  'comment.deleted': true,
  'comment.restored': true,
  'checklist.added': true,
  'checklist.changed': true,
  'checklist.removed': true,
  'label.removed': false,
  'column.changed': false,
  'member.added': false,
  'member.roleChanged': false,
  'member.removed': false,
  'project.patched': false,
  'project.deleted': false,
};

export const changesCardsOnly = ({ type }: { type: OpType }): boolean => ofCardsOnly[type];

/** What decides who may see a task. */
export type Sight = Pick<StoredTask, 'visibility' | 'assignees' | 'createdBy'>;

/** What an op about one task carries for the server alone. */
export interface TaskEffect {
  /** Only where the task is PRIVATE before or after the op: who sees it then. */
  sight?: {
    before: Sight | null;
    after: Sight | null;
    /** The whole task after the op, for those who gain sight of it; null where nobody does. */
    task: StoredTask | null;
  };
  /** The project that a moved task came from; of one that is given back, the project that would not have it. */
  movedFrom?: string;
  /** Where it left that project: its last version there that knew the task. Absent in ops of protocol 4 and before. */
  leftAt?: number;
}

/** What the deletion of a task carries. */
interface DeletionEffect extends TaskEffect {
  /** Only where the task goes to another project (SPEC.md#conflicts). */
  moved?: {
    /** The task as it was, with what its mover changed. */
    task: StoredTask;
    /** Those who could see the destination: only they learn where it went. */
    toldTo: string[];
  };
}

/** What an op about many tasks carries: who sees the PRIVATE ones among them. */
export interface HiddenEffect {
  hidden?: Record<string, Sight>;
}

/** What the removal of a label carries: the labels that each of the tasks has then. */
interface LabelEffect extends HiddenEffect {
  labels: Record<string, string[]>;
}

/** What a member op carries: the role to store, where its patch has the effective one. */
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
  'task.deleted': DeletionEffect;
  'column.rebalanced': HiddenEffect;
  'member.added': MembershipEffect;
  'member.roleChanged': MembershipEffect & HiddenEffect;
  'member.removed': MembershipEffect & HiddenEffect;
  'comment.added': TaskEffect;
  'comment.edited': TaskEffect;
  'comment.deleted': TaskEffect;
  'comment.restored': TaskEffect;
  'label.removed': LabelEffect;
  'checklist.added': TaskEffect;
  'checklist.changed': TaskEffect;
  'checklist.removed': TaskEffect;
  'column.changed': undefined;
  'project.patched': undefined;
  'project.deleted': undefined;
}
