import type { OpType } from './op.schema';

const knownTypes: Record<OpType, true> = {
  'task.created': true,
  'task.restored': true,
  'task.patched': true,
  'task.moved': true,
  'task.deleted': true,
  'column.rebalanced': true,
  'member.added': true,
  'member.roleChanged': true,
  'member.removed': true,
  'project.patched': true,
  'project.deleted': true,
  'comment.added': true,
  'comment.edited': true,
  'comment.deleted': true,
  'comment.restored': true,
  'label.removed': true,
  'checklist.added': true,
  'checklist.changed': true,
  'checklist.removed': true,
  'column.changed': true,
};
export const opTypes = Object.keys(knownTypes) as OpType[];

/** False for a type that only a later version writes (R21, R22). Without schemas: boards call it for every op. */
export const isOpType = (type: string): type is OpType => Object.hasOwn(knownTypes, type);
