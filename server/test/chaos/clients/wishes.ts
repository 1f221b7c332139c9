import { randomUUID } from 'node:crypto';
import { taskPriorities, taskStates } from '@livelane/shared/tasks/task.values';
import type { Random } from '../../../../test-kit/random';
import type { TaskSeen } from '../checker/history';

/** A write that someone wants. */
export interface Wish {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: Record<string, unknown>;
}

/** What its writer knows. */
export interface Known {
  /** The board that they look at, as they last read it. */
  projectId: string;
  tasks: readonly TaskSeen[];
  otherProjectIds: readonly string[];
  peopleIds: readonly string[];
  /** Comments and deleted tasks of their own. */
  commentIds: readonly string[];
  deletedIds: readonly string[];
}

/** Boards are kept between these sizes, so that writers meet on their tasks. */
const TASKS = { least: 8, most: 25 };

/** How often each kind of wish is had. */
const WEIGHTS = {
  create: 12,
  title: 12,
  description: 12,
  priority: 5,
  assignees: 9,
  visibility: 6,
  state: 5,
  move: 18,
  comment: 6,
  editComment: 4,
  deleteComment: 3,
  delete: 5,
  restore: 3,
  transfer: 7,
};
type Kind = keyof typeof WEIGHTS;
const kinds = Object.entries(WEIGHTS).flatMap(([kind, weight]) => Array<Kind>(weight).fill(kind as Kind));

/** Something new, which no other write says. */
const words = (what: string): string => `${what} ${randomUUID().slice(0, 13)}`;

/** What someone wants next; null when nothing of what they drew can be wanted. */
export function nextWish(random: Random, known: Known): Wish | null {
  const drawn = random.pick(kinds);
  const count = known.tasks.length;
  const kind = count < TASKS.least && drawn === 'delete' ? 'create' : drawn;
  if (kind === 'create') return count < TASKS.most ? create(random, known) : ofTask('delete', random, known);
  return ofOwn(kind, random, known) ?? ofTask(kind, random, known);
}

function create(random: Random, { projectId, peopleIds }: Known): Wish {
  const body = {
    id: randomUUID(),
    projectId,
    title: words('Card'),
    description: words('Text'),
    state: random.pick(taskStates),
    priority: random.pick(taskPriorities),
    visibility: random.chance(0.3) ? 'PRIVATE' : 'PUBLIC',
    ...(random.chance(0.5) && { assignees: some(random, peopleIds) }),
  };
  return { method: 'POST', path: '/tasks', body };
}

function ofOwn(kind: Kind, random: Random, { commentIds, deletedIds }: Known): Wish | null {
  const [comment, deleted] = [pickOf(random, commentIds), pickOf(random, deletedIds)];
  if (kind === 'editComment' && comment)
    return { method: 'PUT', path: `/comments/${comment}`, body: { text: words('Edited') } };
  if (kind === 'deleteComment' && comment) return { method: 'DELETE', path: `/comments/${comment}` };
  if (kind === 'restore' && deleted) return { method: 'POST', path: `/tasks/${deleted}/restore` };
  return null;
}

function ofTask(kind: Kind, random: Random, known: Known): Wish | null {
  const task = pickOf(random, known.tasks);
  if (!task) return null;
  const base = { baseRev: task.rev, baseProjectId: task.projectId };
  const put = (body: Record<string, unknown>): Wish => ({ method: 'PUT', path: `/tasks/${task.id}`, body });
  switch (kind) {
    case 'title':
      return put({ title: words('Card') });
    case 'description':
      return put({ description: words('Text'), ...base });
    case 'priority':
      return put({ title: words('Card'), priority: random.pick(taskPriorities) });
    case 'assignees':
      return put({ title: words('Card'), assignees: some(random, known.peopleIds), ...base });
    case 'visibility':
      return put({
        title: words('Card'),
        visibility: task.visibility === 'PUBLIC' ? 'PRIVATE' : 'PUBLIC',
      });
    case 'state':
      return put({ title: words('Card'), state: random.pick(taskStates) });
    case 'move': {
      const body = { taskId: task.id, state: random.pick(taskStates), position: random.below(6) };
      const expected = random.chance(0.3) ? { expectedState: task.state } : {};
      return { method: 'POST', path: '/kanban/moveTask', body: { ...body, ...expected } };
    }
    case 'comment':
      return {
        method: 'POST',
        path: `/tasks/${task.id}/comments`,
        body: { id: randomUUID(), text: words('Comment') },
      };
    case 'delete':
      return { method: 'DELETE', path: `/tasks/${task.id}` };
    case 'transfer': {
      const projectId = pickOf(random, known.otherProjectIds);
      return projectId ? put({ projectId }) : null;
    }
    default:
      return null;
  }
}

const pickOf = <T>(random: Random, from: readonly T[]): T | null =>
  from.length > 0 ? random.pick(from) : null;

const some = (random: Random, ids: readonly string[]): string[] => ids.filter(() => random.chance(0.5));
