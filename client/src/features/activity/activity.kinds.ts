import type { OpType } from '@livelane/shared/boards/op.schema';
import type { CatalogueKey } from '#i18n/en-GB';

/** R28: the op types of the activity, which are all but housekeeping. */
export type ShownType = Exclude<OpType, 'column.rebalanced'>;

/** Kinds of change that the activity can be narrowed to, each with its name. */
export const activityKinds = {
  created: 'activity_kind_created',
  moved: 'activity_kind_moved',
  changed: 'activity_kind_changed',
  deleted: 'activity_kind_deleted',
  comments: 'comment_title',
  members: 'activity_kind_members',
} as const satisfies Record<string, CatalogueKey>;

export type ActivityKind = keyof typeof activityKinds;

const kindOf: Record<ShownType, ActivityKind> = {
  'task.created': 'created',
  'task.restored': 'created',
  'task.moved': 'moved',
  'task.patched': 'changed',
  'project.patched': 'changed',
  'label.removed': 'changed',
  'checklist.added': 'changed',
  'checklist.changed': 'changed',
  'checklist.removed': 'changed',
  'column.changed': 'changed',
  'task.deleted': 'deleted',
  'project.deleted': 'deleted',
  'comment.added': 'comments',
  'comment.edited': 'comments',
  'comment.deleted': 'comments',
  'comment.restored': 'comments',
  'member.added': 'members',
  'member.roleChanged': 'members',
  'member.removed': 'members',
};
const shownTypes = Object.keys(kindOf) as ShownType[];

/** The op types of one kind. */
export function typesOfKind(kind: ActivityKind): ShownType[] {
  return shownTypes.filter((type) => kindOf[type] === kind);
}
