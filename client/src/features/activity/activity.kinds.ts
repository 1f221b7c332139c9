import type { OpType } from '@livelane/shared/boards/op.schema';
import type { CatalogueKey } from '#i18n/en-GB';

/** Kinds of change that the activity can be narrowed to. */
export const activityKinds = {
  created: { label: 'activity_kind_created', types: ['task.created', 'task.restored'] },
  moved: { label: 'activity_kind_moved', types: ['task.moved'] },
  changed: {
    label: 'activity_kind_changed',
    types: [
      'task.patched',
      'project.patched',
      'label.removed',
      'checklist.added',
      'checklist.changed',
      'checklist.removed',
      'column.changed',
    ],
  },
  deleted: { label: 'activity_kind_deleted', types: ['task.deleted', 'project.deleted'] },
  comments: {
    label: 'comment_title',
    types: ['comment.added', 'comment.edited', 'comment.deleted', 'comment.restored'],
  },
  members: {
    label: 'activity_kind_members',
    types: ['member.added', 'member.roleChanged', 'member.removed'],
  },
} as const satisfies Record<string, { label: CatalogueKey; types: readonly OpType[] }>;

export type ActivityKind = keyof typeof activityKinds;
