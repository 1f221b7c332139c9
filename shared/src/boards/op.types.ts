import { CARDS_PROTOCOL, COMMENTS_PROTOCOL, FIRST_PROTOCOL } from '../http/protocol';
import type { OpType } from './op.schema';

/**
 * The lowest protocol whose nodes can read an op of each type: the log takes none while a node lives that speaks less
 * (R22).
 */
export const opProtocol: Record<OpType, number> = {
  'task.created': FIRST_PROTOCOL,
  'task.restored': FIRST_PROTOCOL,
  'task.patched': FIRST_PROTOCOL,
  'task.moved': FIRST_PROTOCOL,
  'task.deleted': FIRST_PROTOCOL,
  'column.rebalanced': FIRST_PROTOCOL,
  'member.added': FIRST_PROTOCOL,
  'member.roleChanged': FIRST_PROTOCOL,
  'member.removed': FIRST_PROTOCOL,
  'project.patched': FIRST_PROTOCOL,
  'project.deleted': FIRST_PROTOCOL,
  'comment.added': COMMENTS_PROTOCOL,
  'comment.edited': COMMENTS_PROTOCOL,
  'comment.deleted': COMMENTS_PROTOCOL,
  'comment.restored': COMMENTS_PROTOCOL,
  'label.removed': CARDS_PROTOCOL,
  'checklist.added': CARDS_PROTOCOL,
  'checklist.changed': CARDS_PROTOCOL,
  'checklist.removed': CARDS_PROTOCOL,
  'column.changed': CARDS_PROTOCOL,
};
export const opTypes = Object.keys(opProtocol) as OpType[];

/** False for a type that only a later version writes (R21, R22). Without schemas: boards call it for every op. */
export const isOpType = (type: string): type is OpType => Object.hasOwn(opProtocol, type);
