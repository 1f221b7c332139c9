import type { OpType } from '@livelane/shared/boards/op.schema';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { Sight } from '@livelane/shared/tasks/task.visibility';

/**
 * Types of ops that change only cards, their places and comments: a node whose commit collides with such an op of
 * another one continues from the board in memory. All others also change other data: they are healed first.
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

/** Data of an op about one task for the server alone. */
export interface TaskEffect {
  /** Only if the task is PRIVATE before or after the op: who sees it then. */
  sight?: {
    before: Sight | null;
    after: Sight | null;
    /** The whole task after the op, for those who gain sight of it; null if nobody does. */
    task: StoredTask | null;
  };
  /** The project that a moved task came from; for a returned task, the project that did not take it. */
  movedFrom?: string;
  /** The last version of that project that contained the task. Absent in ops of protocol 4 and before. */
  leftAt?: number;
  /** How the task stood there: what the move changed notifies people. Absent in ops of 0.1.0. */
  former?: Pick<StoredTask, 'assignees' | 'state'>;
}

/** Data of the deletion of a task. */
interface DeletionEffect extends TaskEffect {
  /** Only if the task moves to another project (SPEC.md#conflicts). */
  moved?: {
    /** The task with its mover's changes. */
    task: StoredTask;
    /** Those who could see the destination: only they learn where it went. */
    toldTo: string[];
  };
}

/** Data of an op about many tasks: who sees the PRIVATE ones among them. */
export interface HiddenEffect {
  hidden?: Record<string, Sight>;
}

/** Data of the removal of a label: the remaining labels of each task. */
interface LabelEffect extends HiddenEffect {
  labels: Record<string, string[]>;
}

/** Data of a member op: the role to store; its patch has the effective one. */
export interface MembershipEffect {
  membership: {
    userId: string;
    roleId: ProjectRole | null;
    /** They have left the workspace, which tells of that itself. */
    hasLeftWorkspace?: true;
  };
}

/**
 * The data of each type of op beside its public part; it never leaves the server. An op type that is
 * missing here does not compile, nor does one that is committed without its effect.
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
